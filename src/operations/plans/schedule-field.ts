import { z } from 'zod'
import { daySchema } from '../../core/args.ts'
import { selectInput, textInput } from '../../core/common-fields.ts'
import type { Linked, Plan, RequestTime } from '../../core/context.ts'
import { type Facts, type Field, issue, value, withoutEmpty } from '../../core/field.ts'
import { sayHours, WEEK } from '../../language/dates/calendar.ts'
import {
  findZones,
  offsetText,
  parseOffset,
  putsClocks,
  readZone,
  sayZone,
} from '../../language/dates/zone.ts'
import { beginningOfHours, firstHours, hours, type Weekly } from '../../language/hours.ts'
import { code, lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { addDays, todayAt } from '../calendar-days.ts'
import { isLive } from '../pauses/active-pauses.ts'
import { drawWeek } from './drawings.ts'

const MAX_ZONES = 10

export const weeklySchema: z.ZodType<Weekly> = z.object({
  days: z.array(z.enum(WEEK)).min(1),
  start: z.number().int().min(1).max(23),
  duration: z.number().int().min(1).max(23),
})

/** The facts of a form with which it draws the week. */
const factsSchema = z.object({ pausedDays: z.array(daySchema), timezone: z.string().optional() })

/** Returns the facts of a plan. A form has no room for all of its pauses, only for the days around now. */
export function scheduleFacts({ pauses, schedule, timezone }: Plan, at: RequestTime): Facts {
  const days = Array.from({ length: 15 }, (_, index) => addDays(todayAt(at), index - 7))
  const pausedDays = days.filter(day => pauses.some(pause => isLive(pause, day)))
  return { pausedDays, timezone: schedule?.timezone ?? timezone }
}

/** The weekly hours of a plan, as a phrase; a form draws them. */
export const schedule: Field<Weekly, Linked> = {
  schema: weeklySchema,
  inputs: [
    textInput('schedule', 'Schedule', {
      max: 200,
      reshapes: true,
      placeholder: 'weekdays 8am to 7pm, mon-thu 9 for 8h …',
    }),
  ],
  read: ({ schedule }) => {
    if (!schedule) return issue('schedule', 'Say the weekly hours, for example: weekdays 8am to 7pm.')
    const read = hours(schedule)
    if (read.kind === 'refused') return issue('schedule', read.why)
    if (read.kind === 'hours') return value(weeklyOf(read))
    const options = read.readings.map(reading => ({ label: reading.label, value: weeklyOf(reading) }))
    return { kind: 'choice', input: 'schedule', question: read.why, options }
  },
  format: weekly => ({ schedule: sayHours(weekly) }),
  parseFrom: rest => {
    const { start = 0, schedule = rest, timezone } = findHours(rest) ?? {}
    return start > 0 ? { values: {}, rest } : { values: withoutEmpty({ schedule, timezone }), rest: '' }
  },
  mayBeIn: rest => findHours(rest) !== undefined,
  note: (weekly, { at }, facts) => {
    const { pausedDays = [], timezone = at.zone } = factsSchema.safeParse(facts).data ?? {}
    const offset =
      timezone && (parseOffset(timezone, at.now) === undefined ? timezone : offsetText(timezone, at.now))
    const pauses = pausedDays.map(day => ({ from: day, until: day }))
    const drawing = drawWeek({ ...weekly, timezone: offset }, pauses, at.now)
    return lines(mrkdwn`:clock8: ${sayHours(weekly)}`, drawing.length > 0 ? code(drawing) : undefined)
  },
}

const weeklyOf = ({ days, start, duration }: Weekly): Weekly => ({ days, start, duration })

/** The time zone of a plan, an IANA name or an offset; the person's by default. */
export const timezone: Field<string, Linked> = {
  schema: z.string().min(1),
  inputs: [
    selectInput('timezone', 'Time zone', {
      optional: true,
      reshapes: true,
      placeholder: 'Your own, or a city, or an offset such as UTC+1 …',
    }),
  ],
  read: ({ timezone: words }, { at }) => {
    const phrase = words ?? at.zone
    if (phrase === undefined)
      return issue(
        'timezone',
        'Slack did not tell me your time zone just now. Say which one the plan should use.',
      )
    const zone = readZone(phrase, at.now)
    if (zone !== undefined) return value(zone)
    const candidates = findZones(phrase, at.now, at.zone)
    if (candidates.length === 0 || candidates.length > MAX_ZONES)
      return issue(
        'timezone',
        `I do not know the time zone “${phrase}”; try a city such as Berlin, or an offset such as UTC+1.`,
      )
    const options = candidates.map(zone => ({ label: sayZone(zone, at.now), value: zone }))
    return { kind: 'choice', input: 'timezone', question: `Which time zone is “${phrase}”?`, options }
  },
  format: zone => ({ timezone: zone }),
  options: async (typed, { at }) =>
    findZones(typed, at.now, at.zone).map(zone => ({ text: sayZone(zone, at.now), value: zone })),
  note: (zone, { at }) => formatFixedOffset(zone, at),
}

/** Says that the service stores an offset, if the clocks of the zone change. */
export const formatFixedOffset = (zone: string, { now }: RequestTime): Mrkdwn | undefined =>
  putsClocks(zone, now)
    ? mrkdwn`The plan keeps ${offsetText(zone, now)} all year, even when the clocks change in ${zone}.`
    : undefined

type HoursMatch = { start: number; schedule: string; timezone?: string }

/** Words before hours that change their meaning: `except sunday 9-17`, `every second monday 9-17`. */
const QUALIFIERS =
  /(?<!\S)(?:(?:not|no|never|except|excluding|minus|but|without|every|each|other|alternat(?:e|ing)|bi-?weekly|first|second|third|fourth|fifth|last|\d(?:st|nd|rd|th))\s+)+$/i

/** Finds the hours at the end of a sentence, with a zone and with qualifiers, which `read` asks about. */
export function findHours(sentence: string): HoursMatch | undefined {
  const match = matchHours(sentence)
  const [qualifiers] = QUALIFIERS.exec(sentence.slice(0, match?.start)) ?? []
  if (!match || qualifiers === undefined) return match
  return { ...match, start: match.start - qualifiers.length, schedule: `${qualifiers}${match.schedule}` }
}

function matchHours(sentence: string): HoursMatch | undefined {
  const start = beginningOfHours(sentence)
  if (start !== undefined) return { start, schedule: sentence.slice(start) }
  for (const { 0: gap, index } of [...sentence.matchAll(/[\s,]+(?:in\s+)?/gi)].slice(-MAX_ZONE_WORDS)) {
    const timezone = sentence.slice(index + gap.length)
    const before = sentence.slice(0, index)
    const hoursStart = readZone(timezone, new Date(0)) === undefined ? undefined : beginningOfHours(before)
    if (hoursStart !== undefined) return { start: hoursStart, schedule: before.slice(hoursStart), timezone }
  }
  const first = firstHours(sentence)
  return first === undefined ? undefined : { start: first, schedule: sentence.slice(first) }
}

const MAX_ZONE_WORDS = 4
