import { z } from 'zod'
import { created, firstOf, identifier, type Members, members, text } from './answer.ts'
import { date, type Endpoint, isoOf, named, ofPlan, post } from './endpoint.ts'

const DAY_FIRST = /^\s*(\d\d?)[/.-](\d\d?)[/.-](\d{4})\s*$/
const YEAR_FIRST = /^\s*(\d{4})-(\d\d?)-(\d\d?)(?!\d)/

/** A day as it comes back: DD/MM/YYYY, also with single digits or other separators, or an ISO date. */
const dateAnswer = z.preprocess(value => {
  if (typeof value !== 'string') return value
  const parts = DAY_FIRST.exec(value)?.slice(1) ?? YEAR_FIRST.exec(value)?.slice(1).toReversed()
  return parts?.map(part => part.padStart(2, '0')).join('/')
}, date)

/** Assumed: the names of a pause's members in a listing, which the document does not show. */
const NAMES = {
  pause_id: ['pause_id', 'id'],
  pause_start: ['pause_start', 'start', 'start_date', 'from'],
  pause_end: ['pause_end', 'end', 'end_date', 'until', 'to'],
  reason: ['reason'],
} as const

export const isPause = (entry: Members): boolean => firstOf(entry, NAMES.pause_start) !== undefined

export const pauseAnswer = z.preprocess(
  value => {
    const pause = members(value)
    return Object.fromEntries(Object.entries(NAMES).map(([name, names]) => [name, firstOf(pause, names)]))
  },
  z
    .object({
      pause_id: identifier,
      pause_start: dateAnswer,
      pause_end: dateAnswer,
      reason: text.optional().catch(undefined),
    })
    .refine(pause => isInOrder(pause.pause_start, pause.pause_end)),
)

/** Whether a pause ends on the day it starts or later. */
export const isInOrder = (start: string, end: string): boolean => isoOf(start) <= isoOf(end)

/** Whether a listed pause equals a requested one. Without a reason in the listing the days decide. */
export const isAsMade = (
  { pause_start, pause_end, reason }: z.output<typeof pauseAnswer>,
  requested: Pick<z.output<typeof pauses.pausePlan.body>, 'pause_start' | 'pause_end' | 'reason'>,
): boolean =>
  pause_start === requested.pause_start &&
  pause_end === requested.pause_end &&
  (reason === undefined || reason === requested.reason)

export const pauses = {
  pausePlan: post('/v1/organizations/plans/update', 'pause_plan', {
    body: ofPlan.extend({ pause_start: date, pause_end: date, reason: z.string() }),
    // An `id` at the top may be that of the plan.
    answer: created('pause_id', 'pause', true),
  }),

  removePlanPause: post('/v1/organizations/plans/update', 'remove_pause', {
    body: ofPlan.extend({ pause_id: named }),
  }),
} satisfies Record<string, Endpoint>
