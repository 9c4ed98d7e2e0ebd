import { operationOf, parseButtonValue } from '../src/message/blocks.ts'
import { at } from '../src/slack/transport/request-kinds.ts'
import type { Sent } from './outgoing.ts'

/** Where a button is seen: in a channel, in a shared message there, in a message for one person, in their Home or in a form. */
export type Visibility = 'channel' | 'shared' | 'alone' | 'home' | 'form'

/** The operation of a button, what a press does, and where it is seen: `pause.remove run channel`. */
export type ButtonKind = `${string} ${string} ${Visibility}`

/** The kinds of all buttons that the bot sent, in calls and in responses. */
export function kindsShown(sent: readonly Sent[], acks: readonly unknown[]): Set<ButtonKind> {
  const shown = [
    ...sent.flatMap(({ url, body }) => {
      if (!body.includes('action_id')) return []
      const message = bodyOf(body)
      const visibility = visibilityOf(url, message)
      return visibility ? kindsIn(message, visibility) : []
    }),
    ...acks.flatMap(ack =>
      kindsIn(
        ack,
        at(ack, 'response_type') === 'in_channel' ? 'channel' : at(ack, 'view') ? 'form' : 'alone',
      ),
    ),
  ]
  return new Set(shown)
}

/** The kinds of all buttons in a message or view. */
export function kindsIn(node: unknown, visibility: Visibility): ButtonKind[] {
  if (typeof node !== 'object' || node === null) return []
  const id = at(node, 'action_id')
  if (at(node, 'type') === 'button' && typeof id === 'string') {
    const press = parseButtonValue(String(at(node, 'value')))
    return [`${operationOf(id)} ${press?.how ?? 'link'} ${visibility}`]
  }
  return Object.values(node).flatMap(each => kindsIn(each, visibility))
}

/** Undefined for an update: it is seen where the message was. */
function visibilityOf(url: string, body: object): Visibility | undefined {
  const inChannel = String(at(body, 'text')).startsWith('Shared by ') ? 'shared' : 'channel'
  const method = url.slice(url.lastIndexOf('/') + 1)
  if (method === 'views.publish') return 'home'
  if (method.startsWith('views.')) return 'form'
  if (method === 'chat.update') return undefined
  if (method === 'chat.postEphemeral') return 'alone'
  if (method === 'chat.postMessage') return /^[DU]/.test(String(at(body, 'channel'))) ? 'alone' : inChannel
  if (at(body, 'replace_original')) return undefined
  return at(body, 'response_type') === 'in_channel' ? inChannel : 'alone'
}

/** The body of a call: JSON, or a form with JSON in its fields. */
function bodyOf(body: string): object {
  if (body.startsWith('{')) return Object(JSON.parse(body))
  const fields = [...new URLSearchParams(body)]
  return Object.fromEntries(
    fields.map(([key, value]) => [key, /^[[{]/.test(value) ? JSON.parse(value) : value]),
  )
}

/** The bodies of calls; empty for one that is neither JSON nor a form. */
export const bodiesOf = (sent: readonly { body: string }[]): object[] =>
  sent.map(({ body }) => (body.startsWith('{') || body.includes('=') ? bodyOf(body) : {}))
