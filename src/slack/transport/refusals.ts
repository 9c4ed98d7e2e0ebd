import { createSeldom } from '../../web/throttled-log.ts'
import type { Log } from './dispatch.ts'
import type { RefusedRequest } from './request.ts'

/** Anybody can send something forged; where Slack's own is taken for that, nothing else comes. */
const IN_A_ROW = 3

type Deps = {
  clock: () => Date
  log: Log
  /** Hears why a request was refused. */
  refused(why: string): void
}

/** Tells of what is refused at the events address, and loudly where it may be all that Slack sends. */
export function createRefusals({ clock, log, refused }: Deps) {
  const warn = createSeldom({ log, clock })
  const alarm = createSeldom({ log, clock, level: 'error' })
  let forged = 0

  return {
    /** Slack signed one. */
    clear(): void {
      forged = 0
    },

    tell({ why, status, aheadSeconds }: RefusedRequest): void {
      refused(why)
      if (why === 'forged') forged += 1
      if (aheadSeconds !== undefined) alarm(CLOCK, { why, status, aheadSeconds })
      else if (forged >= IN_A_ROW && why === 'forged') alarm(SECRET, { why, status })
      else warn('Refused a request to the events address', { why, status })
    },
  }
}

const CLOCK =
  'Refused what Slack signed, since the clock here is more than five minutes off, or somebody sends it again: let NTP set the clock'

const SECRET =
  'Refused what is signed with another secret, and nothing else comes: SLACK_SIGNING_SECRET is to be the Signing Secret of this app, under Basic Information at https://api.slack.com/apps'
