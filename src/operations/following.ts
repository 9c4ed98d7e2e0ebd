import { z } from 'zod'
import { hiddenField } from '../core/common-fields.ts'
import { operation } from '../core/operation.ts'
import { memberOrGone } from '../core/permissions.ts'
import { formatCount, formatFirst } from '../language/wording.ts'
import { type Button, runButton } from '../message/blocks.ts'
import { lines, mrkdwn } from '../message/mrkdwn.ts'
import { reply } from '../message/reply.ts'
import { listReply } from './pages.ts'
import { findPlan, type PlanReference, planArgs, planField, showButton } from './plans/plan-fields.ts'
import { formatPastChange, historyQuery } from './show-history.ts'

const followAdd = operation({
  id: 'follow.add',
  private: true,
  command: { words: ['follow', 'plan follow', 'watch'], usage: '<plan>' },
  summary: 'tells you in a direct message when others change a plan through Dayshift',
  examples: ['follow web-prod'],
  form: { title: 'Follow a plan', submit: 'Follow' },
  fields: { plan: planField },
  async execute({ plan: reference }, context) {
    const plan = await findPlan(reference, context)
    await context.subscriptions.follow(context, context.organization.id, plan)
    return plan
  },
  present: plan =>
    reply(
      'me',
      mrkdwn`You follow *${plan.name}*: I will tell you in a direct message when others change it through Dayshift.`,
      unfollowButton(plan),
    ),
})

const unfollowButton = (plan: PlanReference): Button => runButton('Unfollow', 'follow.remove', planArgs(plan))

const followRemove = operation({
  id: 'follow.remove',
  private: true,
  command: { words: ['unfollow', 'plan unfollow', 'unwatch'], usage: '<plan>' },
  summary: 'stops telling you of changes to a plan',
  examples: ['unfollow web-prod'],
  form: { title: 'Unfollow a plan', submit: 'Unfollow' },
  fields: { plan: planField },
  execute: async ({ plan }, context) => ({
    plan,
    wasFollowed: await context.subscriptions.unfollow(context, context.organization.id, plan),
  }),
  present: ({ plan, wasFollowed }) =>
    reply('me', mrkdwn`You ${wasFollowed ? 'no longer' : 'did not'} follow *${plan.name}*.`),
})

const followList = operation({
  id: 'follow.list',
  access: 'anyone',
  private: true,
  command: { words: ['following', 'follows', 'what do i follow'] },
  summary: 'lists the plans that you follow',
  fields: {
    /** The change that a notification is about; absent on request. */
    change: hiddenField(z.object({ id: z.string(), organization: z.string() })),
  },
  async execute({ change: notice }, guest) {
    // Followers who can no longer see a plan are not notified of it.
    const member = notice ? await memberOrGone(guest, notice.organization) : await guest.member()
    if (!member) return undefined
    const followedPlans = await member.subscriptions.followed(member, member.organization.id)
    const change = notice && (await member.history.find(historyQuery(member), notice.id))
    const existing = await member.plans()
    const plans = existing.filter(
      ({ id }) =>
        followedPlans.some(plan => plan.id === id) &&
        (!notice || change?.subjects.some(subject => subject.id === id)),
    )
    return notice && plans.length === 0 ? undefined : { plans, change, member }
  },
  present(result) {
    if (!result) return { text: mrkdwn``, to: 'me', isEmpty: true }
    const { plans, change, member } = result
    const [plan] = plans
    if (plan && change)
      return reply(
        'me',
        lines(
          mrkdwn`You follow ${formatFirst(plans.map(({ name }) => name))}:`,
          formatPastChange(change, member),
        ),
        showButton(plan),
        unfollowButton(plan),
      )
    if (!plan) return listReply(mrkdwn`You follow no plan. \`/dayshift follow web-prod\` follows one.`, [])
    return listReply(
      mrkdwn`You follow ${formatCount(plans.length, 'plan')}.`,
      plans.map(plan => ({ text: mrkdwn`*${plan.name}*`, name: plan.name, side: unfollowButton(plan) })),
    )
  },
})

export const followOperations = [followAdd, followRemove, followList]
