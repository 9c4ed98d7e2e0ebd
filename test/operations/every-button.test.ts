import { describe, expect, it } from 'vitest'
import { hasForm, type Operation } from '../../src/core/operation.ts'
import { isForbiddenToViewers } from '../../src/core/permissions.ts'
import { actions, type Button, operationOf, parseButtonValue } from '../../src/message/blocks.ts'
import { renderBlocks } from '../../src/message/fit.ts'
import { operations } from '../../src/operations/catalog.ts'
import type { Message } from '../../src/playground/local-workspace.ts'
import { inputsOf, type OpenView } from '../../src/playground/modals.ts'
import { isShareable } from '../../src/slack/handlers/respond.ts'
import { expectClean } from '../stories.ts'
import type { Name, Story } from '../story.ts'
import { type ButtonKind, type Scene, scenes, type Visibility } from './button-scenes.ts'
import { performStep, routes, type Steps } from './every-endpoint.ts'
import { openWithFive, type PressResult, people, strangers, TYPED } from './five-people.ts'

/** Returns the buttons that any operation may show: run, choose, correct, share, ask for approval. */
function buttonsOf(operation: Operation): Button[] {
  const takesPlan = operation.inputs.some(({ key }) => key === 'plan')
  const args = takesPlan ? { organizationId: '1001', plan: { id: '1', name: 'web-prod' } } : {}
  const common: Button = { text: 'Press', operation: operation.id, args }
  return [
    { ...common, how: 'run' },
    { ...common, how: 'replace' },
    ...(hasForm(operation) ? [{ ...common, how: 'form' as const }] : []),
    ...(isShareable(operation) ? [{ ...common, how: 'share' as const }] : []),
    ...(takesPlan && isForbiddenToViewers(operation)
      ? [{ ...common, how: 'run' as const, args: { ...args, needsApproval: true } }]
      : []),
  ]
}

const operationScenes = operations.flatMap(buttonsOf).map((button): [string, Scene] => {
  const message = { channel: 'U1ANA', text: 'Press', blocks: renderBlocks(actions(button)) }
  const setUp = ({ postAsBot }: Story) => postAsBot(message)
  const name = button.args?.needsApproval ? 'a viewer' : 'any operation'
  return [name, { setUp, buttons: [`${button.operation} ${button.how ?? 'run'} alone`] }]
})

/** Link buttons lead out of Slack: their page gives the answer. */
const isLink = (kind: ButtonKind) => kind.startsWith('link.press ')

/** Returns everything visible to Ana, the newest first, with its visibility. */
function visibleToAna({ slack }: Story): [Message | OpenView, Visibility][] {
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

/** Finds a button of a kind among everything visible to Ana. */
function findButton(story: Story, kind: ButtonKind) {
  for (const [where, visibility] of visibleToAna(story))
    for (const { block, element } of elementsOf(where)) {
      const how = 'value' in element ? parseButtonValue(String(element.value))?.how : undefined
      if (`${operationOf(element.action_id)} ${how ?? 'link'} ${visibility}` === kind)
        return { where, ids: { block, action: element.action_id } }
    }
  throw new Error(`Ana sees no ${kind}`)
}

/** Returns the interactive elements outside of inputs, with the ids of their blocks. */
function elementsOf({ blocks }: Message | OpenView) {
  return blocks.flatMap(block => {
    const elements =
      block.type === 'actions' ? block.elements : block.type === 'section' ? [block.accessory] : []
    return elements.flatMap(element =>
      element && 'action_id' in element ? [{ block: block.block_id, element }] : [],
    )
  })
}

type Form = { name: string; steps: Steps }

const SUBMIT = { submits: true } as const

const buttonCases = [...Object.entries(scenes), ...operationScenes].flatMap(
  ([scene, { buttons, ...common }]) => buttons.map(kind => ({ scene, kind, ...common })),
)

describe('a button answers everyone who presses it, and acts only for that person', () => {
  it.each(buttonCases)('$kind of $scene', async ({ kind, setUp, options }) => {
    const { story, shared, copyFor, restoreMessage, uses } = await openWithFive(options)
    await setUp(story)
    const { where, ids } = findButton(story, kind)
    const publicMessage = kind.endsWith(' channel') && 'ts' in where ? where : undefined
    const expectAnswer = async (name: Name) => {
      const { isAnswered } = await uses(name, name === 'Ana' ? where : copyFor(name, where), ids)
      expect([people[name], isAnswered]).toEqual([people[name], !isLink(kind)])
    }
    const visibleBefore = shared()
    for (const name of strangers) {
      await expectAnswer(name)
      expect(shared().slice(0, visibleBefore.length)).toEqual(visibleBefore)
    }
    // In a channel Bo presses first; Ana then gets the message in its original state.
    for (const name of publicMessage ? (['Bo', 'Ana'] as const) : (['Ana', 'Bo'] as const)) {
      if (publicMessage) restoreMessage(publicMessage)
      await expectAnswer(name)
    }
    await story.close()
    expectClean(story)
  })
})

/** A form that one step fills. */
const formOf = (name: string, types: string, fills: Record<string, string>): Form => {
  return { name, steps: [{ types }, { fills }, SUBMIT] }
}

/** Forms that `every-endpoint.ts` does not open. */
const otherForms: readonly Form[] = [
  formOf('plan.on', '/plan on', { Plan: 'web-prod' }),
  formOf('plan.off', '/plan off', { Plan: 'web-prod' }),
  formOf('pause.preview', '/pause preview', { Plan: 'web-prod', From: 'tomorrow' }),
  formOf('pause.why', '/pause why', { Plan: 'web-prod' }),
  {
    name: 'pause.change',
    steps: [
      { types: '/pause change' },
      { fills: { Plan: 'data-warehouse' } },
      { fills: { From: 'tomorrow', Until: 'friday' } },
      SUBMIT,
    ],
  },
  formOf('follow.add', '/dayshift follow', { Plan: 'web-prod' }),
  formOf('follow.remove', '/dayshift unfollow', { Plan: 'web-prod' }),
  formOf('protection.set', '/dayshift protect', { Plan: 'web-prod' }),
  formOf('protection.remove', '/dayshift unprotect', { Plan: 'web-prod' }),
  formOf('digest.set', '/dayshift digest', { When: 'weekdays 9am' }),
  formOf('reminder.set', '/dayshift remind', { Remind: '2 days before 9' }),
  formOf('account.link', '/dayshift link', { 'Access token': TYPED }),
]

/** Every form, with the steps that open, fill and submit it. */
const forms = [...routes.filter(({ how }) => how === 'form'), ...otherForms]

describe('a form answers everyone who uses it, and acts only for that person', () => {
  it.each(forms)('of $name', async ({ steps }) => {
    const { story, copyFor, uses, changesInput, loadsOptions, submits } = await openWithFive({})
    for (const step of steps.slice(0, -1)) await performStep(story.person('Ana'), step)
    const { view: form } = story.slack.person('Ana')
    if (!form) throw new Error('Ana has no form')
    for (const name of [...strangers, 'Bo', 'Ana'] as const) {
      /** A fresh copy of the form for each element, since some elements rebuild it. */
      const freshCopy = () => copyFor(name, form)
      const results: [string, PressResult][] = []
      for (const { block_id: block, dispatch_action, element } of inputsOf(form)) {
        const ids = { block, action: element.action_id }
        if (element.type === 'external_select')
          results.push([`loads options of ${block}`, await loadsOptions(name, freshCopy(), ids)])
        if (dispatch_action) results.push([`changes ${block}`, await changesInput(name, freshCopy(), ids)])
      }
      for (const { block, element } of elementsOf(form)) {
        const values = element.type === 'datepicker' ? ['2026-11-20'] : []
        const ids = { block, action: element.action_id }
        results.push([`uses ${block}`, await uses(name, freshCopy(), ids, values)])
      }
      results.push(['submits', await submits(name, freshCopy())])
      const unanswered = results.filter(([, { isAnswered }]) => !isAnswered).map(([what]) => what)
      expect([people[name], unanswered]).toEqual([people[name], []])
    }
    await story.close()
    expectClean(story)
  })

  it('has a row here for each operation with a form', () => {
    const commands = forms.map(({ steps }) => steps[0].types)
    const missing = operations
      .filter(hasForm)
      .filter(({ command }) => !commands.some(line => startsWithCommand(line, command.words)))
    expect(
      missing.map(({ id }) => id),
      'forms without a row in every-endpoint.ts or in otherForms',
    ).toEqual([])
  })
})

const startsWithCommand = (line: string, sentences: readonly string[]): boolean => {
  const words = line.replace(/^\/(dayshift )?/, '').split(' ')
  return sentences.some(sentence => sentence.split(' ').every((word, at) => word === words[at]))
}
