import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'
import type { Answer } from '../wire.ts'

const story = stories()

/** Failures that `every-failure.test.ts` does not try at every endpoint, what people read, and whether it was refused. */
const failures: [what: string, answer: Answer, told: string, isRefused?: boolean][] = [
  [
    'answers 400',
    { status: 400, body: { message: 'Too long.' } },
    'refused this: “Too long”. Nothing was changed.',
    true,
  ],
  [
    'answers 429',
    { status: 429, headers: { 'retry-after': '17' } },
    'has had too many requests. Nothing was changed. Try again in 17 seconds.',
    true,
  ],
  [
    'answers 500',
    { status: 500, body: { message: 'Oops.' } },
    'is not available right now: “Oops”. Nothing was changed.',
  ],
  [
    'answers 503 and when it is back',
    { status: 503, headers: { 'retry-after': '240' } },
    'is not available right now. Nothing was changed. Try again in 4 minutes.',
  ],
  ['breaks off', 'reset', 'is not available right now. Nothing was changed.'],
]

/** The one private message that somebody got. */
const answer = (messages: string[]): string => {
  expect(messages).toHaveLength(1)
  return messages[0] ?? ''
}

/** The reference in a message, and that the log has a line with it. */
function expectReference(message: string) {
  const [, reference] = /\(Reference (ref-\d+)\)/.exec(message) ?? []
  expect(story().logged.filter(line => JSON.parse(line).ref === reference)).toHaveLength(1)
}

/** The service works again, and has had its rest. */
function recovers() {
  story().wire.restore()
  story().setTime('2026-11-18T09:05:00Z')
}

it('when the service limits one person, it is not asked again before its time, whatever they do; others are served', async () => {
  const [ana, bo] = [story().person('Ana'), story().person('Bo')]
  story().wire.respond('pause_plan', { status: 429, headers: { 'retry-after': '17' } })
  await ana.types('/pause web-prod tomorrow')
  story().wire.restore()
  story().setTime('2026-11-18T09:00:10Z')
  const callsBefore = story().wire.received.length
  expect(await ana.asks('/plan')).toMatch(/had too many requests\. .*Try again in [78] seconds\./)
  expect(story().wire.received).toHaveLength(callsBefore)
  await bo.types('/pause web-prod tomorrow')
  expect(story().channel()).toEqual([expect.stringContaining('paused *web-prod*')])
})

describe('when the service fails a change', () => {
  it.each(failures)('it %s', async (_, failure, expected, isRefused = false) => {
    const ana = story().person('Ana')
    story().wire.respond('pause_plan', failure)
    await ana.types('/pause web-prod tomorrow load test')
    const message = answer(ana.readsPrivately())
    expect(message.startsWith(`The scheduling service ${expected}`)).toBe(true)
    // What support has to trace has a reference.
    if (/not available|in time|cannot read/.test(expected)) expectReference(message)
    else expect(message).not.toContain('Reference')
    // After an answer that says neither yes nor no the service is asked whether it was done, and the change is sent once more.
    expect(story().wire.changes()).toHaveLength(isRefused ? 1 : 2)
    expect(story().channel()).toEqual([])
    if (!message.includes('[Try again]')) return
    recovers()
    await ana.presses('Try again')
    expect(story().channel()).toHaveLength(1)
    expect(ana.readsPrivately()).toEqual([])
  })
})

it('trying again says the next error in the place of the one before', async () => {
  const ana = story().person('Ana')
  story().wire.respond('list_plans', { status: 503 })
  await ana.types('/pause web-prod tomorrow load test')
  for (const reference of ['ref-2', 'ref-3']) {
    await ana.presses('Try again')
    expect(answer(ana.readsPrivately())).toContain(`(Reference ${reference})`)
  }
  story().wire.restore()
  story().wire.respond('pause_plan', { status: 403 })
  await ana.presses('Try again')
  expect(answer(ana.readsPrivately())).toContain('does not allow you to do this')
  expect(story().channel()).toEqual([])
})

describe('what can be done about an error', () => {
  it('a token that is refused to a form is given anew by a message, which keeps the words of the form', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod')
    await ana.fills({ From: 'tomorrow', Reason: 'load test' })
    story().wire.respond('pause_plan', { status: 401 })
    await ana.submits()
    const refused =
      'The scheduling service no longer accepts your access token. Nothing was changed. Link your account again with a fresh token: `/dayshift link`.'
    const [, banner = ''] = ana.form?.split('\n') ?? []
    expect(banner).toBe(
      `${refused} I have sent you a message with *Link account*: it keeps what you typed here, so you can close this.`,
    )
    expect(ana.fields).toMatchObject({ Plan: 'web-prod', Reason: 'load test' })
    expect(answer(ana.readsPrivately())).toMatch(/`\/dayshift link`\.\n\[Link account\]$/)
    expect(story().channel()).toEqual([])
    await ana.closes()
    story().wire.restore()
    await ana.presses('Link account')
    await ana.submits({ 'Access token': story().tokenOf('Ana') })
    await ana.presses('pause')
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', 'load test']])
  })

  it('a link that no key opens any more is made anew', async () => {
    const rows = { value: 'v1.abcdefgh.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }
    await story().database.updateTable('entries').where('kind', '=', 'link').set(rows).execute()
    const ana = story().person('Ana')
    await ana.types('/plan')
    expect(ana.readsPrivately()).toEqual([
      'Your link can no longer be read, because its encryption key is gone. Nothing was done. Please link your account again: `/dayshift link`.\n[Link account]',
    ])
  })

  it('what Dayshift itself cannot do has a reference too', async () => {
    await story().database.schema.dropTable('entries').execute()
    const ana = story().person('Ana')
    await ana.types('/plan')
    expect(ana.readsPrivately()).toEqual([
      'Something went wrong inside Dayshift. Nothing was changed. (Reference ref-1)',
    ])
    expectReference(ana.readsPrivately()[0] ?? '')
  })

  it('what cannot be checked before anything is sent has changed nothing', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift protect web-prod')
    await story().database.updateTable('entries').where('kind', '=', 'protect').set({ person: '' }).execute()
    await ana.types('/pause web-prod tomorrow')
    expect(ana.readsPrivately()).toEqual([
      expect.stringContaining('Something went wrong inside Dayshift. Nothing was changed.'),
    ])
    expect(story().wire.changes()).toEqual([])
  })
})
