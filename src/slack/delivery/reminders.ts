import type { Logger } from 'pino'
import type { ChangeStore } from '../../changes/change-store.ts'
import type { Subscriptions } from '../../core/context.ts'
import { instantOf } from '../../language/dates/zone.ts'
import {
  type AnnouncedPause,
  DEFAULT_LEAD,
  type Lead,
  type PostedMessage,
  type Reply,
} from '../../message/reply.ts'
import { followUpOrigin, keyOf, type Origin } from '../origin.ts'

/** The time of a reminder on a pause's last day, if none was specified. */
const MORNING = '09:00'

/**
 * Creates the function that schedules reminders of the pauses that a reply announces, before their plans run
 * again, in the thread of the announcement; it never rejects.
 */
export function createReminders(deps: {
  store: Pick<ChangeStore, 'schedule'>
  subscriptions: Pick<Subscriptions, 'lead'>
  clock: () => Date
  log: Logger
}) {
  const { store, subscriptions, clock, log } = deps
  return async ({ announces = [] }: Reply, origin: Origin, posted?: PostedMessage): Promise<void> => {
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
            key: JSON.stringify([
              'remind',
              team,
              organization,
              pauses.map(({ plan, id, from, until }) => [plan, id, from, until]),
            ]),
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
  }
}

/** The thread of an announcement, or its channel if its message is unknown. */
function threadOf(origin: Origin, posted: PostedMessage | undefined): Origin {
  if (posted && posted.channel !== origin.channel) return followUpOrigin(origin, posted.channel, posted.ts)
  return followUpOrigin(origin, origin.channel, origin.about ?? origin.thread ?? posted?.ts)
}

/**
 * When to remind of a pause, in Unix milliseconds: some working days before the day after its last one, or in
 * the morning for a pause that ends today. Undefined if that is over or reminders are off.
 */
function reminderTime(pause: AnnouncedPause, defaultLead: Lead | undefined, now: Date): number | undefined {
  const { until, clock, remind = defaultLead } = pause
  const lead = remind ?? DEFAULT_LEAD
  if (lead === 'off') return undefined
  const isToday = instantOf(until, '00:00', clock) <= now
  const at =
    isToday && remind === undefined
      ? instantOf(until, MORNING, clock)
      : instantOf(workingDaysBefore(until, lead.days), lead.time, clock)
  return at > now ? at.getTime() : undefined
}

/** The ISO date `count` working days before the day after the pause's last day. */
function workingDaysBefore(until: string, count: number): string {
  let day = Temporal.PlainDate.from(until).add({ days: 1 })
  for (let remaining = count; remaining > 0; ) {
    day = day.subtract({ days: 1 })
    if (day.dayOfWeek <= FRIDAY) remaining -= 1
  }
  return day.toString()
}

const FRIDAY = 5
