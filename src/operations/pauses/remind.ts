import { z } from 'zod'
import { referenceSchema } from '../../core/args.ts'
import { hiddenField, optional, textInput } from '../../core/common-fields.ts'
import type { Guest, Member, RequestTime } from '../../core/context.ts'
import { Refused } from '../../core/errors.ts'
import { type Field, issue, value, withoutEmpty } from '../../core/field.ts'
import { type Operation, operation } from '../../core/operation.ts'
import { memberOrGone, refuseForbidden } from '../../core/permissions.ts'
import { parseBefore } from '../../language/hours.ts'
import { formatCount, formatFirst } from '../../language/wording.ts'
import { type Button, fitsValue, runButton } from '../../message/blocks.ts'
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
import { channel, channelOf, replyInChannel } from '../channel-field.ts'
import { listReply } from '../pages.ts'
import { findPlan, planArgs } from '../plans/plan-fields.ts'
import { withState } from '../plans/plan-states.ts'
import {
  formatBack,
  isAdjacent,
  matchingPauses,
  type PausedPlan,
  pauseReferenceSchema,
  referToPause,
  todayOf,
} from './active-pauses.ts'
import { announcedPause } from './announcement.ts'
import { changeToButton, oneMoreDayButton, plansButtons } from './pause-buttons.ts'

/** Reminds of pauses that end soon, on schedule. */
const pauseRemind = operation({
  id: 'pause.remind',
  access: 'anyone',
  command: { words: ['pause ending'] },
  summary: 'reminds of pauses that end soon',
  isHidden: true,
  fields: { due: hiddenField(z.array(announcedPauseSchema).min(1)) },
  async execute({ due }, guest) {
    if (!due) throw new Refused(mrkdwn`\`/pause list\` shows when paused plans are back.`)
    const pauses = await filterEnabled(due, guest)
    const member = await memberOrGone(guest, due[0]?.organization)
    if (!member) return { unverified: pauses }
    return { endings: await findEndings(member, pauses), at: member.at }
  },
  present(result, { person: { user } }): Reply {
    if (result.unverified) {
      const names = formatFirst(result.unverified.map(({ name }) => name))
      const [pause, pronoun] = result.unverified.length > 1 ? ['pauses', 'them'] : ['pause', 'it']
      const text = mrkdwn`The ${pause} of *${names}* should end soon. ${mention(user)}, who paused ${pronoun}, no longer has an access token that works for ${pronoun}, so I could not check. \`/pause list\` shows the pauses.`
      return { text, to: 'channel', ...(result.unverified.length === 0 && { isEmpty: true }) }
    }
    const { endings, at } = result
    const [only, another] = endings
    if (!only) return { text: mrkdwn`No plan is coming back from a pause.`, to: 'me', isEmpty: true }
    const byline = mrkdwn`${mention(user)} paused ${another ? 'them' : 'it'}.`
    const rows = endings.map(({ plan, pause }) => ({
      text: formatEnding({ plan, pause }, at),
      name: plan.name,
      side: oneMoreDayButton(plan, pause),
    }))
    const reminder = another
      ? listReply(
          lines(mrkdwn`${formatCount(endings.length, 'plan')} are back soon.`, byline),
          rows,
          ...plansButtons('Show pauses', 'pause.list', endings, () => ({})),
        )
      : reply('me', lines(formatEnding(only, at), byline), ...buttonsOf(only, at))
    return { ...reminder, to: 'channel', remindsOf: endings.map(each => announcedPause(each, at)) }
  },
})

/** Drops pauses if the channel has turned reminders off since. */
async function filterEnabled(
  pauses: readonly AnnouncedPause[],
  { channel, subscriptions, workspace }: Guest,
) {
  const organization = pauses[0]?.organization
  if (channel === undefined || organization === undefined) return pauses
  const isOff = (await subscriptions.lead(workspace.team, { channel, organization })) === 'off'
  return isOff ? pauses.filter(({ remind }) => remind !== undefined) : pauses
}

/** Returns the announced pauses that still exist and after which plans resume. */
async function findEndings(member: Member, announced: readonly AnnouncedPause[]): Promise<PausedPlan[]> {
  const { at } = member
  const plans = await member.plans()
  const targets = announced.flatMap(({ plan: id, ...pause }) => {
    const plan = plans.find(plan => plan.id === id)
    const found = plan ? matchingPauses(plan, [referToPause(plan, pause)], at) : []
    return plan ? found.map((pause): PausedPlan => ({ plan, pause })) : []
  })
  // Another pause may continue a pause without a gap.
  const lastPauses = targets.filter(
    ({ plan, pause: { until } }) =>
      !plan.pauses.some(other => other.until > until && isAdjacent(other.from, until)),
  )
  const withStates = await Promise.all(
    lastPauses.map(async ({ plan, pause }) => ({ plan: await withState(plan, member), pause })),
  )
  return withStates.filter(
    ({ plan, pause }) => plan.state !== 'inactive' && formatBack(plan, pause.until, at) !== undefined,
  )
}

const formatEnding = ({ plan, pause }: PausedPlan, at: RequestTime): Mrkdwn =>
  mrkdwn`*${plan.name}* is ${formatBack(plan, pause.until, at) ?? ''}${pause.reason ? ` – ${pause.reason}` : ''}.`

function buttonsOf({ plan, pause }: PausedPlan, at: RequestTime): Button[] {
  const until = addDays(mondayOf(todayOf(plan, at)), 14)
  const mondayWeek = changeToButton('Until Monday week', { plan, pause }, { kind: 'until', until })
  return [
    oneMoreDayButton(plan, pause),
    ...(pause.until < until ? [mondayWeek] : []),
    runButton('Let it resume', 'pause.settle', { ...planArgs(plan), pause: referToPause(plan, pause) }),
  ].filter(fitsValue)
}

/** Changes nothing in the service; marks a reminder as settled for its readers. */
const pauseSettle: Operation = operation({
  id: 'pause.settle',
  effect: 'write',
  doing: 'noting',
  command: { words: ['pause settle'] },
  summary: 'says below a reminder that a plan may resume',
  isHidden: true,
  fields: { plan: hiddenField(referenceSchema), pause: hiddenField(pauseReferenceSchema) },
  async execute({ plan: reference, pause: targets }, context) {
    if (!reference) throw new Refused(mrkdwn`Press *Let it resume* below a reminder.`)
    await refuseForbidden(pauseSettle, context)
    const plan = await findPlan(reference, context)
    const [pause] = matchingPauses(plan, targets && [targets], context.at)
    return { plan, pause }
  },
  present({ plan, pause }, { person, at }) {
    if (!pause) return { text: mrkdwn`*${plan.name}* no longer has such a pause.`, to: 'me' }
    const text = mrkdwn`OK. ${formatEnding({ plan, pause }, at)}`
    return { text, to: 'me', over: mrkdwn`${mention(person.user)} lets it resume.` }
  },
})

/** When to remind: `2 days before 10am`, `on` for the default, or `off`. */
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

/** When to remind of one pause; can only be set in the form. */
export const pauseLead: Field<Lead | undefined, Guest> = optional({ ...lead, parseFrom: undefined })

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
  form: { title: 'Set reminders', submit: 'Set reminders' },
  fields: { channel, remind: lead },
  async load({ channel: selected }, context) {
    const { subscriptions, workspace, organization } = context
    const channel = channelOf(selected, context)
    const lead = await subscriptions.lead(workspace.team, { channel, organization: organization.id })
    return { args: { channel, remind: lead ?? DEFAULT_LEAD } }
  },
  async execute({ channel: selected, remind }, context) {
    const { subscriptions, organization } = context
    const channel = channelOf(selected, context)
    await subscriptions.remind(context, { channel, organization: organization.id }, remind)
    return { channel, remind }
  },
  present({ channel, remind }, context) {
    const actor = mention(context.person.user)
    const text =
      remind === 'off'
        ? mrkdwn`${actor} turned reminders of pauses off. \`/dayshift remind on\` turns them on again.`
        : mrkdwn`${actor} set reminders of pauses: ${formatCount(remind.days, 'working day')} before the plan is back, at ${remind.time} on its clock. This applies to pauses made from now on.`
    return replyInChannel(channel, text, context)
  },
})

export const reminderOperations = [pauseRemind, pauseSettle, reminderSet]
