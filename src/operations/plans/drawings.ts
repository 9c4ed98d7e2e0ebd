import type { Period } from '../../core/args.ts'
import { parseDay, type Schedule, spans, WEEKDAYS, writeDay } from '../../language/dates/calendar.ts'
import { clockOfSchedule } from '../../language/dates/zone.ts'
import { isoOf, toServiceDate } from '../../service/contract/endpoint.ts'
import { addDays, mondayOf } from '../calendar-days.ts'
import { isLive } from '../pauses/active-pauses.ts'

/** The character for the state of an hour. Each is one column wide in all of Slack's monospaced fonts. */
export const SIGNS = { in: '█', out: '·', paused: '░', now: '|' } as const

/** The state of an hour; `skipped` is a scheduled hour on a paused day. */
type HourState = 'in' | 'skipped' | 'paused' | 'out'

/** The hours of some days on a plan's clock; `now` is an index into them, if it is among them. */
type Hours = { hours: readonly HourState[]; now: number | undefined }

/** The hours of `days` days from an ISO day on: whether the schedule runs in each, is paused, or off. */
export function hoursOf(
  schedule: Schedule,
  pauses: readonly Period[],
  first: string,
  days: number,
  now: Date,
  offSince?: Date,
): Hours {
  const start = parseDay(toServiceDate(first)) ?? 0
  function hourOf(instant: Date): number | undefined {
    const clock = clockOfSchedule(schedule, instant)
    return clock && (clock.day - start) * 24 + clock.hour
  }
  const offHour = (offSince && hourOf(offSince)) ?? Number.POSITIVE_INFINITY
  const hours = Array.from({ length: days }, (_, day) => {
    const date = addDays(first, day)
    const isPaused = pauses.some(pause => isLive(pause, date))
    return Array.from({ length: 24 }, (_, hour): HourState => {
      const isScheduled = day * 24 + hour < offHour && spans(schedule, start + day, hour)
      return isPaused ? (isScheduled ? 'skipped' : 'paused') : isScheduled ? 'in' : 'out'
    })
  }).flat()
  const nowHour = hourOf(now)
  return { hours, now: nowHour !== undefined && hours[Math.floor(nowHour)] ? nowHour : undefined }
}

const CELLS: Record<HourState, string> = { ...SIGNS, skipped: SIGNS.paused, paused: SIGNS.out }
const LABEL = 7
const RULER = `${' '.repeat(LABEL)}${[0, 6, 12, 18].map(hour => String(hour).padEnd(6)).join('')}`

/**
 * Draws the week of a day, by default the current one, on the plan's clock: a ruler of hours and seven rows
 * from Monday on, 31 columns wide. Returns [] if the plan's time zone cannot be read.
 */
export function drawWeek(
  schedule: Schedule,
  pauses: readonly Period[],
  now: Date,
  dayInWeek?: string,
  offSince?: Date,
) {
  const clock = clockOfSchedule(schedule, now)
  if (!clock) return []
  const monday = mondayOf(dayInWeek ?? isoOf(writeDay(clock.day)))
  const week = hoursOf(schedule, pauses, monday, WEEKDAYS.length, now, offSince)
  const signs = week.hours.map(state => CELLS[state])
  if (week.now !== undefined) signs[Math.floor(week.now)] = SIGNS.now
  const rows = WEEKDAYS.map((name, weekday) => {
    const { day } = Temporal.PlainDate.from(addDays(monday, weekday))
    return `${name} ${String(day).padStart(2)} ${signs.slice(weekday * 24, weekday * 24 + 24).join('')}`
  })
  return [RULER, ...rows]
}

export type MonthRow = Hours & { name: string; isOff: boolean }

const WIDTH = { name: 210, day: 30 }
const HEIGHT = { title: 44, days: 40, row: 34, legend: 40 }
const BAR = 14
const MARGIN = 16
const LONGEST_NAME = 24

/** Colours that differ in lightness too. The background is drawn so that text is readable in dark mode. */
const STYLE = `
text { font: 14px 'DejaVu Sans'; fill: #1d1c1d; }
.title { font-size: 18px; font-weight: bold; }
.day { font-size: 11px; text-anchor: middle; fill: #616061; }
.ground { fill: #ffffff; } .weekend { fill: #f4f4f6; } .line { stroke: #dddddd; }
.in { fill: #1d6f50; } .off .in { fill: #a9b8b0; }
.paused { fill: url(#hatch); } .skipped { fill: none; stroke: #b4600a; stroke-width: 1.5; }
.now { stroke: #c4302b; stroke-width: 2; }
`

const HATCH =
  '<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="#fdf0e0"/><line x1="0" y1="0" x2="0" y2="6" stroke="#e0a35f" stroke-width="3"/></pattern>'

/** Draws a month as SVG: a row per plan, a column per day, hours as bars, pauses hatched, a line for now. */
export function drawMonth(title: string, first: string, days: number, rows: readonly MonthRow[]): string {
  const left = MARGIN + WIDTH.name
  const top = HEIGHT.title + HEIGHT.days
  const bottom = top + rows.length * HEIGHT.row
  const [width, height] = [left + days * WIDTH.day + MARGIN, bottom + HEIGHT.legend]
  const columns = Array.from({ length: days }, (_, index) => {
    const day = Temporal.PlainDate.from(addDays(first, index))
    const x = left + index * WIDTH.day
    const middle = x + WIDTH.day / 2
    return [
      day.dayOfWeek > 5 ? rect('weekend', x, HEIGHT.title, WIDTH.day, bottom - HEIGHT.title) : '',
      text(middle, HEIGHT.title + 16, day.toLocaleString('en', { weekday: 'narrow' }), 'day'),
      text(middle, HEIGHT.title + 32, String(day.day), 'day'),
      line('line', x, HEIGHT.title, x, bottom),
    ].join('')
  })
  const drawings = rows.map((row, index) => drawRow(row, left, top + index * HEIGHT.row, width))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><style>${STYLE}</style><defs>${HATCH}</defs>${rect('ground', 0, 0, width, height)}${text(MARGIN, 28, title, 'title')}${columns.join('')}${drawings.join('')}${drawLegend(bottom + 26)}</svg>`
}

function drawRow({ name, isOff, hours, now }: MonthRow, left: number, y: number, width: number): string {
  const xOf = (hour: number) => left + (hour / 24) * WIDTH.day
  const bars = findRuns(hours).map(({ state, from, until }) => {
    const [x, w] = [xOf(from), xOf(until) - xOf(from)]
    const hatching = state === 'in' ? '' : rect('paused', x, y + 4, w, HEIGHT.row - 8)
    const bar = state === 'paused' ? '' : rect(state, x, y + (HEIGHT.row - BAR) / 2, w, BAR)
    return hatching + bar
  })
  const middle = y + HEIGHT.row / 2 + 5
  return [
    `<g class="${isOff ? 'off' : 'on'}">`,
    line('line', MARGIN, y, width - MARGIN, y),
    text(MARGIN, middle, name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name),
    ...bars,
    now === undefined ? '' : line('now', xOf(now), y, xOf(now), y + HEIGHT.row),
    '</g>',
  ].join('')
}

function drawLegend(y: number): string {
  const entries = [
    ['in', 'in hours (the schedule runs)'],
    ['paused', 'paused'],
    ['skipped', 'hours that a pause skips'],
    ['now', 'now'],
  ] as const
  return entries
    .map(([name, words], index) => {
      const x = MARGIN + index * 250
      const sign = name === 'now' ? line('now', x + 8, y - 12, x + 8, y + 2) : rect(name, x, y - 12, 18, 12)
      return sign + text(x + 26, y, words)
    })
    .join('')
}

/** Groups consecutive hours of the same state, without those out of hours. */
function findRuns(hours: readonly HourState[]) {
  const runs: { state: Exclude<HourState, 'out'>; from: number; until: number }[] = []
  for (const [hour, state] of hours.entries()) {
    const last = runs.at(-1)
    if (state === 'out') continue
    if (last?.state === state && last.until === hour) last.until = hour + 1
    else runs.push({ state, from: hour, until: hour + 1 })
  }
  return runs
}

const rect = (name: string, x: number, y: number, width: number, height: number): string =>
  `<rect class="${name}" x="${x}" y="${y}" width="${width}" height="${height}"/>`

const line = (name: string, x1: number, y1: number, x2: number, y2: number): string =>
  `<line class="${name}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`

const text = (x: number, y: number, words: string, name = 'name'): string =>
  `<text class="${name}" x="${x}" y="${y}">${escapeXml(words)}</text>`

/** Escapes text for XML, which allows no control characters. */
const escapeXml = (words: string): string =>
  words
    .toWellFormed()
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replaceAll(/[&<>]/g, sign => `&#${sign.charCodeAt(0)};`)
