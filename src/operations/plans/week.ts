import type { Plan } from '../../core/context.ts'
import type { Moment } from '../../core/locale.ts'
import { operation } from '../../core/operation.ts'
import { filled, type Raw } from '../../core/raw.ts'
import { sayCount } from '../../language/counts.ts'
import { mondayOf, writeDay } from '../../language/dates/calendar.ts'
import { sayDay } from '../../language/dates/text.ts'
import { WEEK } from '../../language/dates/week.ts'
import { today } from '../../language/dates/zone.ts'
import { drawWeek, SIGNS } from '../../language/week-strip.ts'
import { actions, type Block, carries, context, section, turns } from '../../message/blocks.ts'
import { code, lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { weekIfAny } from '../fields/days.ts'
import { page } from '../fields/plain.ts'
import { plansSought, sayPlansSought } from '../fields/sought.ts'
import { pageOf, sayPage, turnButtons } from '../pages.ts'
import { sayUnread } from '../unread.ts'
import { withStates } from './described.ts'
import { namesOf, noPlans, noteOn, summaryOf } from './summary.ts'

export const planWeek = operation({
  id: 'plan.week',
  sentences: ['plan week', 'week', 'this week', 'show week', 'show this week'],
  usage: '[plans] [days]',
  summary: 'draws this week or a later one at a glance, for some plans or all',
  examples: ['plan week', 'plan week web-prod', 'plan week next week'],
  access: 'actor',
  effect: 'read',
  fields: { page, plans: plansSought, monday: weekIfAny },
  async perform({ page: at, plans, monday }, me) {
    const page = pageOf(plans?.readable ?? (await me.plans()), at, WEEKS_A_PAGE)
    const shown = await withStates(page.shown, me)
    const unread = plans?.unread ?? (await me.plansUnread())
    return { page: { ...page, shown }, unread, some: plans?.readable, monday }
  },
  reply({ page, unread, some, monday: sought }, me) {
    const { shown, total } = page
    if (total + unread === 0) return noPlans(me)
    const plans = some ? namesOf(some) : mrkdwn`${sayCount(total, 'plan')} of *${me.organization.name}*`
    const current = mondayOf(todayAt(me.at))
    const monday = sought ?? current
    const which = monday === current ? 'This week' : `The week of ${sayNumber(monday)}`
    const title = lines(mrkdwn`${which} for ${plans}${sayPage(page)}.`, sayUnread(unread, 'plan'))
    const told = shown.map(plan => ({
      text: lines(
        mrkdwn`*${plan.name}*`,
        summaryOf(plan, me.at),
        plan.state === 'inactive' ? OFF : undefined,
      ),
      weeks: [weekOf(plan, me.at.now, sought)].filter(week => week !== undefined),
    }))
    const rawOf = (monday: number): Raw =>
      filled({
        ...sayPlansSought(some),
        from: monday === current ? undefined : sayNumber(monday),
      })
    const turn = (text: string, monday: number) => turns(text, 'plan.week', rawOf(monday))
    const weeks = [
      ...(monday > current ? [turn('A week earlier', monday - WEEK.length), turn('This week', current)] : []),
      turn('A week later', monday + WEEK.length),
    ].filter(carries)
    const note = noteOn(shown)
    const blocks: Block[] = [
      section(title),
      // A week is a block of its own, so that no sign in a foreign name can end it.
      ...told.flatMap(({ text, weeks }) => [text, ...weeks].map(each => section(each))),
      ...(told.some(({ weeks }) => weeks.length > 0) ? [context(LEGEND)] : []),
      ...(note ? [context(note)] : []),
      ...actions(...turnButtons('plan.week', page, rawOf(monday)), ...weeks),
    ]
    return {
      text: lines(title, ...told.map(({ text }) => text), note),
      blocks,
      to: 'me',
      ...(total === 0 && { empty: true }),
    }
  },
})

const OFF = mrkdwn`It is turned off: these hours apply once somebody turns it on.`

/** Days on the calendar of whoever looks, by their numbers. */
const todayAt = ({ now, zone = 'UTC' }: Moment): number => today(now, zone)
const sayNumber = (day: number): string => sayDay(writeDay(day))

/** Seven rows a plan are much of a phone's screen. */
const WEEKS_A_PAGE = 5

/** What the signs of a week stand for. */
export const LEGEND = mrkdwn`${SIGNS.in} in hours   ${SIGNS.out} out of hours   ${SIGNS.paused} paused   ${SIGNS.now} now, on the plan’s own clock`

/** This week of a plan, or that of a day by its number, as a block of code, whose every line is our own; nothing where the service told no hours, or no time zone that can be read. */
export function weekOf(
  { schedule, pauses }: Pick<Plan, 'schedule' | 'pauses'>,
  now: Date,
  day?: number,
): Mrkdwn | undefined {
  if (schedule?.start === undefined || schedule.duration === undefined) return undefined
  const drawn = drawWeek(schedule, pauses, now, day)
  return drawn.length > 0 ? code(drawn) : undefined
}
