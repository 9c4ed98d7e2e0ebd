import { actions, type Block, context, section } from '../../block-kit/blocks.ts'
import { code, lines, type Mrkdwn, mrkdwn } from '../../block-kit/mrkdwn.ts'
import { planIfAny } from '../../fields/named.ts'
import { page } from '../../fields/words.ts'
import { operation } from '../../operation.ts'
import type { Plan } from '../../person.ts'
import { sayCount } from '../../text/counts.ts'
import { drawWeek, SIGNS } from '../../time/strip.ts'
import { pageOf, sayPage, turnButtons } from '../pages.ts'
import { sayUnread } from '../unread.ts'
import { noPlans, noteOn, summaryOf } from './summary.ts'

export const planWeek = operation({
  id: 'plan.week',
  sentences: ['plan week', 'week', 'this week', 'show week', 'show this week'],
  usage: '[plan]',
  summary: 'draws this week at a glance: of one plan, or of all',
  examples: ['plan week', 'plan week web-prod'],
  access: 'actor',
  effect: 'read',
  fields: { page, plan: planIfAny },
  perform: async ({ page, plan }, me) => ({
    page: pageOf(plan ? [plan] : await me.plans(), page, WEEKS_A_PAGE),
    unread: plan ? 0 : await me.plansUnread(),
  }),
  reply({ page, unread }, me) {
    const { shown, total } = page
    if (total + unread === 0) return noPlans(me)
    const plans = mrkdwn`${sayCount(total, 'plan')} of *${me.organization.name}*`
    const title = lines(mrkdwn`This week of ${plans}${sayPage(page)}.`, sayUnread(unread, 'plan'))
    const told = shown.map(plan => ({
      text: lines(mrkdwn`*${plan.name}*`, summaryOf(plan, me.at)),
      weeks: [weekOf(plan, me.at.now)].filter(week => week !== undefined),
    }))
    const note = noteOn(shown)
    const blocks: Block[] = [
      section(title),
      // A week is a block of its own, so that no sign in a foreign name can end it.
      ...told.flatMap(({ text, weeks }) => [text, ...weeks].map(each => section(each))),
      ...(told.some(({ weeks }) => weeks.length > 0) ? [context(LEGEND)] : []),
      ...(note ? [context(note)] : []),
      ...actions(...turnButtons('plan.week', page)),
    ]
    return {
      text: lines(title, ...told.map(({ text }) => text), note),
      blocks,
      to: 'me',
      ...(total === 0 && { empty: true }),
    }
  },
})

/** Seven rows a plan are much of a phone's screen. */
const WEEKS_A_PAGE = 5

/** What the signs of a week stand for. */
export const LEGEND = mrkdwn`${SIGNS.in} in hours   ${SIGNS.out} out of hours   ${SIGNS.paused} paused   ${SIGNS.now} now, on the plan’s own clock`

/** The week of a plan as a block of code, whose every line is our own; nothing where the service told no hours. */
export function weekOf(
  { schedule, pauses }: Pick<Plan, 'schedule' | 'pauses'>,
  now: Date,
): Mrkdwn | undefined {
  if (schedule?.start === undefined || schedule.duration === undefined) return undefined
  return code(drawWeek(schedule, pauses, now))
}
