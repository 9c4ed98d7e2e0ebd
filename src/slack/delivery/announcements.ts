import type { webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import type { Announcement } from '../../changes/change-rows.ts'
import type { ChangeStore } from '../../changes/change-store.ts'
import type { Subscriptions } from '../../core/context.ts'
import { formatActor, personKey } from '../../core/person.ts'
import { instantOf } from '../../language/dates/zone.ts'
import { capitalize, formatFirst } from '../../language/wording.ts'
import { type Block, context, section } from '../../message/blocks.ts'
import { formatInstant, lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import {
  type AnnouncedPause,
  DEFAULT_LEAD,
  type Lead,
  type OutdatedPause,
  type PostedMessage,
  type Reply,
} from '../../message/reply.ts'
import { followUpOrigin, keyOf, type Origin } from '../origin.ts'
import { messageOf } from './deliver.ts'
import { isRefused } from './delivery-error.ts'
import type { ClientFor } from './slack-http.ts'

/** Keeps announcements of pauses up to date, and reminds of pauses before their plans run again. */
export function createAnnouncements(deps: {
  store: Pick<ChangeStore, 'announcements' | 'updateAnnouncement' | 'channelOf' | 'schedule'>
  subscriptions: Pick<Subscriptions, 'lead'>
  clientFor: ClientFor
  clock: () => Date
  log: Logger
}) {
  const { store, subscriptions, clientFor, clock, log } = deps

  async function updateMessages(announcement: Announcement): Promise<void> {
    const message = messageOf(replyOf(announcement))
    const client = await clientFor(announcement)
    for (const { channel, ts } of [...announcement.copies, announcement])
      await client?.chat.update({ channel, ts, ...message })
  }

  const warn = (error: unknown) => log.warn({ reason: error }, 'an announcement could not be updated')

  /** Updates the messages that announced pauses; never rejects. */
  async function update(outdates: readonly OutdatedPause[]): Promise<void> {
    const [first] = outdates
    if (!first) return
    try {
      const plans = [...new Set(outdates.map(({ plan }) => plan))]
      for (const { id, announcement, sealed } of await store.announcements(first.organization, plans)) {
        const updated = withoutOutdated(announcement, outdates)
        if (updated === announcement) continue
        // Continues with the other messages if Slack refuses this one.
        await updateMessages(updated).catch(warn)
        const remaining = updated.pauses.length > 0 ? updated : undefined
        // If another change has updated it at the same time, this one is added to that.
        if (!(await store.updateAnnouncement(id, sealed, remaining))) return update(outdates)
      }
    } catch (error) {
      warn(error)
    }
  }

  return {
    update,

    /**
     * The channel to notify of pauses requested in a DM: the one that last announced their plans, if it is
     * public, not shared with other organizations, and has the person as a member. Resolves to undefined if
     * the reply announces no pauses.
     */
    async findChannel(
      client: webApi.WebClient,
      origin: Origin,
      reply: Reply,
    ): Promise<ChannelTarget | undefined> {
      const pauses = [...(reply.announces ?? []), ...(reply.outdates ?? [])]
      const [first] = pauses
      if (!first || reply.to === 'me') return undefined
      try {
        const plans = new Set(pauses.map(({ plan }) => plan))
        const channel = await store.channelOf(origin.team, first.organization, plans)
        const canPost = channel !== undefined && (await isOwnChannel(client, origin.user, channel))
        if (canPost) return { channel, note: mrkdwn`${{ mrkdwn: `<#${channel}>` }} will hear of it.` }
      } catch (error) {
        log.warn({ reason: error }, 'no channel to tell')
      }
      return { note: mrkdwn`No channel was told.` }
    },

    /** Schedules reminders of the pauses that a reply announces, in its thread; never rejects. */
    async scheduleReminders(
      { announces = [] }: Reply,
      origin: Origin,
      posted?: PostedMessage,
    ): Promise<void> {
      const organization = announces[0]?.organization
      if (organization === undefined) return
      const { team, enterprise = null, channel } = origin
      try {
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
    },

    /** Shows that pauses are over, without asking the service. Rejects unless Slack refuses for good. */
    async expire(announcement: Announcement, outcome = mrkdwn`Over, as far as I know.`): Promise<void> {
      try {
        await updateMessages({ ...announcement, pauses: [], outcomes: [...announcement.outcomes, outcome] })
      } catch (error) {
        if (!isRefused(error)) throw error
        warn(error)
      }
    },
  }
}

/** The channel to notify of a request in a DM, and the note to the person about it. */
type ChannelTarget = { channel?: string; note: Mrkdwn }

/** Whether a person is a member of a public channel that no other organization shares. */
async function isOwnChannel(client: webApi.WebClient, user: string, channel: string): Promise<boolean> {
  const { channels = [] } = await client.users.conversations({
    user,
    types: 'public_channel',
    exclude_archived: true,
    limit: MAX_CHANNELS,
  })
  const match = channels.find(({ id }) => id === channel)
  return match !== undefined && !match.is_ext_shared && !match.is_pending_ext_shared
}

/** The limit of one call (https://docs.slack.dev/reference/methods/users.conversations). */
const MAX_CHANNELS = 999

const isSamePause = (one: AnnouncedPause, { plan, id, from, until }: AnnouncedPause): boolean =>
  one.plan === plan && (one.id === undefined ? one.from === from && one.until === until : one.id === id)

/** Removes outdated pauses from an announcement, and adds their outcomes. */
function withoutOutdated(announcement: Announcement, outdates: readonly OutdatedPause[]): Announcement {
  const { pauses, outcomes, team, enterprise } = announcement
  const reader = personKey({ team, enterprise, user: '' })
  const gone = outdates.filter(each => pauses.some(pause => isSamePause(pause, each)))
  if (gone.length === 0) return announcement
  const remaining = pauses.filter(pause => !gone.some(each => isSamePause(pause, each)))
  const isOnly = pauses.length + outcomes.length === 1
  const newOutcomes = [...Map.groupBy(gone, each => formatOutcome(each, reader).mrkdwn)].map(
    ([outcome, group]) => {
      const names = formatFirst(group.map(({ name }) => name))
      return isOnly ? { mrkdwn: capitalize(outcome) } : mrkdwn`${names}: ${{ mrkdwn: outcome }}`
    },
  )
  return { ...announcement, pauses: remaining, outcomes: [...outcomes, ...newOutcomes] }
}

/** `cancelled by @bo, today at 9:00`, for readers in the workspace of `reader`. */
const formatOutcome = ({ did, actor, doneAt }: OutdatedPause, reader: string): Mrkdwn =>
  mrkdwn`${did} by ${formatActor(actor, reader)}, ${formatInstant(new Date(doneAt))}`

/** The reply of an announcement: with buttons while it has pauses, then with its first line struck out. */
function replyOf({ text, blocks, pauses, outcomes }: Announcement): Reply {
  const outcome = lines(...outcomes)
  if (pauses.length === 0) {
    const struck: Mrkdwn = { mrkdwn: `~${text.mrkdwn.replace(/\n.*/s, '')}~` }
    return { text: lines(struck, outcome), blocks: [section(struck), context(outcome)], to: 'channel' }
  }
  const buttons = blocks.findIndex(({ type }) => type === 'actions')
  const withOutcome: Block[] = blocks.toSpliced(buttons < 0 ? blocks.length : buttons, 0, context(outcome))
  return { text: lines(text, outcome), blocks: withOutcome, to: 'channel' }
}

/** The thread of an announcement, or its channel if its message is unknown. */
function threadOf(origin: Origin, posted: PostedMessage | undefined): Origin {
  if (posted && posted.channel !== origin.channel) return followUpOrigin(origin, posted.channel, posted.ts)
  return followUpOrigin(origin, origin.channel, origin.about ?? origin.thread ?? posted?.ts)
}

/** The time of a reminder on a pause's last day, if none was specified. */
const MORNING = '09:00'

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
