import { daySchema } from '../../core/args.ts'
import { optional, page } from '../../core/common-fields.ts'
import type { Linked, Member, Pause, RequestTime } from '../../core/context.ts'
import { issue, mapRead, value } from '../../core/field.ts'
import { operation } from '../../core/operation.ts'
import { sayHours } from '../../language/dates/calendar.ts'
import { formatCount } from '../../language/wording.ts'
import { actions, context, fitsValue, replaceButton, section } from '../../message/blocks.ts'
import { listBelow, toBlocks } from '../../message/fit.ts'
import { code, join, lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { addDays, formatDay, mondayOf, todayAt } from '../calendar-days.ts'
import { formatPage, listReply, pageButtons, pageOf } from '../pages.ts'
import { activePauses, formatPauseRow, formatShortPause, OFF, todayOf } from '../pauses/active-pauses.ts'
import { anyPeriod, formatPeriodValues, parsePeriod } from '../pauses/period-field.ts'
import { authorOf, formatAuthor, recentChanges } from '../show-history.ts'
import { drawMonth, drawWeek, hoursOf, type MonthRow, SIGNS } from './drawings.ts'
import { ALL_PLANS, findPlans, type PlanSelection, plansArgs, plansField } from './plan-fields.ts'
import {
  type CurrentPlan,
  formatNames,
  formatSummary,
  loadStates,
  loadStatus,
  noPlans,
  type PlanWithState,
} from './plan-states.ts'

/** Each week takes seven rows, much of a phone's screen. */
const WEEKS_A_PAGE = 5

/** The first day of this week or month, or a later one: past ones may have had other hours and pauses. */
const firstDayField = (startOf: (day: string) => string, unit: 'week' | 'month') =>
  optional<string, Linked>({
    schema: daySchema,
    inputs: anyPeriod.inputs,
    async read(values, context, facts) {
      const period = await anyPeriod.read(values, context, facts)
      if (period.kind !== 'value') return mapRead(period, ({ from }) => from)
      const current = startOf(todayAt(context.at))
      const { from, until } = period.value
      if (until < current)
        return issue(
          'from',
          `“${values.from}” is in the past; only this ${unit} and later ones can be drawn.`,
        )
      return value(from < current ? current : startOf(from))
    },
    format: first => formatPeriodValues({ from: first, until: first }),
    parseFrom(sentence, { at }) {
      const { value: days, ...parsed } = parsePeriod(sentence, at)
      return days ? { ...parsed, values: formatPeriodValues(days) } : parsed
    },
  })

/** Returns a page of the selected plans; `plans` is undefined if all are selected. */
async function pageOfPlans(selection: PlanSelection, number: number, size: number, member: Member) {
  const plans = (await findPlans(selection, member)).filter(({ isGone }) => !isGone)
  return { page: pageOf(plans, number, size), plans: 'all' in selection ? undefined : plans }
}

/** `This week for 6 plans of *Acme*, page 1 of 2.` */
function formatTitle(
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
    const { page, plans } = selection
    if (page.total === 0) return noPlans(member)
    const isCurrent = monday === current
    const timeSpan = isCurrent ? 'This week' : `The week of ${formatDay(monday)}`
    const title = formatTitle(timeSpan, selection, member)
    const rows = page.items.map(plan => {
      const offNote = plan.state === 'inactive' ? mrkdwn`It is ${OFF}.` : undefined
      const text = lines(mrkdwn`*${plan.name}*`, formatSummary(plan, member), offNote)
      const week = weekOf(plan, member.at.now, isCurrent ? undefined : monday)
      // The week has its own block, so that no character of a name can end its code block.
      return { text, blocks: [section(text), ...(week ? [section(week)] : [])] }
    })
    const args = { ...(plans && plansArgs(plans)), ...(!isCurrent && { week: monday }) }
    const turn = (text: string, week: string) => replaceButton(text, 'plan.week', { ...args, week })
    const weeks = [
      ...(isCurrent ? [] : [turn('A week earlier', addDays(monday, -7)), turn('This week', current)]),
      turn('A week later', addDays(monday, 7)),
    ].filter(fitsValue)
    const legend = rows.some(({ blocks }) => blocks.length > 1) ? [{ blocks: [context(WEEK_LEGEND)] }] : []
    return listReply(title, [...rows, ...legend], ...pageButtons('plan.week', page, args), ...weeks)
  },
})

export const WEEK_LEGEND = mrkdwn`${SIGNS.in} in hours (the schedule runs), ${SIGNS.out} out of hours, ${SIGNS.paused} paused, ${SIGNS.now} now, on the plan’s own clock`

/** Draws the week of a plan as a code block; undefined if its hours or time zone are unknown. */
export function weekOf({ schedule, pauses, state, author }: CurrentPlan, now: Date, day?: string) {
  if (schedule?.start === undefined || schedule.duration === undefined) return undefined
  // Without an author, it may have been off at any time.
  const offSince = state === 'inactive' ? new Date(author?.acceptedAt ?? 0) : undefined
  const drawing = drawWeek(schedule, pauses, now, day, offSince)
  return drawing.length > 0 ? code(drawing) : undefined
}

const PLANS_A_PAGE = 20
const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`

const daysIn = (first: string): number => Temporal.PlainDate.from(first).daysInMonth

const monthName = (first: string): string =>
  Temporal.PlainDate.from(first).toLocaleString('en', { month: 'long', year: 'numeric' })

export const planMonth = operation({
  id: 'plan.month',
  command: {
    words: ['plan month', 'month', 'this month', 'show month', 'show this month'],
    usage: '[plans] [month]',
  },
  summary: 'draws this month or a later one as a picture, for some plans or all',
  examples: ['plan month', 'plan month web-prod', 'plan month next month'],
  fields: { page, plans: optional(plansField), month: firstDayField(firstOfMonth, 'month') },
  async execute({ page: number, plans: selection = ALL_PLANS, month }, member) {
    const { page, ...rest } = await pageOfPlans(selection, number, PLANS_A_PAGE, member)
    return {
      ...rest,
      page: { ...page, items: await loadStates(page.items, member) },
      changes: await recentChanges(undefined, member),
      first: month ?? firstOfMonth(todayAt(member.at)),
    }
  },
  present({ first, changes, ...selection }, member) {
    const { page, plans } = selection
    const { at, organization } = member
    if (page.total === 0) return noPlans(member)
    const title = formatTitle(monthName(first), selection, member)
    const rows = page.items.map(plan => rowOf(plan, first, at))
    const pauses = page.items.flatMap(plan =>
      pausesIn(plan, first).map(pause => {
        const author = authorOf(plan, pause, changes)
        const row = mrkdwn`• *${plan.name}*: ${formatPauseRow(plan, pause, at)}`
        return join([row, author && formatAuthor(author, member)], ' · ')
      }),
    )
    const args = { organizationId: organization.id, ...(plans && plansArgs(plans)), month: first }
    const turn = (text: string, month: string) => replaceButton(text, 'plan.month', { ...args, month })
    const current = firstOfMonth(todayAt(at))
    const months = [
      ...(first > current ? [turn('A month earlier', firstOfMonth(addDays(first, -1)))] : []),
      turn('A month later', addDays(first, daysIn(first))),
    ].filter(fitsValue)
    const head = section(title)
    const name = `${monthName(first)} · ${organization.name}`
    const below = [
      ...listBelow(mrkdwn`*Pauses*`, pauses),
      ...actions(...pageButtons('plan.month', page, args), ...months),
    ]
    const sections = rows.flatMap(row => [
      section(mrkdwn`*${row.name}*${row.isOff ? '  off' : ''}`),
      section(drawAsText(row)),
    ])
    return {
      text: lines(title, ...pauses),
      blocks: toBlocks([head, ...sections, context(MONTH_LEGEND), ...below]),
      picture: {
        title: name,
        draw: () => drawMonth(name, first, daysIn(first), rows),
        alt: [monthName(first), ...page.items.map(plan => describeMonth(plan, first, at))].join('\n'),
        above: [head],
        below: toBlocks(below),
      },
      to: 'me',
    }
  },
})

const MONTH_LEGEND = mrkdwn`${SIGNS.in} in hours (the schedule runs), ${SIGNS.paused} paused, ${SIGNS.out} neither, a sign a day`

function rowOf(plan: PlanWithState, first: string, { now }: RequestTime): MonthRow {
  const { name, schedule = { days: [] }, pauses, state } = plan
  return { name, isOff: state === 'inactive', ...hoursOf(schedule, pauses, first, daysIn(first), now) }
}

const pausesIn = (plan: PlanWithState, first: string): Pause[] =>
  activePauses(plan, first).filter(({ from }) => from < addDays(first, daysIn(first)))

/** Describes a row of the picture: `web-prod: Mon–Fri 08:00–19:00; paused 24–25 Dec – holidays`. */
function describeMonth(plan: PlanWithState, first: string, at: RequestTime): string {
  const hours = plan.schedule ? sayHours(plan.schedule) : 'hours not known'
  const pauses = pausesIn(plan, first).map(pause => `paused ${formatShortPause(pause, todayOf(plan, at))}`)
  return `${plan.name}: ${[plan.state === 'inactive' ? 'off' : hours, ...pauses].join('; ')}`
}

const DAYS_A_WEEK = 7

/** Draws a row as text, one character per day below a ruler, for places that cannot show a picture. */
function drawAsText({ hours }: MonthRow): Mrkdwn {
  const signs = Array.from({ length: hours.length / 24 }, (_, day) => {
    const states = hours.slice(day * 24, day * 24 + 24)
    if (states.includes('paused') || states.includes('skipped')) return SIGNS.paused
    return states.includes('in') ? SIGNS.in : SIGNS.out
  })
  const ruler = signs.map((_, day) => (day % DAYS_A_WEEK === 0 ? String(day + 1).padEnd(DAYS_A_WEEK) : ''))
  return code([ruler.join('').trimEnd(), signs.join('')])
}
