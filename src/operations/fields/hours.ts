import type { Linked, Plan } from '../../core/context.ts'
import { type Field, issue, ok } from '../../core/field.ts'
import type { Moment } from '../../core/locale.ts'
import { filled, type Raw } from '../../core/raw.ts'
import { sayHours } from '../../language/dates/text.ts'
import type { Schedule } from '../../language/dates/week.ts'
import { offsetText, parseOffset } from '../../language/dates/zone.ts'
import { findZones, putsClocks, readZone, sayZone } from '../../language/dates/zones.ts'
import { beginningOfHours, firstHours, hours, type Weekly } from '../../language/hours.ts'
import { drawWeek, type Rest, restingDays } from '../../language/week-strip.ts'
import { code, lines, mrkdwn } from '../../message/mrkdwn.ts'
import { text } from './inputs.ts'
import { hidden } from './plain.ts'

const MOST_ZONES = 10

/** Weekly hours, and what they are drawn with: the zone of the form, as far as it can be read, and the plan's pauses. */
type Hours = Weekly & Pick<Schedule, 'timezone'> & { pauses?: readonly Rest[] }

/** The weekly hours of a plan, said in a phrase; in a form they are drawn as they are understood. */
export const schedule: Field<Hours, Linked> = {
  inputs: [
    text('schedule', 'Schedule', {
      max: 200,
      reshapes: true,
      placeholder: 'weekdays 8am to 7pm, mon-thu 9 for 8h …',
    }),
  ],
  parse: ({ schedule, timezone }, { at }) => {
    if (!schedule) return issue('schedule', 'Say the weekly hours, for example: weekdays 8am to 7pm.')
    const read = hours(schedule)
    if (read.kind === 'refused') return issue('schedule', read.why)
    if (read.kind === 'hours') {
      const { days, start, duration } = read
      const zone = timezone ? (readZone(timezone, at.now) ?? timezone) : at.zone
      return ok({ days, start, duration, ...(zone && { timezone: offsetOf(zone, at.now) }) })
    }
    const options = read.readings.map(({ label }) => ({ label, raw: { schedule: label } }))
    return { kind: 'choice', key: 'schedule', why: read.why, options }
  },
  take: rest => {
    const { start = 0, schedule = rest, timezone } = findHours(rest) ?? {}
    return start > 0 ? { raw: {}, rest } : { raw: filled({ schedule, timezone }), rest: '' }
  },
  mayStandIn: rest => findHours(rest) !== undefined,
  note: (schedule, { at }) => {
    const drawn = drawWeek(schedule, schedule.pauses ?? [], at.now)
    return lines(mrkdwn`:clock8: ${sayHours(schedule)}`, drawn.length > 0 ? code(drawn) : undefined)
  },
}

const PAUSED = 'paused'

/** The words with which a form knows unseen when a plan is paused: whoever types in it asks nobody. */
export const sayPaused = ({ pauses }: Plan, { now }: Moment): Raw => ({
  [PAUSED]: restingDays(pauses, now).join(' '),
})

/** The same for a plan that there is. */
export const scheduleOfPlan: Field<Hours, Linked> = {
  ...schedule,
  inputs: [...hidden(PAUSED).inputs, ...schedule.inputs],
  parse: async (raw, me) => {
    const parsed = await schedule.parse(raw, me)
    const pauses = (raw[PAUSED]?.split(' ') ?? []).map(day => ({ pause_start: day, pause_end: day }))
    return parsed.kind === 'ok' ? ok({ ...parsed.value, pauses }) : parsed
  },
}

/** A zone that a plan goes by, and the offset text that the service takes for it. */
type Zone = { zone: string; offset: string }

/** The time zone of a plan: the person's own where no other is said. */
export const zone: Field<Zone, Linked> = {
  inputs: [
    {
      key: 'timezone',
      label: 'Time zone',
      optional: true,
      reshapes: true,
      placeholder: 'Your own, or a city, or an offset such as UTC+1 …',
      control: { kind: 'select', labelOf: words => words },
    },
  ],
  parse: ({ timezone: words }, { at }) => {
    const said = words ?? at.zone
    if (said === undefined) return issue('timezone', ZONE_UNKNOWN)
    const zone = readZone(said, at.now)
    if (zone !== undefined) return ok({ zone, offset: offsetText(zone, at.now) })
    const near = findZones(said, at.now, at.zone)
    if (near.length === 0 || near.length > MOST_ZONES)
      return issue(
        'timezone',
        `I do not know the time zone “${said}”; try a city such as Berlin, or an offset such as UTC+1.`,
      )
    const options = near
      .map(each => sayZone(each, at.now))
      .map(label => ({ label, raw: { timezone: label } }))
    return { kind: 'choice', key: 'timezone', why: `Which time zone is “${said}”?`, options }
  },
  options: async (typed, { at }) =>
    findZones(typed, at.now, at.zone)
      .map(each => sayZone(each, at.now))
      .map(said => ({ text: said, value: said })),
  note: ({ zone, offset }, { at }) =>
    putsClocks(zone, at.now)
      ? mrkdwn`The service keeps ${offset} all year: when the clocks change in ${zone}, the plan’s do not.`
      : undefined,
}

const ZONE_UNKNOWN = 'Slack did not tell me your time zone just now. Say which one the plan should use.'

/** The hours with which a sentence ends, and the time zone that may stand behind them. */
export function findHours(
  sentence: string,
): { start: number; schedule: string; timezone?: string } | undefined {
  const start = beginningOfHours(sentence)
  if (start !== undefined) return { start, schedule: sentence.slice(start) }
  for (const { 0: gap, index } of [...sentence.matchAll(BEFORE_ZONE)].slice(-WORDS_OF_ZONE)) {
    const timezone = sentence.slice(index + gap.length)
    const before = sentence.slice(0, index)
    const earlier = readZone(timezone, ANY_TIME) === undefined ? undefined : beginningOfHours(before)
    if (earlier !== undefined) return { start: earlier, schedule: before.slice(earlier), timezone }
  }
  const first = firstHours(sentence)
  return first === undefined ? undefined : { start: first, schedule: sentence.slice(first) }
}

const BEFORE_ZONE = /[\s,]+(?:in\s+)?/gi
const WORDS_OF_ZONE = 4
const ANY_TIME = new Date(0)

const offsetOf = (zone: string, at: Date): string =>
  parseOffset(zone, at) === undefined ? zone : offsetText(zone, at)
