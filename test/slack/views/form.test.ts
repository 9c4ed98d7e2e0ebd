import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FormInput, shownInputs } from '../../../src/core/field.ts'
import { hasForm } from '../../../src/core/operation.ts'
import { filled, type Raw } from '../../../src/core/raw.ts'
import { mrkdwn } from '../../../src/message/mrkdwn.ts'
import { operations } from '../../../src/operations/catalog.ts'
import { modalView } from '../../../src/playground/blocks.ts'
import { stateOf } from '../../../src/playground/controls.ts'
import type { Origin } from '../../../src/slack/origin.ts'
import { buildExplanation, buildOption } from '../../../src/slack/views/controls.ts'
import { buildForm, buildNotice, readForm, readMetadata } from '../../../src/slack/views/form.ts'
import { manyWords, markup, openInputs, rawFor, words } from '../../arbitraries.ts'

const origin: fc.Arbitrary<Origin> = fc.record(
  {
    team: fc.constantFrom('T1', ''),
    enterprise: fc.constant('E1'),
    user: fc.constant('U1'),
    channel: fc.constant('C1'),
    thread: fc.constant('1700000000.000100'),
    responseUrl: fc.constant('https://hooks.slack.com/actions/T1/1/abc'),
    since: fc.integer({ min: 0, max: 2 ** 31 }),
  },
  { requiredKeys: ['team', 'user', 'since'] },
)

/** What stands for an option that only explains something, and is read as nothing. */
const EXPLANATION = '#'

const here: Origin = { team: 'T1', user: 'U1', since: 0 }

/** A checkbox that is shown says no where it is not ticked: it has no third state. */
const unticked = (inputs: readonly FormInput[], raw: Raw): Raw =>
  Object.fromEntries(
    shownInputs(inputs, raw)
      .filter(({ control }) => control.kind === 'checkbox')
      .map(({ key }) => [key, 'no']),
  )

/** The view as Slack hands it back when nobody changes a word of it. Fails where Slack refuses it. */
function submitted(built: unknown) {
  const view = modalView.parse(built)
  const values = view.blocks.flatMap(block =>
    block.type === 'input'
      ? [[block.block_id, { [block.element.action_id]: stateOf(block.element, undefined) }] as const]
      : [],
  )
  return { ...view, state: { values: Object.fromEntries(values) } }
}

const LENGTHS: Record<FormInput['control']['kind'], number> = {
  text: 120,
  select: 150,
  secret: 0,
  hidden: 100,
  options: 0,
  checkbox: 0,
  person: 0,
  number: 0,
}

const formed = operations.filter(hasForm)

/** What of a form has the focus when it is opened. */
const focusedIn = (built: unknown) =>
  modalView
    .parse(built)
    .blocks.flatMap(block =>
      block.type === 'input' && 'focus_on_load' in block.element && block.element.focus_on_load
        ? [block.block_id]
        : [],
    )

describe('the focus of a form that is opened', () => {
  const pause = operations.filter(hasForm).find(({ id }) => id === 'pause.add')

  it.each([
    ['what is still to be typed', { plan: 'web-prod' }, {}, ['from']],
    ['what was not understood', { plan: 'web-prod', from: 'whenever' }, { from: 'When?' }, ['from']],
    ['nothing, where it begins with a select', {}, {}, []],
    ['nothing, where all is there', { plan: 'web-prod', from: 'today' }, {}, []],
  ])('is on %s', (_, raw, issues, focused) => {
    if (!pause) throw new Error('There is no form for a pause')
    expect(focusedIn(buildForm(pause, raw, here, { issues }))).toEqual(focused)
    const over = readForm(submitted(buildForm(pause, raw, here)))
    if (!over) throw new Error('The form cannot be read')
    expect(focusedIn(buildForm(pause, raw, here, { issues, over }))).toEqual([])
  })
})

describe('a form', () => {
  it.each(formed.map(operation => [operation.id, operation] as const))(
    'for %s holds its words and where they came from, and gives both back',
    (id, operation) => {
      const raws = rawFor(openInputs(operation), ({ control }) => LENGTHS[control.kind])
      fc.assert(
        fc.property(raws, origin, (words, from) => {
          const raw = filled(words)
          fc.pre(!Object.values(raw).includes(EXPLANATION))
          const read = readForm(submitted(buildForm(operation, raw, from)))
          expect(read).toMatchObject({ operation: id, origin: from })
          expect(read?.raw).toEqual({ ...unticked(operation.inputs, raw), ...raw })
        }),
      )
    },
  )

  it.each(formed.map(operation => [operation.id, operation] as const))(
    'for %s is taken by Slack whatever was typed and whatever is wrong with it',
    (_, operation) => {
      const some = fc.oneof(words(), manyWords(9000))
      const shown = operation.inputs.filter(({ control }) => control.kind !== 'hidden').map(({ key }) => key)
      const keys = operation.inputs.map(({ key }) => key)
      const each = (keys: string[]) => fc.dictionary(fc.constantFrom(...keys), some.filter(Boolean))
      fc.assert(
        fc.property(
          each([...keys, 'form']),
          each([...shown, 'form']),
          markup(4000),
          (raw, issues, notice) => {
            const view = submitted(buildForm(operation, filled(raw), here, { issues, notice }))
            for (const [key, issue] of Object.entries(issues)) {
              const told =
                JSON.stringify(view.blocks).includes('⚠') || JSON.stringify(view.blocks).includes(':warning:')
              if (key === 'form' || shown.includes(key)) expect(told, issue).toBe(true)
            }
          },
        ),
        { numRuns: 40 },
      )
    },
  )

  it('carries as many hidden words as Slack takes: what is longer is left out, and never cut', () => {
    const operation = formed.find(({ id }) => id === 'pause.change')
    const long = fc.oneof(
      manyWords(9000),
      fc.constantFrom('"', '\u0000', '😀').map(sign => sign.repeat(9000)),
    )
    if (!operation) throw new Error('There is no pause.change')
    fc.assert(
      fc.property(long, origin, (words, from) => {
        const raw = filled({ plan: '#1 web-prod', pause: words })
        const read = readForm(submitted(buildForm(operation, raw, from)))
        expect(read?.origin).toEqual(from)
        const { pause: kept = raw.pause, ...rest } = read?.raw ?? {}
        expect({ ...rest, pause: kept }).toEqual({ plan: '#1 web-prod', pause: raw.pause })
        if ((raw.pause?.length ?? 0) > 3000) expect(read?.raw.pause).toBeUndefined()
      }),
    )
  })

  it('never holds a secret', () => {
    for (const operation of formed) {
      const raw = Object.fromEntries(
        operation.inputs
          .filter(({ control }) => control.kind === 'secret')
          .map(({ key }) => [key, 'xyz-secret-123']),
      )
      expect(JSON.stringify(buildForm(operation, raw, here))).not.toContain('secret-123')
    }
    expect(formed.some(({ inputs }) => inputs.some(({ control }) => control.kind === 'secret'))).toBe(true)
  })

  it('says at each field what is wrong with its words', () => {
    const operation = formed.find(({ id }) => id === 'pause.add')
    if (!operation) throw new Error('There is no pause.add')
    const issues = { from: 'This day is over.', form: 'I did not understand “x”.' }
    const { blocks } = modalView.parse(buildForm(operation, { from: 'yesterday' }, here, { issues }))
    expect(blocks.flatMap(block => (block.type === 'section' ? [block.text?.text] : []))).toEqual([
      ':warning: I did not understand “x”.',
    ])
    expect(
      blocks.flatMap(block => (block.type === 'input' ? [[block.block_id, block.hint?.text]] : [])),
    ).toEqual([
      ['plan', undefined],
      ['from', '⚠ This day is over.'],
      ['until', 'The last day of the pause, or how long. Leave it empty if From already says it.'],
      ['reason', undefined],
      ['tell', 'Where to announce it. Leave it empty to tell only you.'],
    ])
  })

  it('asks whom to tell of a change that others are told of, unless it was opened where they are', () => {
    const asking = (from: Origin) =>
      formed.filter(operation =>
        buildForm(operation, {}, from).blocks.some(({ block_id }) => block_id === 'tell'),
      )
    const changes = formed.filter(({ effect }) => effect === 'change').map(({ id }) => id)
    const alone = changes.filter(id => /^(account|billing|credential)\.|^organization.use$/.test(id))
    expect(asking(here).map(({ id }) => id)).toEqual(changes.filter(id => !alone.includes(id)))
    expect(asking({ ...here, channel: 'C1' })).toEqual([])
  })

  it('that is none of ours is nothing', () => {
    for (const metadata of ['', 'x', '{}', '{"origin":{}}', '[]']) {
      expect(readMetadata(metadata)).toBeUndefined()
      expect(
        readForm({ callback_id: 'a.b', private_metadata: metadata, state: { values: {} } }),
      ).toBeUndefined()
    }
    const metadata = JSON.stringify({ origin: here, hidden: {} })
    expect(readForm({ callback_id: 'a.b', private_metadata: metadata })).toBeUndefined()
    expect(readForm({ callback_id: 'a.b', private_metadata: metadata, state: { values: {} } })).toEqual({
      operation: 'a.b',
      raw: {},
      origin: here,
      blocks: {},
    })
  })
})

describe('an option', () => {
  const view = (option: object) => ({
    callback_id: 'plan.show',
    private_metadata: JSON.stringify({ origin: here, hidden: {} }),
    state: { values: { plan: { plan: { type: 'external_select', selected_option: option } } } },
  })

  it('that explains why there are none stands for nothing when it is picked', () => {
    expect(readForm(view(buildExplanation('The service is slow.')))?.raw).toEqual({})
    expect(readForm(view(buildOption('web', '#1 web')))?.raw).toEqual({ plan: '#1 web' })
  })
})

describe('a notice', () => {
  it('is taken by Slack whatever it says', () => {
    fc.assert(
      fc.property(manyWords(100), markup(4000), (title, text) => {
        expect(modalView.parse(buildNotice(title, text)).submit).toBeUndefined()
      }),
    )
    expect(modalView.safeParse(buildNotice('', mrkdwn``)).success).toBe(true)
  })
})
