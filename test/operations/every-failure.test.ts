import { describe, expect, it } from 'vitest'
import { parseCommand } from '../../src/language/commands.ts'
import { operations } from '../../src/operations/catalog.ts'
import { contract, type EndpointName } from '../../src/service/contract/contract.ts'
import { reconcilers } from '../../src/service/reconcilers.ts'
import { expectClean, sharedStory } from '../stories.ts'
import { openStory, type Story } from '../story.ts'
import type { Answer } from '../wire.ts'
import { does, type Reached, ways } from './every-endpoint.ts'

/** What a person reads of a failure, and whether it is known then that a change was not made. */
type Failure = {
  answer: Answer
  happened: string
  next?: string
  known: boolean
  button?: string
}

const forbidden = {
  happened: 'The scheduling service does not allow you to do this: “Not you”.',
  next: 'Ask an owner of the organization to do it, or to give you a role that allows it.',
  known: true,
}

const failures: Record<string, Failure> = {
  'a token that is refused (401)': {
    answer: { status: 401, body: { message: 'Expired.' } },
    happened: 'The scheduling service no longer accepts your access token: “Expired”.',
    next: 'Link your account again with a fresh token: `/dayshift link`.',
    known: true,
    button: 'Link account',
  },
  'what is not allowed (403)': { answer: { status: 403, body: { error: 'Not you.' } }, ...forbidden },
  'what is not there (404)': {
    answer: { status: 404, body: { error: { message: 'Gone.' } } },
    happened: 'The scheduling service did not find it: “Gone”.',
    next: 'It may be gone, or belong to another of your organizations: `/dayshift use` switches to that one.',
    known: true,
  },
  'an error under HTTP 200': {
    answer: { status: 200, body: { status: 403, message: 'Not you.' } },
    ...forbidden,
  },
  'a page in place of an answer': {
    answer: { status: 200, html: '<h1>Welcome to nginx</h1>' },
    happened: 'The scheduling service gave an answer that I cannot read.',
    known: false,
    button: 'Try again',
  },
}

const timeout: Failure = {
  answer: 'hang',
  happened: 'The scheduling service did not answer in time.',
  known: false,
  button: 'Try again',
}

const ASKED = / You asked: “\w[^”]*”\. /
const NOT_DONE = 'Nothing was changed.'
/** What is said to have come of it where it surely was not done: of a look nothing. */
const notDone = ({ way: [{ types }] }: Reached) => (effectOf(types) === 'write' ? NOT_DONE : '')

function effectOf(line: string) {
  const parsed = parseCommand(line.replace(/^\/(dayshift )?/, ''), operations)
  return parsed.kind === 'operation' ? parsed.operation.effect : undefined
}

const NOT_KNOWN = 'What you asked for may or may not have been done: please check before you try again.'
const LATER = 'You asked: “…”. That may or may not have been done: I will keep checking, and tell you here.'
const KEPT =
  ' I have sent you a message with *Link account*: it keeps what you typed here, so you can close this.'
const NO_LINK = 'Link your account first: `/dayshift link`.'

/** Ana does all but the last step, with which the endpoint is asked; a form that has stayed open is filled already. */
async function begin(story: Story, { way }: Reached) {
  const ana = story.person('Ana')
  for (const step of ana.form === undefined ? way.slice(0, -1) : []) await does(ana, step)
  const before = { form: ana.form, fields: ana.form === undefined ? {} : ana.fields }
  const [reads, channel, callsBefore] = [
    ana.readsPrivately().length,
    story.channel(),
    story.wire.received.length,
  ]
  return {
    ana,
    before,
    last: way.at(-1) ?? way[0],
    /**
     * What she alone reads of it, in a message, or above a form that has all of its words; those wait behind the button of
     * a message as well, where it is for what has to come first. Nobody else reads anything.
     */
    reply({ closes = false, links = false }) {
      expect(story.channel()).toEqual(channel)
      const alone = ana.readsPrivately().slice(reads)
      if (before.form === undefined || closes) {
        expect([ana.form, alone.length]).toEqual([undefined, 1])
        const [text = ''] = alone
        if (before.form === undefined) return text
        // What is told elsewhere than in the form says what it answers.
        expect(text).toMatch(ASKED)
        return text
      }
      const button = expect.stringMatching(/\n\[Link account\]$/)
      expect(alone).toEqual(links ? [button] : [])
      const [title, notice = ''] = ana.form?.split('\n') ?? []
      expect(title).toBe(before.form.split('\n')[0])
      expect([ana.fields, ana.formErrors]).toEqual([before.fields, {}])
      expect(notice.includes(KEPT)).toBe(links)
      return notice.split(KEPT)[0] ?? ''
    },
    /** What went over the wire with the last step. */
    sent: () => story.wire.received.slice(callsBefore),
  }
}

/** How often a change is sent of which the service does not say whether it was made, and what is told of it then. */
function doubt(reached: Reached, answer: Answer): { sent: number; outcome: string; button: RegExp } {
  const { name } = reached
  const reconciler = reconcilers[name]
  if (!reconciler) return { sent: 1, outcome: notDone(reached), button: /^\[Try again\]$/ }
  const unclear = !reconciler.find || name === 'cancelSubscription'
  const sent = reconciler.resend === 'always' ? 2 : 1
  if (unclear) return { sent, outcome: NOT_KNOWN, button: /^\[Show \w+\] \[Try again\]$/ }
  if (answer === 'hang') return { sent, outcome: LATER, button: /^\[Show \w+\]$/ }
  return { sent: reconciler.resend === 'never' ? 1 : 2, outcome: NOT_DONE, button: /^\[Try again\]$/ }
}

/** The last step fails, just once: she reads why, what was not done, and what to do next. */
async function expectTold(story: Story, reached: Reached, failure: Failure) {
  const { action } = contract[reached.name]
  const { ana, before, last, reply, sent } = await begin(story, reached)
  story.wire.respond(action, failure.answer)
  await does(ana, last)
  story.wire.restore()
  const known = {
    sent: 1,
    outcome: notDone(reached),
    button: failure.button ? `[${failure.button}]` : '',
  }
  const expected = failure.known ? known : doubt(reached, failure.answer)
  const words = [failure.happened, expected.outcome, failure.next].filter(Boolean).join(' ')
  const fate = { closes: expected.outcome === LATER, links: failure.button === 'Link account' }
  const [text, buttons = ''] = reply(fate).split(/ \(Reference ref-\d+\)\n?|\n(?=\[)/)
  expect(text?.replace(/You asked: “[^”]+”/, 'You asked: “…”')).toBe(words)
  expect(sent().filter(each => each.action === action)).toHaveLength(expected.sent)
  if (before.form === undefined) expect(buttons).toMatch(expected.button)
}

/** The connection breaks off once it is done: she reads that it is, as if nothing had happened. */
async function expectFound(reached: Reached) {
  const { action } = contract[reached.name]
  const open = () => openStory({ ackWithinMs: 2700 })
  const [calm, broken] = await Promise.all([open(), open()])
  broken.wire.respond(action, 'reset after')
  const texts: string[] = []
  for (const story of [calm, broken]) {
    const { ana, last } = await begin(story, reached)
    await does(ana, last)
    texts.push([...story.channel(), ...ana.readsPrivately(), ana.form].join())
    await story.close()
    expectClean(story)
  }
  const sent = broken.wire.received.filter(each => each.action === action)
  const [reply, found] = texts
  if (UNSEEN.includes(reached.name) || !reconcilers[reached.name]?.find) expect(found).toContain(NOT_KNOWN)
  else if (!AS_GOOD.includes(reached.name)) expect(found).toBe(reply)
  expect(sent).toHaveLength(AS_GOOD.includes(reached.name) ? 2 : 1)
}

/** What cannot be told from what was there before. */
const UNSEEN: readonly EndpointName[] = ['createCredential', 'createOrganization']

/** What nobody sees, and may be sent again: the secrets of a credential, another link. */
const AS_GOOD: readonly EndpointName[] = ['updateCredential', 'changePaymentMethod']

/** The changes; but the credential that is removed in the ways is one that is still in use. */
const done = ways.filter(({ name }) => reconcilers[name] && name !== 'removeCredential')

describe.each(ways)('$name by $how', reached => {
  const { way } = reached
  const story = sharedStory()

  it.each(Object.entries(failures))('tells of %s', (_, failure) => expectTold(story(), reached, failure))

  it.each(way.length > 1 ? Object.entries(failures).filter(([, { button }]) => button) : [])(
    'tells of %s where the form begins with it',
    async (_, failure) => {
      const ana = story().person('Ana')
      if (ana.form !== undefined) await ana.closes()
      const [reads, callsBefore] = [ana.readsPrivately().length, story().wire.received.length]
      story().wire.respond('*', failure.answer)
      await does(ana, way[0])
      story().wire.restore()
      const reply = [ana.form, ...ana.readsPrivately().slice(reads)].join('\n')
      if (story().wire.received.length > callsBefore)
        expect(reply).toContain(`${failure.happened} ${notDone(reached)}`.trim())
      else expect([ana.form, ana.readsPrivately().length]).toEqual([expect.any(String), reads])
      expect(story().channel()).toEqual([])
      if (ana.form !== undefined) await ana.closes()
    },
  )

  it('asks for the link where it goes meanwhile, and does it once it is there', async () => {
    const key = story().keyOf('Ana')
    const link = { token: story().tokenOf('Ana'), organization: await story().acme() }
    const { ana, before, last, reply, sent } = await begin(story(), reached)
    await story().links.delete(key)
    await does(ana, last)
    expect(reply({ links: true })).toBe(
      before.form === undefined ? `${NO_LINK} Then I’ll do what you asked.\n[Link account]` : NO_LINK,
    )
    expect(sent()).toEqual([])
    await story().links.save(key, link)
    story().wire.respond('remove_credential', { status: 200 })
    await does(ana, last)
    expect([ana.formErrors, ana.form]).toEqual([{}, undefined])
    expect(sent().filter(({ action }) => action === contract[reached.name].action)).not.toEqual([])
  })
})

describe.concurrent('when the service does not answer', () => {
  it.each(ways)('$name by $how tells of it', async reached => {
    const story = await openStory({ timeoutMs: 600, ackWithinMs: 2700 })
    await expectTold(story, reached, timeout)
    await story.close()
    expectClean(story)
  })
})

describe('when the connection breaks off after it was done', () => {
  it.each(done)('$name by $how is told as done', reached => expectFound(reached))
})
