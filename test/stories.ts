import { afterEach, beforeEach, expect } from 'vitest'
import { secretsOf as secretsIn } from '../src/service/secrets.ts'
import { openStory, type Story } from './story.ts'

type Options = Parameters<typeof openStory>[0]

/**
 * A story of its own for each test of a file. After each the log holds no secret and nothing that somebody typed, the
 * inspector holds no secret, and Slack has refused nothing, unless the story is about a refusal and asks for `expectRefusals`.
 */
export function stories(options?: Options): () => Story {
  let story: Story
  beforeEach(async () => {
    story = await openStory(options)
  })
  afterEach(async () => {
    await story.close()
    expectCalm(story)
  })
  return () => story
}

/** Slack refused just this in the story, and that is as it should be. */
export function expectRefusals({ slack }: Story, ...errors: string[]): void {
  expect(slack.refusals.splice(0).map(({ error }) => error)).toEqual(errors)
}

/** Every request was answered, no reply was lost, Slack refused nothing, and the log holds no secret. */
export function expectCalm(story: Story): void {
  const { logged, slack } = story
  expectNoSecrets(story)
  expect(slack.refusals).toEqual([])
  const crashes = ['a request failed', 'An event failed', 'a reply reached nobody']
  expect(logged.filter(line => crashes.some(crash => line.includes(crash)))).toEqual([])
}

/** The log holds neither tokens, tickets and secrets nor what people typed. */
function expectNoSecrets(story: Story): void {
  const log = story.logged.join('')
  expect(log).not.toContain('ticket=')
  for (const secret of secretsOf(story)) expect(log).not.toContain(JSON.stringify(secret).slice(1, -1))
  const inspected = JSON.stringify(story.slack.inspector.actions)
  for (const secret of keysOf(story)) expect(inspected).not.toContain(JSON.stringify(secret).slice(1, -1))
}

/** What opens something: tokens, and access data that went to the service. */
const keysOf = ({ slack, wire }: Story): string[] => [
  ...[slack.botToken, slack.signingSecret],
  ...wire.asked.flatMap(({ token, body }) => [token, ...secretsIn(body)]).filter(long),
]

function secretsOf({ slack, wire }: Story): string[] {
  const said = slack.requests.flatMap(({ payload }) => [
    payload.text,
    ...membersOf(payload.event, 'text'),
    payload.response_url,
    ...typedInto(payload),
  ])
  const asked = wire.asked.flatMap(({ token, body }) => [token, ...membersOf(body, 'reason')])
  const words = [slack.botToken, slack.signingSecret, ...said, ...asked]
  return words.filter(secret => typeof secret === 'string').filter(long)
}

/** A word or two may stand somewhere for another reason: what somebody typed is more than that. */
const long = (words: string): boolean => words.length > 10

/** What stands in the fields of a form as it comes in. */
function typedInto(payload: object): string[] {
  return membersOf(payload, 'value')
}

/** The texts of this name, wherever they stand. */
function membersOf(node: unknown, name: string): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === name && typeof value === 'string' ? [value] : membersOf(value, name),
  )
}
