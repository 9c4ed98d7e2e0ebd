import { daySchema } from '../../core/args.ts'
import { optional, page } from '../../core/common-fields.ts'
import type { Linked, Member, Plan } from '../../core/context.ts'
import { type Field, issue, mapRead, value } from '../../core/field.ts'
import { operation } from '../../core/operation.ts'
import { formatCount } from '../../language/wording.ts'
import { context, fitsValue, replaceButton, section } from '../../message/blocks.ts'
import { code, lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { addDays, formatDay, mondayOf, todayAt } from '../calendar-days.ts'
import { formatPage, listReply, pageButtons, pageOf } from '../pages.ts'
import { OFF } from '../pauses/active-pauses.ts'
import { formatPeriodValues, optionalPeriod } from '../pauses/period-field.ts'
import { drawWeek, SIGNS } from './drawings.ts'
import { ALL_PLANS, findPlans, type PlanSelection, plansArgs, plansField } from './plan-fields.ts'
import { formatNames, formatSummary, loadStatus, noPlans } from './plan-states.ts'

/** Each week takes seven rows, much of a phone's screen. */
const WEEKS_A_PAGE = 5

/** The first day of this week or month, or a later one: past ones may have had other hours and pauses. */
export const firstDayField = (
  startOf: (day: string) => string,
  unit: 'week' | 'month',
): Field<string | undefined, Linked> => ({
  schema: daySchema.optional(),
  inputs: optionalPeriod.inputs,
  async read(values, context, facts) {
    const period = await optionalPeriod.read(values, context, facts)
    if (period.kind !== 'value' || !period.value) return mapRead(period, days => days?.from)
    const current = startOf(todayAt(context.at))
    const { from, until } = period.value
    if (until < current)
      return issue('from', `“${values.from}” is in the past; only this ${unit} and later ones can be drawn.`)
    return value(from < current ? current : startOf(from))
  },
  format: first => (first === undefined ? {} : formatPeriodValues({ from: first, until: first })),
  ...(optionalPeriod.parseFrom && { parseFrom: optionalPeriod.parseFrom }),
})

/** Returns a page of the selected plans; `plans` is undefined if all are selected. */
export async function pageOfPlans(selection: PlanSelection, number: number, size: number, member: Member) {
  const plans = (await findPlans(selection, member)).filter(({ isGone }) => !isGone)
  return { page: pageOf(plans, number, size), plans: 'all' in selection ? undefined : plans }
}

/** `This week for 6 plans of *Acme*, page 1 of 2.` */
export function formatTitle(
  timeSpan: string,
  { page, plans }: Awaited<ReturnType<typeof pageOfPlans>>,
  { organization }: Member,
): Mrkdwn {
  const all = mrkdwn`${formatCount(page.total, 'plan')} of *${organization.name}*`
  return mrkdwn`${timeSpan} for ${plans ? formatNames(plans) : all}${formatPage(page)}.`
}

export const planWeek = operation({
  id: 'plan.week',
  command: {
    words: ['plan week', 'week', 'this week', 'show week', 'show this week'],
    usage: '[plans] [days]',
  },
  summary: 'draws this week or a later one at a glance, for some plans or all',
  examples: ['plan week', 'plan week web-prod', 'plan week next week'],
  fields: { page, plans: optional(plansField), week: firstDayField(mondayOf, 'week') },
  async execute({ page: number, plans: selection = ALL_PLANS, week }, context) {
    const current = mondayOf(todayAt(context.at))
    // A button for a past week shows the current one.
    const monday = week !== undefined && week > current ? mondayOf(week) : current
    const { page, ...rest } = await pageOfPlans(selection, number, WEEKS_A_PAGE, context)
    const items = await loadStatus(page.items, context)
    return { ...rest, page: { ...page, items }, monday, current }
  },
  present({ monday, current, ...selection }, member) {
    const { at } = member
    const { page, plans } = selection
    if (page.total === 0) return noPlans(member)
    const isCurrent = monday === current
    const timeSpan = isCurrent ? 'This week' : `The week of ${formatDay(monday)}`
    const title = formatTitle(timeSpan, selection, member)
    const rows = page.items.map(plan => {
      const offNote = plan.state === 'inactive' ? mrkdwn`It is ${OFF}.` : undefined
      const text = lines(mrkdwn`*${plan.name}*`, formatSummary(plan, member), offNote)
      const week = weekOf(plan, at.now, isCurrent ? undefined : monday)
      // The week has its own block, so that no character of a name can end its code block.
      return { text, blocks: [section(text), ...(week ? [section(week)] : [])] }
    })
    const args = { ...(plans && plansArgs(plans)), ...(!isCurrent && { week: monday }) }
    const turn = (text: string, week: string) => replaceButton(text, 'plan.week', { ...args, week })
    const weeks = [
      ...(isCurrent ? [] : [turn('A week earlier', addDays(monday, -7)), turn('This week', current)]),
      turn('A week later', addDays(monday, 7)),
    ].filter(fitsValue)
    const legend = rows.some(({ blocks }) => blocks.length > 1) ? [{ blocks: [context(LEGEND)] }] : []
    return listReply(title, [...rows, ...legend], ...pageButtons('plan.week', page, args), ...weeks)
  },
})

export const LEGEND = mrkdwn`${SIGNS.in} in hours (the schedule runs), ${SIGNS.out} out of hours, ${SIGNS.paused} paused, ${SIGNS.now} now, on the plan’s own clock`

/** Draws the week of a plan as a code block; undefined if its hours or time zone are unknown. */
export function weekOf({ schedule, pauses, state }: Plan, now: Date, day?: string): Mrkdwn | undefined {
  if (schedule?.start === undefined || schedule.duration === undefined) return undefined
  const hours = state === 'inactive' ? { ...schedule, days: [] } : schedule
  const drawing = drawWeek(hours, pauses, now, day)
  return drawing.length > 0 ? code(drawing) : undefined
}
