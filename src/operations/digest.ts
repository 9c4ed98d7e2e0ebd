import { z } from 'zod'
import { hiddenField, textInput } from '../core/common-fields.ts'
import type { Guest, Member, Pause, Plan, RequestTime } from '../core/context.ts'
import { Refused } from '../core/errors.ts'
import { type Field, issue, value, withoutEmpty } from '../core/field.ts'
import { operation } from '../core/operation.ts'
import { memberOrGone } from '../core/permissions.ts'
import { formatActor } from '../core/person.ts'
import { sayHours, WEEK } from '../language/dates/calendar.ts'
import { instantOf, todayIn } from '../language/dates/zone.ts'
import { type Moments, parseMoments } from '../language/hours.ts'
import { type Button, context, runButton } from '../message/blocks.ts'
import { lines, mention, mrkdwn } from '../message/mrkdwn.ts'
import { type Reply, reply, withNote } from '../message/reply.ts'
import { addDays, daysFrom, formatDay, mondayOf } from './calendar-days.ts'
import { channel, channelOf, formatChannel, replyInChannel } from './channel-field.ts'
import { listReply, type Row } from './pages.ts'
import { activePauses, formatPauseRow } from './pauses/active-pauses.ts'
import { changeButton, oneMoreDayButton, resumeButton } from './pauses/pause-buttons.ts'
import { toggleButton } from './plans/plan-fields.ts'
import { type CurrentPlan, loadStatus } from './plans/plan-states.ts'
import { findTurnOffAuthor, recentChanges } from './show-history.ts'

const momentsSchema = z.object({ days: z.array(z.enum(WEEK)).min(1), time: z.iso.time({ precision: -1 }) })

const digestSchema = z.object({
  channel: z.string(),
  organization: z.string(),
  when: momentsSchema,
  zone: z.string(),
})
type Digest = z.infer<typeof digestSchema>

const DIGEST = 'digest.show'
const DEFAULT_MOMENTS: Moments = { days: WEEK.slice(0, 5), time: '09:00' }

const when: Field<Moments | 'off', Guest> = {
  schema: z.union([momentsSchema, z.literal('off')]),
  inputs: [textInput('when', 'When', { max: 100, placeholder: 'weekdays 9am, mondays 8:30, off …' })],
  read: ({ when = '' }) => {
    const read = /^(?:off|none|never|stop)$/i.test(when) ? 'off' : parseMoments(when)
    return read ? value(read) : issue('when', 'Say when, such as “weekdays 9am”, or “off”.')
  },
  format: when => ({ when: when === 'off' ? when : formatMoments(when) }),
  parseFrom: rest => ({ values: withoutEmpty({ when: rest }), rest: '' }),
}

const formatMoments = ({ days, time }: Moments): string => `${sayHours({ days })} ${time}`

async function loadDigests(member: Member): Promise<(Digest & { actor: string })[]> {
  const { subscriptions, organization } = member
  const scheduled = await subscriptions.scheduled(member, DIGEST)
  return scheduled.flatMap(({ actor, args: { due } }) => {
    const digest = digestSchema.safeParse(due).data
    return digest?.organization === organization.id ? [{ ...digest, actor }] : []
  })
}

const findDigest = async (channel: string, member: Member) =>
  (await loadDigests(member)).find(digest => digest.channel === channel)

function nextTime({ when, zone }: Pick<Digest, 'when' | 'zone'>, now: Date): Date {
  const today = todayIn(zone, now)
  const [next = now] = Array.from({ length: WEEK.length + 1 }, (_, ahead) => addDays(today, ahead))
    .filter(day => when.days.some(name => WEEK.indexOf(name) === daysFrom(mondayOf(day), day)))
    .map(day => instantOf(day, when.time, zone))
    .filter(time => time > now)
  return next
}

const digestSet = operation({
  id: 'digest.set',
  effect: 'write',
  doing: 'setting up',
  private: true,
  writesTo: 'bot',
  command: { words: ['digest', 'digest set'], usage: '<when> [channel]' },
  summary: 'posts what is paused, starts and ends this week in a channel regularly',
  examples: ['digest weekdays 9am', 'digest off'],
  form: { title: 'Set up a digest', submit: 'Set digest' },
  fields: { channel, when },
  async load({ channel: selected }, context) {
    const channel = channelOf(selected, context)
    return { args: { channel, when: (await findDigest(channel, context))?.when ?? DEFAULT_MOMENTS } }
  },
  async execute({ channel: selected, when }, context) {
    const { subscriptions, organization } = context
    const { now, zone = 'UTC' } = context.at
    const channel = channelOf(selected, context)
    const place = { channel, organization: organization.id }
    const wasOn = (await findDigest(channel, context)) !== undefined
    if (when !== 'off') {
      const due: Digest = { ...place, when, zone }
      await subscriptions.schedule(context, DIGEST, place, { due }, nextTime(due, now))
    } else if (wasOn) await subscriptions.unschedule(context, DIGEST, place)
    return { channel, when, zone, wasOn }
  },
  present({ channel, when, zone, wasOn }, context) {
    if (when === 'off' && !wasOn)
      return { text: mrkdwn`There was no digest in ${formatChannel(channel)}.`, to: 'me' }
    const actor = mention(context.person.user)
    const text =
      when === 'off'
        ? mrkdwn`${actor} ended the digest.`
        : mrkdwn`${actor} set up a digest: ${formatMoments(when)} (${zone}). It is read with their access token. \`/dayshift digest off\` ends it.`
    return replyInChannel(channel, text, context)
  },
})

const digestList = operation({
  id: 'digest.list',
  private: true,
  command: { words: ['digest list', 'digests'] },
  summary: 'lists the digests of the channels',
  examples: ['digests'],
  fields: {},
  execute: (_, context) => loadDigests(context),
  present(digests, { person }) {
    const emptyNote = mrkdwn`No channel gets a digest yet. \`/dayshift digest weekdays 9am\` sets one up.`
    if (digests.length === 0) return listReply(emptyNote, [])
    const rows = digests.map(({ channel, when, zone, actor }) => ({
      text: mrkdwn`${formatChannel(channel)}: ${formatMoments(when)} (${zone}), set up by ${formatActor(actor, person.key)}`,
      name: channel,
      side: runButton('Stop', 'digest.set', { channel, when: 'off' }),
    }))
    return listReply(mrkdwn`Channels that get a digest:`, rows)
  },
})

/** Runs on schedule. */
const digestShow = operation({
  id: DIGEST,
  access: 'anyone',
  command: { words: ['digest show'] },
  summary: 'posts a digest that is due',
  isHidden: true,
  fields: { due: hiddenField(digestSchema) },
  async execute({ due }, guest) {
    if (!due) throw new Refused(mrkdwn`\`/dayshift digest weekdays 9am\` posts a digest here regularly.`)
    const member = await memberOrGone(guest, due.organization)
    if (!member) return undefined
    const plans = await loadStatus(await member.plans(), member)
    return { member, groups: groupRows(plans, await findForgotten(plans, member), member.at), due }
  },
  present(result, { person }): Reply {
    if (!result)
      return reply(
        'channel',
        mrkdwn`The digest here ends: ${mention(person.user)}, who set it up, no longer has an access token that works for it. \`/dayshift digest weekdays 9am\` sets up another.`,
      )
    const { member, groups, due } = result
    const { organization, at } = member
    const title = mrkdwn`*${organization.name}*, ${formatDay(todayIn(due.zone, at.now))}`
    const empty = mrkdwn`No plan is paused, and no pause starts or ends this week.`
    const rows = groups.flatMap(([heading, all]) => {
      const rest = mrkdwn`and ${all.length - MAX_ROWS} more`
      return [
        ...(all.length > 0 ? [{ text: mrkdwn`*${heading}*` }] : []),
        ...all.slice(0, MAX_ROWS),
        ...(all.length > MAX_ROWS ? [{ text: rest, blocks: [context(rest)] }] : []),
      ]
    })
    const month = runButton('Month', 'plan.month', { organizationId: organization.id })
    const digest = rows.length > 0 ? listReply(title, rows, month) : reply('me', lines(title, empty), month)
    const note = mrkdwn`A digest that ${mention(person.user)} set up, read with their access token.`
    const nextRun = { at: nextTime(due, at.now).toISOString(), args: { due } }
    return { ...withNote(digest, note), to: 'channel', nextRun }
  },
})

const MAX_ROWS = 8

/** Returns plans that have been off for more than 30 days, according to the history. */
async function findForgotten(plans: readonly CurrentPlan[], member: Member): Promise<Forgotten[]> {
  const offPlans = await Promise.all(
    plans
      .filter(({ status: is }) => is === 'off')
      .map(async plan => {
        const author = plan.author ?? findTurnOffAuthor(plan, await recentChanges(plan, member))
        return { plan, since: author?.acceptedAt.slice(0, 10) }
      }),
  )
  return offPlans.flatMap(({ plan, since }) =>
    since && daysFrom(since, plan.today) > FORGOTTEN_DAYS ? [{ plan, since }] : [],
  )
}

type Forgotten = { plan: CurrentPlan; since: string }

const FORGOTTEN_DAYS = 30

function groupRows(
  plans: readonly CurrentPlan[],
  forgotten: readonly Forgotten[],
  at: RequestTime,
): [heading: string, Row[]][] {
  const rowsOf = (
    isIncluded: (pause: Pause, today: string, sunday: string) => boolean,
    buttonOf: (plan: Plan, pause: Pause) => Button,
  ): Row[] =>
    plans.flatMap(plan => {
      const { today } = plan
      const pauses = activePauses(plan, today).filter(each =>
        isIncluded(each, today, addDays(mondayOf(today), 6)),
      )
      return pauses.map(pause => ({
        name: plan.name,
        side: buttonOf(plan, pause),
        text: mrkdwn`*${plan.name}*: ${formatPauseRow(plan, pause, at)}`,
      }))
    })
  return [
    ['Paused now', rowsOf(({ from, until }, today, sunday) => from <= today && until > sunday, resumeButton)],
    [
      'Paused now, and ends this week',
      rowsOf(({ from, until }, today, sunday) => from <= today && until <= sunday, oneMoreDayButton),
    ],
    ['Starts this week', rowsOf(({ from }, today, sunday) => from > today && from <= sunday, changeButton)],
    [
      'Off: forgotten?',
      forgotten.map(({ plan, since }) => ({
        name: plan.name,
        side: toggleButton(plan),
        text: mrkdwn`*${plan.name}*: off since ${formatDay(since)}`,
      })),
    ],
  ]
}

export const digestOperations = [digestSet, digestList, digestShow]
