import { z } from 'zod'
import { hiddenField, optional, textInput } from '../../core/common-fields.ts'
import type { Guest, Member, Person, RequestTime } from '../../core/context.ts'
import { type Field, issue, value, withoutEmpty } from '../../core/field.ts'
import { type Operation, operation } from '../../core/operation.ts'
import { memberOrGone, refuseForbidden } from '../../core/permissions.ts'
import { parseBefore } from '../../language/hours.ts'
import { formatCount, formatFirst } from '../../language/wording.ts'
import { type Button, fitsValueLimit, runButton } from '../../message/blocks.ts'
import { lines, type Mrkdwn, mention, mrkdwn } from '../../message/mrkdwn.ts'
import {
  type AnnouncedPause,
  announcedPauseSchema,
  DEFAULT_LEAD,
  type Lead,
  leadSchema,
  type Reply,
  reply,
} from '../../message/reply.ts'
import { addDays, mondayOf } from '../calendar-days.ts'
import { channel, channelOf, replyOfChannel, tellChannel } from '../channel-field.ts'
import { listReply } from '../pages.ts'
import { findPlan, planArgs, planField } from '../plans/plan-fields.ts'
import { withState } from '../plans/plan-states.ts'
import {
  activePausesOf,
  formatBack,
  isAdjacent,
  matchingPauses,
  type PausedPlan,
  pauseReferenceSchema,
  referToPause,
  todayOf,
} from './active-pauses.ts'
import { announcedPause } from './announcement.ts'
import { changeToButton, oneMoreDay, plansButtons } from './pause-buttons.ts'

/** Reminds of pauses when that is due; also shows, when it is asked for, which plans are back next. */
const pauseRemind = operation({
  id: 'pause.remind',
  access: 'anyone',
  command: { words: ['pause ending', 'what ends', 'what is back next'] },
  summary: 'shows when paused plans are back, with one more day at a tap',
  fields: {
    /** Set where the bot does it by itself. */
    due: hiddenField(z.array(announcedPauseSchema)),
  },
  async execute({ due }, guest) {
    const pauses = due && (await stillWanted(due, guest))
    const member = due ? await memberOrGone(guest, due[0]?.organization) : await guest.member()
    if (!member) return { unseen: pauses ?? [] }
    return { endings: await endingsOf(member, pauses), at: member.at, isDue: due !== undefined }
  },
  present(result, { person: { user } }): Reply {
    if (result.unseen) {
      const names = formatFirst(result.unseen.map(({ name }) => name))
      const [pause, it] = result.unseen.length > 1 ? ['pauses', 'them'] : ['pause', 'it']
      const text = mrkdwn`The ${pause} of *${names}* should end soon. ${mention(user)}, who paused ${it}, no longer has an access token that works for ${it}, so I could not check. \`/pause list\` shows the pauses.`
      return { text, to: 'channel', ...(result.unseen.length === 0 && { isEmpty: true }) }
    }
    const { endings, at, isDue } = result
    const [only, another] = endings
    if (!only) return { text: mrkdwn`No plan is coming back from a pause.`, to: 'me', isEmpty: true }
    const by = isDue ? mrkdwn`${mention(user)} paused ${another ? 'them' : 'it'}.` : undefined
    const title = by
      ? mrkdwn`${formatCount(endings.length, 'plan')} are back soon.`
      : mrkdwn`Plans that are paused now:`
    const rows = endings.map(({ plan, pause }) => ({
      text: formatEnding({ plan, pause }, at),
      name: plan.name,
      side: oneMoreDay(plan, pause),
    }))
    const reminder = another
      ? listReply(lines(title, by), rows, ...plansButtons('Show pauses', 'pause.list', endings, () => ({})))
      : reply('me', lines(formatEnding(only, at), by), ...buttonsOf(only, at))
    return isDue
      ? { ...reminder, to: 'channel', remindsOf: endings.map(each => announcedPause(each, at)) }
      : reminder
  },
})

/** The channel may have had its reminders turned off since. */
async function stillWanted(pauses: readonly AnnouncedPause[], { channel, subscriptions }: Guest) {
  const organization = pauses[0]?.organization
  if (channel === undefined || organization === undefined) return pauses
  const isOff = (await subscriptions.lead({ channel, organization })) === 'off'
  return isOff ? pauses.filter(({ remind }) => remind !== undefined) : pauses
}

/** The pauses that still end as they were announced, and whose plans are back then; without any, all that are live. */
async function endingsOf(
  member: Member,
  announced: readonly AnnouncedPause[] | undefined,
): Promise<PausedPlan[]> {
  const { at } = member
  const plans = await member.plans()
  const targets: PausedPlan[] = announced
    ? announced.flatMap(({ plan: id, ...pause }) => {
        const plan = plans.find(plan => plan.id === id)
        return plan
          ? matchingPauses(plan, [referToPause(plan, pause)], at).map(pause => ({ plan, pause }))
          : []
      })
    : activePausesOf(plans, at).filter(({ isLive }) => isLive)
  // Without those that another pause goes on after.
  const last = targets.filter(
    ({ plan, pause: { until } }) =>
      !plan.pauses.some(other => other.until > until && isAdjacent(other.from, until)),
  )
  const known = await Promise.all(
    last.map(async ({ plan, pause }) => ({ plan: await withState(plan, member), pause })),
  )
  return known.filter(
    ({ plan, pause }) => plan.state !== 'inactive' && formatBack(plan, pause.until, at) !== undefined,
  )
}

const formatEnding = ({ plan, pause }: PausedPlan, at: RequestTime): Mrkdwn =>
  mrkdwn`*${plan.name}* is ${formatBack(plan, pause.until, at) ?? ''}${pause.reason ? ` – ${pause.reason}` : ''}.`

function buttonsOf({ plan, pause }: PausedPlan, at: RequestTime): Button[] {
  const until = addDays(mondayOf(todayOf(plan, at)), 14)
  const mondayWeek = changeToButton('Until Monday week', { plan, pause }, { kind: 'until', until })
  return [
    oneMoreDay(plan, pause),
    ...(pause.until < until ? [mondayWeek] : []),
    runButton('Let it resume', 'pause.settle', { ...planArgs(plan), pause: referToPause(plan, pause) }),
  ].filter(fitsValueLimit)
}

/** Nothing changes; those who read the reminder see that it is settled. */
const pauseSettle: Operation = operation({
  id: 'pause.settle',
  effect: 'write',
  doing: 'noting',
  command: { words: ['pause settle', 'let resume'], usage: '<plan>' },
  summary: 'says below a reminder that a plan may resume',
  examples: ['pause settle web-prod'],
  isHidden: true,
  form: { title: 'Settle a reminder', submit: 'Let it resume' },
  fields: { plan: { ...planField, kind: undefined }, pause: hiddenField(pauseReferenceSchema) },
  async execute({ plan: reference, pause: targets }, context) {
    await refuseForbidden(pauseSettle, context)
    const plan = await findPlan(reference, context)
    const [pause] = matchingPauses(plan, targets && [targets], context.at)
    return { plan, pause }
  },
  present({ plan, pause }, { person, at }) {
    if (!pause) return { text: mrkdwn`*${plan.name}* has no such pause any more.`, to: 'me' }
    const text = formatEnding({ plan, pause }, at)
    return { text, to: 'me', over: mrkdwn`${mention(person.user)} lets it resume.` }
  },
})

/** When people are reminded: `2 days before 10am`, `on` as usual, or `off`. */
const lead: Field<Lead, Guest> = {
  schema: leadSchema,
  inputs: [textInput('remind', 'Remind', { max: 100, placeholder: '1 working day before 4pm, off …' })],
  read: ({ remind = '' }) => {
    if (/^(?:off|none|never|no)$/i.test(remind)) return value('off')
    const read = /^(?:on|yes)$/i.test(remind) ? DEFAULT_LEAD : parseBefore(remind)
    return read ? value(read) : issue('remind', 'Say when, such as “2 days before 10am”, “on” or “off”.')
  },
  format: lead => ({ remind: formatLead(lead) }),
  parseFrom: rest => ({ values: withoutEmpty({ remind: rest }), rest: '' }),
}

/** When people are reminded of one pause; only the form asks. */
export const ownLead: Field<Lead | undefined, Guest> = optional({ ...lead, parseFrom: undefined })

const formatLead = (lead: Lead): string =>
  lead === 'off' ? 'off' : `${formatCount(lead.days, 'day')} before ${lead.time}`

const reminderSet = operation({
  id: 'reminder.set',
  effect: 'write',
  doing: 'setting',
  private: true,
  writesTo: 'bot',
  command: { words: ['remind', 'reminder', 'reminders'], usage: '<when> [channel]' },
  summary: 'says when a channel is reminded that a paused plan is back soon',
  examples: ['remind 2 days before 10am', 'remind off', 'remind on'],
  form: { title: 'Reminders', submit: 'Set reminders' },
  fields: { channel, remind: lead },
  async load({ channel: named }, context) {
    const channel = channelOf(named, context)
    const lead = await context.subscriptions.lead({ channel, organization: context.organization.id })
    return { args: { channel, remind: lead ?? DEFAULT_LEAD } }
  },
  async execute({ channel: named, remind }, context) {
    const { subscriptions, organization, person } = context
    const channel = channelOf(named, context)
    await subscriptions.remind({ channel, organization: organization.id }, remind)
    await tellChannel(channel, formatSet(remind, person), context)
    return { channel, remind }
  },
  present: ({ channel, remind }, context) =>
    replyOfChannel(channel, formatSet(remind, context.person), context),
})

/** What the channel reads of it. */
const formatSet = (remind: Lead, { user }: Person): Mrkdwn =>
  remind === 'off'
    ? mrkdwn`${mention(user)} turned reminders of pauses off. \`/dayshift remind on\` turns them on again.`
    : mrkdwn`${mention(user)} set reminders of pauses: ${formatCount(remind.days, 'working day')} before the plan is back, at ${remind.time} on its clock. This is for pauses from now on.`

export const reminderOperations = [pauseRemind, pauseSettle, reminderSet]
