import { optional, page } from '../../core/common-fields.ts'
import type { Pause, RequestTime } from '../../core/context.ts'
import { operation } from '../../core/operation.ts'
import { parseDay, sayHours, spans } from '../../language/dates/calendar.ts'
import { clockOfSchedule } from '../../language/dates/zone.ts'
import { actions, context, fitsValue, replaceButton, section } from '../../message/blocks.ts'
import { listBelow, toBlocks } from '../../message/fit.ts'
import { code, join, lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { toServiceDate } from '../../service/contract/endpoint.ts'
import { addDays, todayAt } from '../calendar-days.ts'
import { pageButtons } from '../pages.ts'
import { activePauses, formatPauseRow, formatShortPause, isLive, todayOf } from '../pauses/active-pauses.ts'
import { authorOf, formatAuthor, recentChanges } from '../show-history.ts'
import { drawMonth, type HourState, type MonthRow, SIGNS } from './drawings.ts'
import { ALL_PLANS, plansArgs, plansField } from './plan-fields.ts'
import { loadStates, noPlans, type PlanWithState } from './plan-states.ts'
import { firstDayField, formatTitle, pageOfPlans } from './week.ts'

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
      blocks: toBlocks([head, ...sections, context(LEGEND), ...below]),
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

const LEGEND = mrkdwn`${SIGNS.in} in hours (the schedule runs), ${SIGNS.paused} paused, ${SIGNS.out} neither, a sign a day`

/** Returns the state of each hour of a month on the plan's clock. */
function rowOf(plan: PlanWithState, first: string, { now }: RequestTime): MonthRow {
  const { name, schedule = { days: [] }, pauses, state } = plan
  const start = parseDay(toServiceDate(first)) ?? 0
  const hours = Array.from({ length: daysIn(first) }, (_, day) => {
    const date = addDays(first, day)
    const isPaused = pauses.some(pause => isLive(pause, date))
    return Array.from({ length: 24 }, (_, hour): HourState => {
      const isScheduled = spans(schedule, start + day, hour)
      return isPaused ? (isScheduled ? 'skipped' : 'paused') : isScheduled ? 'in' : 'out'
    })
  }).flat()
  const clock = clockOfSchedule(schedule, now)
  const nowHour = clock && (clock.day - start) * 24 + clock.hour
  return {
    name,
    isOff: state === 'inactive',
    hours,
    now: nowHour !== undefined && hours[Math.floor(nowHour)] ? nowHour : undefined,
  }
}

/** Returns the pauses of a plan with days in a month. */
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
