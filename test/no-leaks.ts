import { operations } from '../src/operations/catalog.ts'
import { secretsOf as specificIn } from '../src/service/client.ts'
import { get } from '../src/slack/transport/request-kinds.ts'
import { findLeaks, type Place, type Secret } from './canary.ts'
import { type Outgoing, stringsIn } from './outgoing.ts'
import { createRedactor } from './redactor.ts'

/** A request to the bot, and its response. */
type Request = { payload: Record<string, unknown>; body?: unknown }

/** A finished story: the secrets that the bot had or received, and everything that left it. */
export type FinishedStory = Outgoing & {
  /** Tokens and keys by name. */
  keys: Readonly<Record<string, string>>
  requests: readonly Request[]
  logged: readonly string[]
  inspected: unknown
  /** The final rows of the database, and the bytes of its files. */
  remains: readonly string[]
}

/** Throws with the name and place of every secret that leaked in a story. */
export function expectNoLeaks(story: FinishedStory): void {
  const leaked = leaksOf(story)
  if (leaked.length > 0) throw new Error(`Secrets leaked: ${[...new Set(leaked)].join('; ')}`)
}

/**
 * Returns the secrets of a story that occur where they must not: tokens, keys and typed secrets outside of
 * their use; tickets, triggers and response_urls outside of calls to Slack.
 */
function leaksOf(story: FinishedStory): string[] {
  const { sent, answers, pages, typed, stored, calls, keys, requests, logged, inspected, remains } = story
  const inside: Place[] = [
    { name: 'the log', texts: logged },
    { name: 'the database', texts: [...stored, ...remains] },
    { name: 'the inspector', texts: [JSON.stringify(inspected)] },
    { name: 'a page', texts: pages },
    { name: 'a call to the service', texts: calls.map(({ text }) => withoutSpecific(text)) },
  ]
  const acks = [...requests.map(({ body }) => JSON.stringify(body) ?? ''), ...answers]
  const slack: Place[] = [
    { name: 'a call to Slack', texts: sent.map(({ url, body }) => `${url}\n${body}`) },
    { name: 'an answer to Slack', texts: acks },
  ]
  const secrets: Secret[] = [
    ...Object.entries(keys).map(([name, value]) => ({ name, value })),
    ...[...typed, ...requests.flatMap(({ payload }) => typedIn(payload))].map(
      namedSecret('a secret that was typed'),
    ),
    ...calls.flatMap(({ text }) => specificIn(bodyOf(text)).map(namedSecret('a secret of a credential'))),
  ]
  const words = [...sent.map(({ body }) => body), ...acks].join('\n')
  const shortLived: Secret[] = [
    ...[...words.matchAll(/ticket(?:=|%3D)([\w-]{43})/g)]
      .map(([, id = '']) => id)
      .map(namedSecret('a ticket')),
    ...requests.flatMap(({ payload }) => shortLivedIn(payload)),
  ]
  const leaks = [...findLeaks(inside, [...secrets, ...shortLived]), ...findLeaks(slack, secrets)]
  return [...leaks, ...foreignTokens(story)]
}

const namedSecret =
  (name: string) =>
  (value: string): Secret => ({ name, value })

/** Reports calls with the token of a person other than the sender. */
function foreignTokens({ calls, linked }: FinishedStory): string[] {
  return calls.flatMap(({ sender, token }) => {
    if (!sender || token === '') return []
    const isTheirs = linked.some(each => each.key === sender.key && each.token === token)
    const isTyped = stringsIn(sender.body).includes(token)
    return isTheirs || isTyped ? [] : ['a token of another person in a call to the service']
  })
}

const { keys: keysOfSecrets, redact } = createRedactor(operations)

/** Returns the values typed into secret inputs, and the words of a sentence that may be secret. */
function typedIn(payload: Record<string, unknown>): string[] {
  const { text, command } = payload
  const typed = typeof text === 'string' ? text : get(payload, 'event', 'text')
  const words = String(typed ?? '')
  const { redacted, secrets } = redact(words, typeof command === 'string' ? command : '')
  const hidden = words.split(/\s+/).filter(word => !redacted.includes(word))
  const fields = get(payload, 'view', 'state', 'values')
  const inForm = Object.values(Object(fields)).flatMap((elements: unknown) =>
    Object.entries(Object(elements)).flatMap(([key, element]) =>
      keysOfSecrets.has(key) ? [get(element, 'value')] : [],
    ),
  )
  return [...secrets, ...hidden, ...inForm].filter(value => typeof value === 'string')
}

function shortLivedIn({ trigger_id, response_url, ...payload }: Record<string, unknown>): Secret[] {
  const chosen = stringsIn(payload.response_urls).filter(url => url.includes('/respond/'))
  const urls = [response_url, ...chosen].filter(url => typeof url === 'string')
  return [
    ...(typeof trigger_id === 'string' ? [{ name: 'a trigger', value: trigger_id }] : []),
    ...urls.map(url => ({ name: 'a response_url', value: url.split('/').at(-1) ?? '' })),
  ]
}

/** Returns a call without `specific`, whose secrets are meant for the service. */
function withoutSpecific(text: string): string {
  const [path = ''] = text.split('\n', 1)
  const body = bodyOf(text)
  return `${path}\n${JSON.stringify(body, (key, value: unknown) => (key === 'specific' ? undefined : value))}`
}

function bodyOf(text: string): unknown {
  const body = text.slice(text.indexOf('\n') + 1)
  return body === '' ? undefined : JSON.parse(body)
}
