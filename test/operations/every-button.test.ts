import { describe, expect, it } from 'vitest'
import { hasForm, type Operation } from '../../src/core/operation.ts'
import { isForbiddenToViewers } from '../../src/core/permissions.ts'
import { actions, type Button, operationOf, parseButtonValue } from '../../src/message/blocks.ts'
import { operations } from '../../src/operations/catalog.ts'
import type { Message } from '../../src/playground/local-workspace.ts'
import { inputsOf, type OpenView } from '../../src/playground/modals.ts'
import { isShareable } from '../../src/slack/handlers/respond.ts'
import { expectClean } from '../stories.ts'
import type { Name, Story } from '../story.ts'
import { type ButtonKind, type Scene, scenes, type Visibility } from './button-scenes.ts'
import { type Way, does as walks, ways } from './every-endpoint.ts'
import { openWithFive, type Pressed, people, strangers, TYPED } from './five-people.ts'

/** The buttons that any operation may show: run, choose, correct, share, ask for approval. */
function buttonsOf(operation: Operation): Button[] {
  const takesPlan = operation.inputs.some(({ key }) => key === 'plan')
  const args = takesPlan ? { organizationId: '1001', plan: { id: '1', name: 'web-prod' } } : {}
  const about: Button = { text: 'Press', operation: operation.id, args }
  return [
    { ...about, how: 'run' },
    { ...about, how: 'replace' },
    ...(hasForm(operation) ? [{ ...about, how: 'form' as const }] : []),
    ...(isShareable(operation) ? [{ ...about, how: 'share' as const }] : []),
    ...(takesPlan && isForbiddenToViewers(operation)
      ? [{ ...about, how: 'run' as const, args: { ...args, needsApproval: true } }]
      : []),
  ]
}

const ofAll = operations.flatMap(buttonsOf).map((button): [string, Scene] => {
  const message = { channel: 'U1ANA', text: 'Press', blocks: actions(button) }
  const does = ({ postAsBot }: Story) => postAsBot(message)
  const name = button.args?.needsApproval ? 'a viewer' : 'any operation'
  return [name, { does, shows: [`${button.operation} ${button.how ?? 'run'} alone`] }]
})

/** Leads out of Slack: what follows is for its page to say. */
const isLink = (kind: ButtonKind) => kind.startsWith('link.press ')

/** All that Ana has before her, the newest first, and who sees it. */
function seenBy({ slack }: Story): [Message | OpenView, Visibility][] {
  const { messages, dm, home, view: form } = slack.person('Ana')
  return [
    ...messages('ops').map((each): [Message, Visibility] => [
      each,
      each.only === undefined ? 'channel' : 'alone',
    ]),
    ...dm.map((each): [Message, Visibility] => [each, 'alone']),
    ...(home ? [home] : []).map((view): [OpenView, Visibility] => [view, 'home']),
    ...(form ? [form] : []).map((view): [OpenView, Visibility] => [view, 'form']),
  ].toReversed()
}

/** Where a button of a kind stands before Ana. */
function findButton(story: Story, kind: ButtonKind) {
  for (const [where, shown] of seenBy(story))
    for (const { block, element } of actingIn(where)) {
      const how = 'value' in element ? parseButtonValue(String(element.value))?.how : undefined
      if (`${operationOf(element.action_id)} ${how ?? 'link'} ${shown}` === kind)
        return { where, ids: { block, action: element.action_id } }
    }
  throw new Error(`Ana sees no ${kind}`)
}

/** What can be used outside of inputs, with the id of its block. */
function actingIn({ blocks }: Message | OpenView) {
  return blocks.flatMap(block => {
    const elements =
      block.type === 'actions' ? block.elements : block.type === 'section' ? [block.accessory] : []
    return elements.flatMap(element =>
      element && 'action_id' in element ? [{ block: block.block_id, element }] : [],
    )
  })
}

type Form = { name: string; way: Way }

const SUBMITS = { submits: true } as const

const buttons = [...Object.entries(scenes), ...ofAll].flatMap(([scene, { shows, ...about }]) =>
  shows.map(kind => ({ scene, kind, ...about })),
)

describe('a button answers everybody who presses it, and acts as none but them', () => {
  it.each(buttons)('$kind of $scene', async ({ kind, does, given }) => {
    const { story, shared, copyFor, restores, uses } = await openWithFive(given)
    await does(story)
    const { where, ids } = findButton(story, kind)
    const everybodys = kind.endsWith(' channel') && 'ts' in where ? where : undefined
    const presses = async (name: Name) => {
      const { isAnswered } = await uses(name, name === 'Ana' ? where : copyFor(name, where), ids)
      expect([people[name], isAnswered]).toEqual([people[name], !isLink(kind)])
    }
    const read = shared()
    for (const name of strangers) {
      await presses(name)
      expect(shared().slice(0, read.length)).toEqual(read)
    }
    // What everybody sees another does first; the owner has it before them as it was.
    for (const name of everybodys ? (['Bo', 'Ana'] as const) : (['Ana', 'Bo'] as const)) {
      if (everybodys) restores(everybodys)
      await presses(name)
    }
    await story.close()
    expectClean(story)
  })
})

/** Forms that `every-endpoint.ts` does not open. */
const others: readonly Form[] = [
  { name: 'plan.on', way: [{ types: '/plan on' }, { fills: { Plan: 'web-prod' } }, SUBMITS] },
  { name: 'plan.off', way: [{ types: '/plan off' }, { fills: { Plan: 'web-prod' } }, SUBMITS] },
  {
    name: 'pause.preview',
    way: [{ types: '/pause preview' }, { fills: { Plan: 'web-prod', From: 'tomorrow' } }, SUBMITS],
  },
  { name: 'pause.why', way: [{ types: '/pause why' }, { fills: { Plan: 'web-prod' } }, SUBMITS] },
  {
    name: 'pause.change',
    way: [
      { types: '/pause change' },
      { fills: { Plan: 'data-warehouse' } },
      { fills: { From: 'tomorrow', Until: 'friday' } },
      SUBMITS,
    ],
  },
  { name: 'follow.add', way: [{ types: '/dayshift follow' }, { fills: { Plan: 'web-prod' } }, SUBMITS] },
  { name: 'follow.remove', way: [{ types: '/dayshift unfollow' }, { fills: { Plan: 'web-prod' } }, SUBMITS] },
  { name: 'protection.set', way: [{ types: '/dayshift protect' }, { fills: { Plan: 'web-prod' } }, SUBMITS] },
  { name: 'digest.set', way: [{ types: '/dayshift digest' }, { fills: { When: 'weekdays 9am' } }, SUBMITS] },
  { name: 'pause.settle', way: [{ types: '/pause settle' }, { fills: { Plan: 'data-warehouse' } }, SUBMITS] },
  {
    name: 'reminder.set',
    way: [{ types: '/dayshift remind' }, { fills: { Remind: '2 days before 9' } }, SUBMITS],
  },
  {
    name: 'account.link',
    way: [{ types: '/dayshift link' }, { fills: { 'Access token': TYPED } }, SUBMITS],
  },
]

/** Every form, filled so that only the last step is left. */
const forms = [...ways.filter(({ how }) => how === 'form'), ...others]

describe('a form answers everybody who uses it, and acts as none but them', () => {
  it.each(forms)('of $name', async ({ way }) => {
    const { story, copyFor, uses, changes, looks, submits } = await openWithFive({})
    for (const step of way.slice(0, -1)) await walks(story.person('Ana'), step)
    const { view: form } = story.slack.person('Ana')
    if (!form) throw new Error('Ana has no form')
    for (const name of [...strangers, 'Bo', 'Ana'] as const) {
      /** Each thing is used in a form that nobody has touched: some build it anew. */
      const anew = () => copyFor(name, form)
      const used: [string, Pressed][] = []
      for (const { block_id: block, dispatch_action, element } of inputsOf(form)) {
        const ids = { block, action: element.action_id }
        if (element.type === 'external_select') used.push([`looks ${block}`, await looks(name, anew(), ids)])
        if (dispatch_action) used.push([`changes ${block}`, await changes(name, anew(), ids)])
      }
      for (const { block, element } of actingIn(form)) {
        const values = element.type === 'datepicker' ? ['2026-11-20'] : []
        const ids = { block, action: element.action_id }
        used.push([`uses ${block}`, await uses(name, anew(), ids, values)])
      }
      used.push(['submits', await submits(name, anew())])
      const unanswered = used.filter(([, { isAnswered }]) => !isAnswered).map(([what]) => what)
      expect([people[name], unanswered]).toEqual([people[name], []])
    }
    await story.close()
    expectClean(story)
  })

  it('is asked for by each operation that has one', () => {
    const asked = forms.map(({ way }) => way[0].types)
    const missing = operations
      .filter(hasForm)
      .filter(({ command }) => !asked.some(line => isBegun(line, command.words)))
    expect(
      missing.map(({ id }) => id),
      'forms without a row in every-endpoint.ts, or here among the others',
    ).toEqual([])
  })
})

const isBegun = (line: string, sentences: readonly string[]): boolean => {
  const words = line.replace(/^\/(dayshift )?/, '').split(' ')
  return sentences.some(sentence => sentence.split(' ').every((word, at) => word === words[at]))
}
