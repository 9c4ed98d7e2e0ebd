import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type FormInput,
  type FormState,
  type FormValues,
  formatReference,
  isKept,
  plainForm,
  shownInputs,
  withoutEmpty,
} from '../../../src/core/field.ts'
import { hasForm, type Operation } from '../../../src/core/operation.ts'
import { mrkdwn } from '../../../src/message/mrkdwn.ts'
import { operations } from '../../../src/operations/catalog.ts'
import { modalView } from '../../../src/playground/block-schema.ts'
import { controlValue, stateOf } from '../../../src/playground/controls.ts'
import type { Origin } from '../../../src/slack/origin.ts'
import { buildForm, buildNotice, parseMetadata, readForm } from '../../../src/slack/views/form-view.ts'
import { buildExplanation, buildOption } from '../../../src/slack/views/input-elements.ts'
import { longTexts, markup, words } from '../../arbitraries.ts'
import { operationById } from '../../operation-by-id.ts'

const origin: fc.Arbitrary<Origin> = fc.record(
  {
    team: fc.constantFrom('T1', ''),
    enterprise: fc.constant('E1'),
    user: fc.constant('U1'),
    channel: fc.constant('C1'),
    thread: fc.constant('1700000000.000100'),
    responseUrl: fc.constant('https://hooks.slack.com/actions/T1/1/abc'),
  },
  { requiredKeys: ['team', 'user'] },
)

const here: Origin = { team: 'T1', user: 'U1' }

/** Returns the state of a form with only these values. */
const formStateOf = (values: FormValues, issues: Record<string, string> = {}, args = {}): FormState => ({
  ...plainForm(values, { args }, issues),
  drawing: [],
})

/** Returns "no" for all visible checkboxes: Slack sends a value for an empty one too. */
const unticked = (inputs: readonly FormInput[], values: FormValues): FormValues =>
  Object.fromEntries(
    shownInputs(inputs, { values, facts: undefined })
      .filter(({ control }) => control.kind === 'checkbox')
      .map(({ key }) => [key, 'no']),
  )

/** Returns a view as Slack submits it without edits. @throws if Slack would refuse it */
function submit(built: unknown) {
  const view = modalView.parse(built)
  const values = view.blocks.flatMap(block =>
    block.type === 'input'
      ? [
          [
            block.block_id,
            { [block.element.action_id]: stateOf(block.element, controlValue(block.element, undefined)) },
          ] as const,
        ]
      : [],
  )
  return { ...view, state: { values: Object.fromEntries(values) } }
}

/** Generates values of an input. */
function valueFor({ control }: FormInput): fc.Arbitrary<string> {
  switch (control.kind) {
    case 'text':
      return words(control.max)
    case 'number':
      return fc.integer({ min: control.min, max: control.max }).map(String)
    case 'select':
      return fc.record({ id: fc.stringMatching(/^[a-z0-9]{1,20}$/), name: words(40) }).map(formatReference)
    case 'options':
      return fc.constantFrom(...control.options.map(({ value }) => value))
    case 'checkbox':
      return fc.constantFrom('yes', 'no')
    case 'person':
      return fc.constant('U1ANA')
    case 'secret':
      return fc.constant('')
  }
}

const valuesFor = ({ inputs }: Operation): fc.Arbitrary<FormValues> =>
  fc
    .record(Object.fromEntries(inputs.filter(isKept).map(input => [input.key, valueFor(input)])), {
      requiredKeys: [],
    })
    .map(withoutEmpty)

const withForms = operations.filter(hasForm)

describe('a form', () => {
  it.each(withForms.map(operation => [operation.id, operation] as const))(
    'for %s is never empty, and returns its values, arguments and origin on submission',
    (id, operation) => {
      fc.assert(
        fc.property(valuesFor(operation), origin, words(), (values, from, hidden) => {
          const view = submit(buildForm(operation, formStateOf(values, {}, { hidden }), from))
          expect(view.blocks).not.toEqual([])
          const read = readForm(view)
          expect(read).toMatchObject({ operation: id, origin: from, data: { args: { hidden } } })
          expect(read?.values).toEqual({ ...unticked(operation.inputs, values), ...values })
        }),
        { numRuns: 40 },
      )
    },
  )

  it.each(withForms.map(operation => [operation.id, operation] as const))(
    'for %s is valid in Slack with any values and issues',
    (_, operation) => {
      const some = fc.oneof(words(), longTexts(9000))
      const keys = operation.inputs.map(({ key }) => key)
      const each = fc.dictionary(fc.constantFrom(...keys, 'form'), some.filter(Boolean))
      fc.assert(
        fc.property(each, each, markup(4000), (values, issues, notice) => {
          const state = formStateOf(withoutEmpty(values), issues)
          const view = submit(buildForm(operation, { ...state, notice }, here))
          for (const issue of Object.values(issues))
            expect(JSON.stringify(view.blocks), issue).toMatch(/⚠|:warning:/)
        }),
        { numRuns: 40 },
      )
    },
  )

  it('omits long arguments beyond the limit of Slack without truncating any, and keeps its facts', () => {
    const pause = operationById('pause.add')
    if (!hasForm(pause)) throw new Error('There is no form for a pause')
    const long = fc.oneof(
      longTexts(9000),
      fc.constantFrom('"', '\u0000', '😀').map(sign => sign.repeat(9000)),
    )
    fc.assert(
      fc.property(long, origin, (text, from) => {
        const data = { args: { organizationId: '1', text }, facts: { holds: 1 }, expected: { plan: 'x' } }
        const read = readForm(submit(buildForm(pause, { ...plainForm({}, data), drawing: [] }, from)))
        expect(read).toMatchObject({ origin: from, data: { ...data, args: { organizationId: '1' } } })
        const remaining = read?.data.args.text
        expect(remaining === undefined || remaining === text).toBe(true)
        if (text.length > 3000) expect(remaining).toBeUndefined()
      }),
    )
  })

  it('never contains a secret', () => {
    for (const operation of withForms) {
      const values = Object.fromEntries(
        operation.inputs
          .filter(({ control }) => control.kind === 'secret')
          .map(({ key }) => [key, 'xyz-secret-123']),
      )
      expect(JSON.stringify(buildForm(operation, formStateOf(values), here))).not.toContain('secret-123')
    }
    expect(withForms.some(({ inputs }) => inputs.some(({ control }) => control.kind === 'secret'))).toBe(true)
  })

  it('is not read from metadata of anything else', () => {
    for (const metadata of ['', 'x', '{}', '{"origin":{}}', '[]']) {
      expect(parseMetadata(metadata)).toBeUndefined()
      expect(
        readForm({ callback_id: 'a.b', private_metadata: metadata, state: { values: {} } }),
      ).toBeUndefined()
    }
    const metadata = JSON.stringify({ origin: here, data: { args: {} } })
    expect(readForm({ callback_id: 'a.b', private_metadata: metadata })).toBeUndefined()
    expect(readForm({ callback_id: 'a.b', private_metadata: metadata, state: { values: {} } })).toEqual({
      operation: 'a.b',
      values: {},
      data: { args: {} },
      origin: here,
      hasIssues: false,
      blocks: {},
    })
  })
})

describe('an option', () => {
  const view = (option: object) => ({
    callback_id: 'plan.show',
    private_metadata: JSON.stringify({ origin: here, data: { args: {} } }),
    state: { values: { plan: { plan: { type: 'external_select', selected_option: option } } } },
  })

  it('that explains why there are none has no value when it is picked', () => {
    expect(readForm(view(buildExplanation('The service is slow.')))?.values).toEqual({})
    expect(readForm(view(buildOption('web', '#1 web')))?.values).toEqual({ plan: '#1 web' })
  })
})

describe('a notice', () => {
  it('is valid in Slack with any title and text', () => {
    fc.assert(
      fc.property(longTexts(100), markup(4000), (title, text) => {
        expect(modalView.parse(buildNotice(title, text)).submit).toBeUndefined()
      }),
    )
    expect(modalView.safeParse(buildNotice('', mrkdwn``)).success).toBe(true)
  })
})
