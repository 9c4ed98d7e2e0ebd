import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { expectBrief } from './brief-messages.ts'
import { expectFullyShown } from './fully-shown.ts'
import { openStory, type Story } from './story.ts'

type Options = Parameters<typeof openStory>[0]

/**
 * Opens a story for each test of a file. After each test it expects that no secret leaked, that the log has no
 * typed text, and that Slack refused nothing but the calls in `expectRefusals`.
 */
export const stories = (options?: Options): (() => Story) => storyBetween(beforeEach, afterEach, options)

/** Opens one story for all tests of a file or a `describe`. */
export const sharedStory = (options?: Options): (() => Story) => storyBetween(beforeAll, afterAll, options)

type Hook = (work: () => Promise<void>) => void

function storyBetween(before: Hook, after: Hook, options: Options): () => Story {
  let story: Story
  before(async () => {
    story = await openStory(options)
  })
  after(async () => {
    await story.close()
    expectClean(story)
  })
  return () => story
}

/** Expects that Slack refused exactly these calls. */
export function expectRefusals({ slack }: Story, ...errors: string[]): void {
  expect(slack.refusals.splice(0).map(({ error }) => error)).toEqual(errors)
}

/** Expects that exactly this many requests crashed. */
export function expectCrashes({ logged }: Story, count: number): void {
  const crashes = logged.filter(line => line.includes('a request failed'))
  expect(crashes).toHaveLength(count)
  for (const line of crashes) logged.splice(logged.indexOf(line), 1)
}

/** Expects every request answered, every reply delivered, nothing refused, and no typed text in the log. */
export function expectClean(story: Story): void {
  const { logged, slack } = story
  expectNothingTyped(story)
  const acks = story.slack.requests.map(({ body }) => body)
  expectBrief(story.outgoing.sent, acks)
  expectFullyShown(story.outgoing.sent, acks)
  // The bot tries an expired response_url before it falls back to another way.
  expect(slack.refusals.filter(({ error }) => error !== 'expired_url')).toEqual([])
  const crashes = ['a request failed', 'a reply was not delivered', 'unhandled rejection']
  expect(logged.filter(line => crashes.some(crash => line.includes(crash)))).toEqual([])
  story.outgoing.forget()
}

/** Expects no typed text in the log; the story searches for other secrets when it closes. */
function expectNothingTyped({ logged, slack, wire }: Story): void {
  const log = logged.join('')
  const typed = slack.requests.flatMap(({ payload }) => [
    ...[payload.text, ...membersOf(payload.event, 'text')].filter(words => typeof words === 'string'),
    ...membersOf(payload, 'value'),
  ])
  const reasons = wire.received.flatMap(({ body }) => membersOf(body, 'reason'))
  for (const words of [...typed, ...reasons].filter(isLong))
    expect(log).not.toContain(JSON.stringify(words).slice(1, -1))
}

/** Shorter texts may occur by chance. */
const isLong = (words: string): boolean => words.length > 10

/** Returns all strings under this key at any depth. */
function membersOf(node: unknown, name: string): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === name && typeof value === 'string' ? [value] : membersOf(value, name),
  )
}
