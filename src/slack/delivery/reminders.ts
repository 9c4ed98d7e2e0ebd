import type { Logger } from 'pino'
import type { ChangeStore } from '../../changes/change-store.ts'
import type { Subscriptions } from '../../changes/subscriptions.ts'
import { instantOf } from '../../language/dates/zone.ts'
import {
  type AnnouncedPause,
  type Lead,
  type PostedMessage,
  type Reply,
  USUAL_LEAD,
} from '../../message/reply.ts'
import { keyOf, type Origin, originLater } from '../origin.ts'

export type Reminders = ReturnType<typeof createReminders>

/** On the day itself, where it was not said when. */
const MORNING = '09:00'

/** Sees to it that people are reminded of pauses before their plans are back. */
export function createReminders(deps: {
  store: Pick<ChangeStore, 'schedule'>
  subscriptions: Pick<Subscriptions, 'lead'>
  clock: () => Date
  log: Logger
}) {
  const { store, subscriptions, clock, log } = deps
  return {
    /** Schedules the reminders of what a reply announces, in the thread of the message that it became; never rejects. */
    async schedule({ announces = [] }: Reply, origin: Origin, posted?: PostedMessage): Promise<void> {
      const [first] = announces
      if (!first) return
      const { team, enterprise = null, channel } = origin
      try {
        const { organization } = first
        const lead =
          channel === undefined ? undefined : await subscriptions.lead(team, { channel, organization })
        const byTime = Map.groupBy(announces, pause => reminderTime(pause, lead, clock()))
        for (const [time, pauses] of byTime)
          if (time !== undefined)
            await store.schedule({
              key: JSON.stringify(['remind', team, pauses.map(keyOfPause)]),
              operation: 'pause.remind',
              args: { due: pauses },
              about: pauses,
              origin: threadOf(origin, posted),
              actor: keyOf(origin),
              team,
              enterprise,
              dueAt: new Date(time),
            })
      } catch (error) {
        log.warn({ err: error }, 'a reminder is not scheduled')
      }
    },
  }
}

const keyOfPause = ({ organization, plan, id, from, until }: AnnouncedPause) => [
  organization,
  plan,
  id,
  from,
  until,
]

/** The thread of an announcement; its channel, where it is not known which message it became. */
function threadOf(origin: Origin, posted: PostedMessage | undefined): Origin {
  if (posted && posted.channel !== origin.channel) return originLater(origin, posted.channel, posted.ts)
  return originLater(origin, origin.channel, origin.about ?? origin.thread ?? posted?.ts)
}

/**
 * When people are reminded of a pause, in ms: some working days before the day after its last one. One of today alone is
 * reminded of in the morning. Undefined where that is over, as who paused knows by then, or is not wanted.
 */
function reminderTime(pause: AnnouncedPause, usual: Lead | undefined, now: Date): number | undefined {
  const { until, clock, remind = usual } = pause
  const lead = remind ?? USUAL_LEAD
  if (lead === 'off') return undefined
  const day = Temporal.PlainDate.from(until)
  const isToday = instantOf(until, '00:00', clock) <= now
  const at =
    isToday && remind === undefined
      ? instantOf(until, MORNING, clock)
      : instantOf(workingDaysBefore(day.add({ days: 1 }), lead.days).toString(), lead.time, clock)
  return at > now ? at.getTime() : undefined
}

function workingDaysBefore(day: Temporal.PlainDate, count: number): Temporal.PlainDate {
  if (count === 0) return day
  const before = day.subtract({ days: 1 })
  return workingDaysBefore(before, before.dayOfWeek <= FRIDAY ? count - 1 : count)
}

const FRIDAY = 5
