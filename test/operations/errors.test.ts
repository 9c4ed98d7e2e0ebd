import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'
import type { Answer } from '../wire.ts'

const story = stories()

/** Failures not covered by `every-failure.test.ts`, the reply, and whether the service refused the change. */
const failures: [name: string, answer: Answer, expected: string, isRefused?: boolean][] = [
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

/** Returns the only private message. */
const onlyMessage = (messages: string[]): string => {
  expect(messages).toHaveLength(1)
  return messages[0] ?? ''
}

/** Checks that the log has one line with the reference of a message. */
function expectReference(message: string) {
  const [, reference] = /\(Reference (ref-\d+)\)/.exec(message) ?? []
  expect(story().logged.filter(line => JSON.parse(line).ref === reference)).toHaveLength(1)
}

/** Restores the service and lets its rest period pass. */
function restoreService() {
  story().wire.restore()
  story().setTime('2026-11-18T09:05:00Z')
}

it('a sentence too long for a button has to be typed again', async () => {
  const ana = story().person('Ana')
  const plans = Array.from({ length: 120 }, (_, index) => `some-long-plan-name-${index}`)
  story().wire.respond('list_plans', { status: 503 })
  await ana.types(`/pause ${plans.join(', ')} tomorrow`)
  await ana.presses('Try again')
  expect(ana.readsPrivately().at(-1)).toBe(
    'That is too long for a button, so nothing was done: please type it.',
  )
})

it('a rate limit of one person blocks only their requests until it ends', async () => {
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

describe('a failed change', () => {
  it.each(failures)('is reported if the service %s', async (_, failure, expected, isRefused = false) => {
    const ana = story().person('Ana')
    story().wire.respond('pause_plan', failure)
    await ana.types('/pause web-prod tomorrow load test')
    const message = onlyMessage(ana.readsPrivately())
    expect(message.startsWith(`The scheduling service ${expected}`)).toBe(true)
    // Errors that support has to trace have a reference.
    if (/not available|in time|cannot read/.test(expected)) expectReference(message)
    else expect(message).not.toContain('Reference')
    // After an unclear answer the bot looks for the change, and sends it once more.
    expect(story().wire.changes()).toHaveLength(isRefused ? 1 : 2)
    expect(story().channel()).toEqual([])
    if (!message.includes('[Try again]')) return
    restoreService()
    await ana.presses('Try again')
    expect(story().channel()).toHaveLength(1)
    expect(ana.readsPrivately()).toEqual([])
  })
})

it('Try again replaces the error by the next one', async () => {
  const ana = story().person('Ana')
  story().wire.respond('list_plans', { status: 503 })
  await ana.types('/pause web-prod tomorrow load test')
  for (const reference of ['ref-2', 'ref-3']) {
    await ana.presses('Try again')
    expect(onlyMessage(ana.readsPrivately())).toContain(`(Reference ${reference})`)
  }
  story().wire.restore()
  story().wire.respond('pause_plan', { status: 403 })
  await ana.presses('Try again')
  expect(onlyMessage(ana.readsPrivately())).toContain('does not allow you to do this')
  expect(story().channel()).toEqual([])
})

describe('recovering from an error', () => {
  it('lets Ana link again when a form was refused, and keeps its values', async () => {
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
    expect(onlyMessage(ana.readsPrivately())).toMatch(/`\/dayshift link`\.\n\[Link account\]$/)
    expect(story().channel()).toEqual([])
    await ana.closes()
    story().wire.restore()
    await ana.presses('Link account')
    await ana.submits({ 'Access token': story().tokenOf('Ana') })
    await ana.presses('pause')
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', 'load test']])
  })

  it('asks for a new link if the old one cannot be decrypted', async () => {
    const rows = { value: 'v1.abcdefgh.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }
    await story().database.updateTable('entries').where('kind', '=', 'link').set(rows).execute()
    const ana = story().person('Ana')
    await ana.types('/plan')
    expect(ana.readsPrivately()).toEqual([
      'Your link can no longer be read, because its encryption key is gone. Nothing was done. Please link your account again: `/dayshift link`.\n[Link account]',
    ])
    expect(story().logged.join()).toContain('no key in ENCRYPTION_KEY opens this link')
  })

  it('gives a reference for an internal error', async () => {
    await story().database.schema.dropTable('entries').execute()
    const ana = story().person('Ana')
    await ana.types('/plan')
    expect(ana.readsPrivately()).toEqual([
      'Something went wrong inside Dayshift. Nothing was changed: please try again in a moment. (Reference ref-1)',
    ])
    expectReference(ana.readsPrivately()[0] ?? '')
  })

  it('changes nothing if a check before the change fails', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift protect web-prod')
    await story().database.updateTable('entries').where('kind', '=', 'protect').set({ person: '' }).execute()
    await ana.types('/pause web-prod tomorrow')
    expect(ana.readsPrivately()).toEqual([
      expect.stringContaining('Something went wrong inside Dayshift. Nothing was changed: please'),
    ])
    expect(story().wire.changes()).toEqual([])
  })
})
