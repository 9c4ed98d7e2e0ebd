import type { webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import type { Deliver } from '../delivery/deliver.ts'
import {
  type Origin,
  originOfCommand,
  originOfEvent,
  originOfInteraction,
  originOfShortcut,
} from '../origin.ts'
import { withoutAddresses } from '../without-addresses.ts'
import type { Reason } from './rejected.ts'
import type { RequestKind } from './request-kinds.ts'

type Body = Readonly<Record<string, unknown>>

/** Whoever is turned away is told by the way, not in place of the work of all others. */
const MOST = 8

/**
 * Tells people in a message of their own why they were turned away: resolves when that is done, as far as it can be.
 * Gives nothing where there is no room for it, which `canTell` says before.
 */
export function createTell(deps: {
  deliver: Pick<Deliver, 'reply'>
  clientAt: (origin: Origin) => Promise<webApi.WebClient | undefined>
  clock: () => Date
  log: Logger
}) {
  const { deliver, clientAt, clock, log } = deps
  let underWay = 0

  const canTell = () => underWay < MOST

  return {
    canTell,
    tell: (body: Body, kind: RequestKind, reason: Reason): Promise<void> | undefined =>
      canTell() ? tell(body, kind, reason) : undefined,
  }

  async function tell(body: Body, kind: RequestKind, { text }: Reason): Promise<void> {
    underWay += 1
    try {
      const origin = originOf(kind)(body, clock())
      const client = await clientAt(origin)
      if (client) await deliver.reply(client, origin, { text, to: 'me' })
    } catch (error) {
      log.warn({ reason: withoutAddresses(error) }, 'somebody who was turned away could not be told')
    } finally {
      underWay -= 1
    }
  }
}

function originOf(kind: RequestKind) {
  if (kind === 'command') return originOfCommand
  if (kind === 'event') return originOfEvent
  return kind === 'shortcut' ? originOfShortcut : originOfInteraction
}
