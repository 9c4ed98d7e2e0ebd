import { readFileSync } from 'node:fs'
import { SOCKETS } from '../web/listening.ts'

/** What the bot itself needs open: its calls to Slack and to the service, its database, its program. */
const OWN = 200
/** With fewer it serves, and hardly more than a few people at a time. */
const FEW = 512

/** How many files, and connections, this process may have open; without a limit where the system does not tell. */
export function openFilesAllowed(limits = '/proc/self/limits'): number {
  try {
    return Number(
      /^Max open files\s+(\d+)/m.exec(readFileSync(limits, 'utf8'))?.[1] ?? Number.POSITIVE_INFINITY,
    )
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/**
 * How so many open files are shared out: the sockets that listen, and the connections of others at a time, beyond which
 * nobody could be answered for want of a connection to Slack, to the service or to the database.
 */
export const sharesOf = (allowed: number) => ({
  isFew: allowed < FEW,
  sockets: Math.max(1, Math.min(SOCKETS, Math.floor(allowed / 16))),
  mostConnections: Math.max(Math.floor(allowed / 4), allowed - OWN - SOCKETS),
})
