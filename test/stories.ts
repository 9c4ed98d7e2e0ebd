import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { expectBrief } from './brief-messages.ts'
import { expectFullyShown } from './fully-shown.ts'
import { openStory, type Story } from './story.ts'

type Options = Parameters<typeof openStory>[0]

/**
 * A story for each test of a file. After each, no secret leaked, the log holds nothing that was typed, and Slack refused
 * nothing but what the test expects by `expectRefusals`.
 */
export const stories = (options?: Options): (() => Story) => storyBetween(beforeEach, afterEach, options)

/** One story for all tests of a file or of a `describe`. */
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

/** Slack refused just these calls, as the test intends. */
export function expectRefusals({ slack }: Story, ...errors: string[]): void {
  expect(slack.refusals.splice(0).map(({ error }) => error)).toEqual(errors)
}

/** Just so many requests failed unexpectedly, as the test intends. */
export function expectCrashes({ logged }: Story, count: number): void {
  const crashed = logged.filter(line => line.includes('a request failed'))
  expect(crashed).toHaveLength(count)
  for (const line of crashed) logged.splice(logged.indexOf(line), 1)
}

/** Every request was answered, no reply was lost, Slack refused nothing, and the log holds nothing that was typed. */
export function expectClean(story: Story): void {
  const { logged, slack } = story
  expectNothingTyped(story)
  const acks = story.slack.requests.map(({ body }) => body)
  expectBrief(story.outgoing.sent, acks)
  expectFullyShown(story.outgoing.sent, acks)
  // An old response_url is tried before the next way.
  expect(slack.refusals.filter(({ error }) => error !== 'expired_url')).toEqual([])
  const crashes = ['a request failed', 'a reply was not delivered', 'unhandled rejection']
  expect(logged.filter(line => crashes.some(crash => line.includes(crash)))).toEqual([])
  story.outgoing.forget()
}

/** The log holds nothing that people typed; other secrets are searched when the story closes. */
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

/** A shorter text may occur by chance. */
const isLong = (words: string): boolean => words.length > 10

/** All strings under this name, however deep. */
function membersOf(node: unknown, name: string): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === name && typeof value === 'string' ? [value] : membersOf(value, name),
  )
}
