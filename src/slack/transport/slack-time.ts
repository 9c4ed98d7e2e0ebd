import { createSeldom } from '../../web/throttled-log.ts'
import type { Log } from './dispatch.ts'

/** So long Slack waits for an answer (https://docs.slack.dev/interactivity/slash-commands#responding_to_commands). */
const SLACK_WAITS_SECONDS = 3
/** Slack says in which second it sent a request, not when in it. */
const WHOLE_SECOND = 1

/** What was heard counts for so long, and for as long again at most. */
const LATELY_MS = 10 * 60_000
/** One that comes alone may have been under way for long. */
const ENOUGH = 3

/** Clocks that are further apart are not set by anybody. */
const APART_SECONDS = 3
const HOUR_MS = 60 * 60_000

type Heard = { least: number; count: number }

const NOTHING: Heard = { least: Number.POSITIVE_INFINITY, count: 0 }

type Deps = {
  clock: () => Date
  /** Milliseconds of a clock that nobody sets. */
  now: () => number
  log: Log
}

/**
 * What time it is at Slack, by the seconds in which it says that it sent its requests: none comes before it was sent, so the
 * one that came fastest lately tells how far apart the clocks are. Who sets the clock of this machine, and to what, changes
 * nothing in what is late; that it is not Slack's is said in the log, since what is five minutes off is refused.
 */
export function createSlackTime({ clock, now, log }: Deps) {
  const warn = createSeldom({ log, clock, everyMs: HOUR_MS })
  let begun = now()
  let [lately, before] = [NOTHING, NOTHING]

  const secondsFrom = (sent: number) => now() / 1000 - sent
  const least = () => Math.min(lately.least, before.least)

  /** By how many seconds the clock here is ahead of Slack's, or a second more. */
  const lead = () => clock().getTime() / 1000 - (now() / 1000 - least())

  return {
    /** Slack signed a request that says when it was sent, in seconds. */
    hear(sent: number): void {
      const age = now() - begun
      if (age >= LATELY_MS) {
        before = age < 2 * LATELY_MS ? lately : NOTHING
        ;[lately, begun] = [NOTHING, now()]
      }
      lately = { least: Math.min(lately.least, secondsFrom(sent)), count: lately.count + 1 }
      if (lately.count + before.count < ENOUGH) return
      const aheadSeconds = Math.round(lead())
      if (aheadSeconds > APART_SECONDS + WHOLE_SECOND || aheadSeconds < -APART_SECONDS)
        warn(
          'The clock here is not that of Slack, and once it is five minutes off all is refused: let NTP set it',
          {
            aheadSeconds,
          },
        )
    },

    /**
     * Whether Slack surely waits no more for the answer to a request that was sent then (in seconds, by its own clock), and
     * has arrived then (by `now`): it may have waited before anybody saw it.
     */
    isOver: (sent: number, arrived: number): boolean =>
      now() - arrived > SLACK_WAITS_SECONDS * 1000 ||
      secondsFrom(sent) - least() > SLACK_WAITS_SECONDS + WHOLE_SECOND,
  }
}
