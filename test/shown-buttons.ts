import { operationOf, parseButtonValue } from '../src/message/blocks.ts'
import { at } from '../src/slack/transport/request-kinds.ts'
import type { Sent } from './outgoing.ts'

/** Who sees a button: everybody in a channel, there because somebody shared it, one person alone in a message, in their Home or in a form. */
export type Seen = 'channel' | 'shared' | 'alone' | 'home' | 'form'

/** What a button is for, what it does with it, and who sees it: `pause.remove run channel`. */
export type Kind = `${string} ${string} ${Seen}`

/** Every kind of button that the bot showed, in what it sent and in what it answered. */
export function kindsShown(sent: readonly Sent[], acks: readonly unknown[]): Set<Kind> {
  const shown = [
    ...sent.flatMap(({ url, body }) => {
      if (!body.includes('action_id')) return []
      const said = bodyOf(body)
      const seen = seenBy(url, said)
      return seen ? kindsIn(said, seen) : []
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

/** Every kind of button in blocks, views and messages that are seen so. */
export function kindsIn(node: unknown, seen: Seen): Kind[] {
  if (typeof node !== 'object' || node === null) return []
  const id = at(node, 'action_id')
  if (at(node, 'type') === 'button' && typeof id === 'string') {
    const press = parseButtonValue(String(at(node, 'value')))
    return [`${operationOf(id)} ${press?.how ?? 'link'} ${seen}`]
  }
  return Object.values(node).flatMap(each => kindsIn(each, seen))
}

/** Nothing where a message takes another's place: it is seen by whoever saw that. */
function seenBy(url: string, body: object): Seen | undefined {
  const told = String(at(body, 'text')).startsWith('Shared by ') ? 'shared' : 'channel'
  const method = url.slice(url.lastIndexOf('/') + 1)
  if (method === 'views.publish') return 'home'
  if (method.startsWith('views.')) return 'form'
  if (method === 'chat.update') return undefined
  if (method === 'chat.postEphemeral') return 'alone'
  if (method === 'chat.postMessage') return /^[DU]/.test(String(at(body, 'channel'))) ? 'alone' : told
  if (at(body, 'replace_original')) return undefined
  return at(body, 'response_type') === 'in_channel' ? told : 'alone'
}

/** A body as it was written: of JSON, or of a form in whose fields there is JSON. */
export function bodyOf(body: string): object {
  if (body.startsWith('{')) return Object(JSON.parse(body))
  const fields = [...new URLSearchParams(body)]
  return Object.fromEntries(
    fields.map(([key, value]) => [key, /^[[{]/.test(value) ? JSON.parse(value) : value]),
  )
}
