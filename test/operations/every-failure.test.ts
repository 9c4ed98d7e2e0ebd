import { describe, expect, it } from 'vitest'
import { parseCommand } from '../../src/language/commands.ts'
import { operations } from '../../src/operations/catalog.ts'
import { contract, type EndpointName } from '../../src/service/contract/contract.ts'
import { reconcilers } from '../../src/service/reconcilers.ts'
import { expectClean, sharedStory } from '../stories.ts'
import { openStory, type Story } from '../story.ts'
import type { Answer } from '../wire.ts'
import { performStep, type Route, routes } from './every-endpoint.ts'

/** The message about a failure, and whether it is certain then that nothing was changed. */
type Failure = {
  answer: Answer
  cause: string
  next?: string
  isCertain: boolean
  button?: string
}

const forbidden = {
  cause: 'The scheduling service does not allow you to do this: “Not you”.',
  next: 'Ask an owner of the organization to do it, or to give you a role that allows it.',
  isCertain: true,
}

const failures: Record<string, Failure> = {
  'a refused token (401)': {
    answer: { status: 401, body: { message: 'Expired.' } },
    cause: 'The scheduling service no longer accepts your access token: “Expired”.',
    next: 'Link your account again with a fresh token: `/dayshift link`.',
    isCertain: true,
    button: 'Link account',
  },
  'a missing permission (403)': { answer: { status: 403, body: { error: 'Not you.' } }, ...forbidden },
  'a missing object (404)': {
    answer: { status: 404, body: { error: { message: 'Gone.' } } },
    cause: 'The scheduling service did not find it: “Gone”.',
    next: 'It may be gone, or belong to another of your organizations: `/dayshift use` switches to that one.',
    isCertain: true,
  },
  'an error in HTTP 200': {
    answer: { status: 200, body: { status: 403, message: 'Not you.' } },
    ...forbidden,
  },
  'a page of HTML': {
    answer: { status: 200, html: '<h1>Welcome to nginx</h1>' },
    cause: 'The scheduling service gave an answer that I cannot read.',
    isCertain: false,
    button: 'Try again',
  },
}

const timeout: Failure = {
  answer: 'hang',
  cause: 'The scheduling service did not answer in time.',
  isCertain: false,
  button: 'Try again',
}

const ASKED = / You asked: “\w[^”]*”\. /
const NOT_DONE = 'Nothing was changed.'
/** The outcome of a change that certainly failed; empty for a read. */
const notDone = ({ steps: [{ types }] }: Route) => (effectOf(types) === 'write' ? NOT_DONE : '')

function effectOf(line: string) {
  const parsed = parseCommand(line.replace(/^\/(dayshift )?/, ''), operations)
  return parsed.kind === 'operation' ? parsed.operation.effect : undefined
}

const NOT_KNOWN = 'What you asked for may or may not have been done: please check before you try again.'
const LATER = 'You asked: “…”. That may or may not have been done: I will keep checking, and tell you here.'
const KEPT =
  ' I have sent you a message with *Link account*: it keeps what you typed here, so you can close this.'
const NO_LINK = 'Link your account first: `/dayshift link`.'

/** Performs all but the last step, which calls the endpoint; a form left open is filled already. */
async function prepare(story: Story, { steps }: Route) {
  const ana = story.person('Ana')
  for (const step of ana.form === undefined ? steps.slice(0, -1) : []) await performStep(ana, step)
  const before = { form: ana.form, fields: ana.form === undefined ? {} : ana.fields }
  const [reads, channel, callsBefore] = [
    ana.readsPrivately().length,
    story.channel(),
    story.wire.received.length,
  ]
  return {
    ana,
    before,
    last: steps.at(-1) ?? steps[0],
    /**
     * Returns the private reply to the last step: a message, or the notice above the form with its values.
     * With `links`, the form's values also wait behind the button of a message. Nobody else reads anything.
     */
    reply({ closes = false, links = false }) {
      expect(story.channel()).toEqual(channel)
      const privateReplies = ana.readsPrivately().slice(reads)
      if (before.form === undefined || closes) {
        expect([ana.form, privateReplies.length]).toEqual([undefined, 1])
        const [text = ''] = privateReplies
        if (before.form === undefined) return text
        // A reply outside of the form names the request.
        expect(text).toMatch(ASKED)
        return text
      }
      const button = expect.stringMatching(/\n\[Link account\]$/)
      expect(privateReplies).toEqual(links ? [button] : [])
      const [title, notice = ''] = ana.form?.split('\n') ?? []
      expect(title).toBe(before.form.split('\n')[0])
      expect([ana.fields, ana.formErrors]).toEqual([before.fields, {}])
      expect(notice.includes(KEPT)).toBe(links)
      return notice.split(KEPT)[0] ?? ''
    },
    /** Returns the requests of the last step. */
    sent: () => story.wire.received.slice(callsBefore),
  }
}

/** Returns how often a change with an unclear outcome is sent, and the reply then. */
function expectedInDoubt(route: Route, answer: Answer): { sent: number; outcome: string; button: RegExp } {
  const { name } = route
  const reconciler = reconcilers[name]
  if (!reconciler) return { sent: 1, outcome: notDone(route), button: /^\[Try again\]$/ }
  const isUnclear = !reconciler.find || name === 'cancelSubscription'
  const sent = reconciler.resend === 'always' ? 2 : 1
  if (isUnclear) return { sent, outcome: NOT_KNOWN, button: /^\[Show \w+\] \[Try again\]$/ }
  if (answer === 'hang') return { sent, outcome: LATER, button: /^\[Show \w+\]$/ }
  return { sent: reconciler.resend === 'never' ? 1 : 2, outcome: NOT_DONE, button: /^\[Try again\]$/ }
}

/** Lets the last step fail once, and checks the cause, the outcome and the advice in the reply. */
async function expectFailureReply(story: Story, route: Route, failure: Failure) {
  const { action } = contract[route.name]
  const { ana, before, last, reply, sent } = await prepare(story, route)
  story.wire.respond(action, failure.answer)
  await performStep(ana, last)
  story.wire.restore()
  const certainReply = {
    sent: 1,
    outcome: notDone(route),
    button: failure.button ? `[${failure.button}]` : '',
  }
  const expected = failure.isCertain ? certainReply : expectedInDoubt(route, failure.answer)
  const words = [failure.cause, expected.outcome, failure.next].filter(Boolean).join(' ')
  const place = { closes: expected.outcome === LATER, links: failure.button === 'Link account' }
  const [text, buttons = ''] = reply(place).split(/ \(Reference ref-\d+\)\n?|\n(?=\[)/)
  expect(text?.replace(/You asked: “[^”]+”/, 'You asked: “…”')).toBe(words)
  expect(sent().filter(each => each.action === action)).toHaveLength(expected.sent)
  if (before.form === undefined) expect(buttons).toMatch(expected.button)
}

/** Resets the connection after the change, and checks that the reply is that of a success. */
async function expectReconciled(route: Route) {
  const { action } = contract[route.name]
  const open = () => openStory({ ackWithinMs: 2700 })
  const [undisturbed, broken] = await Promise.all([open(), open()])
  broken.wire.respond(action, 'reset after')
  const texts: string[] = []
  for (const story of [undisturbed, broken]) {
    const { ana, last } = await prepare(story, route)
    await performStep(ana, last)
    texts.push([...story.channel(), ...ana.readsPrivately(), ana.form].join())
    await story.close()
    expectClean(story)
  }
  const sent = broken.wire.received.filter(each => each.action === action)
  const [expected, actual] = texts
  if (UNIDENTIFIABLE.includes(route.name) || !reconcilers[route.name]?.find)
    expect(actual).toContain(NOT_KNOWN)
  else if (!REPEATABLE.includes(route.name)) expect(actual).toBe(expected)
  expect(sent).toHaveLength(REPEATABLE.includes(route.name) ? 2 : 1)
}

/** Changes that cannot be distinguished from what existed before. */
const UNIDENTIFIABLE: readonly EndpointName[] = ['createCredential', 'createOrganization']

/** Changes that are invisible and may be sent again: the secrets of a credential, a new link. */
const REPEATABLE: readonly EndpointName[] = ['updateCredential', 'changePaymentMethod']

/** The changes, except for the removal of a credential, which is still in use. */
const changeRoutes = routes.filter(({ name }) => reconcilers[name] && name !== 'removeCredential')

describe.each(routes)('$name by $how', route => {
  const { steps } = route
  const story = sharedStory()

  it.each(Object.entries(failures))('reports %s', (_, failure) => expectFailureReply(story(), route, failure))

  it.each(steps.length > 1 ? Object.entries(failures).filter(([, { button }]) => button) : [])(
    'reports %s when the form opens',
    async (_, failure) => {
      const ana = story().person('Ana')
      if (ana.form !== undefined) await ana.closes()
      const [reads, callsBefore] = [ana.readsPrivately().length, story().wire.received.length]
      story().wire.respond('*', failure.answer)
      await performStep(ana, steps[0])
      story().wire.restore()
      const reply = [ana.form, ...ana.readsPrivately().slice(reads)].join('\n')
      if (story().wire.received.length > callsBefore)
        expect(reply).toContain(`${failure.cause} ${notDone(route)}`.trim())
      else expect([ana.form, ana.readsPrivately().length]).toEqual([expect.any(String), reads])
      expect(story().channel()).toEqual([])
      if (ana.form !== undefined) await ana.closes()
    },
  )

  it('asks for a link removed meanwhile, and runs the request once it is back', async () => {
    const key = story().keyOf('Ana')
    const link = { token: story().tokenOf('Ana'), organization: await story().acme() }
    const { ana, before, last, reply, sent } = await prepare(story(), route)
    await story().links.delete(key)
    await performStep(ana, last)
    expect(reply({ links: true })).toBe(
      before.form === undefined ? `${NO_LINK} Then I’ll do what you asked.\n[Link account]` : NO_LINK,
    )
    expect(sent()).toEqual([])
    await story().links.save(key, link)
    story().wire.respond('remove_credential', { status: 200 })
    await performStep(ana, last)
    expect([ana.formErrors, ana.form]).toEqual([{}, undefined])
    expect(sent().filter(({ action }) => action === contract[route.name].action)).not.toEqual([])
  })
})

describe.concurrent('when the service does not respond', () => {
  it.each(routes)('$name by $how reports a time-out', async route => {
    const story = await openStory({ timeoutMs: 600, ackWithinMs: 2700 })
    await expectFailureReply(story, route, timeout)
    await story.close()
    expectClean(story)
  })
})

describe('when the connection breaks off after the change', () => {
  it.each(changeRoutes)('$name by $how is reported as done', route => expectReconciled(route))
})
