import { z } from 'zod'
import { done, identifier, loose, madeIdentifier, members, text } from './answer.ts'
import { date, type Endpoint, named, none } from './endpoint.ts'

/** A day as it comes back: DD/MM/YYYY, or the day of an ISO date. */
const dateAnswer = z.preprocess(
  said => (typeof said === 'string' ? said.trim().replace(/^(\d{4})-(\d{2})-(\d{2}).*$/s, '$3/$2/$1') : said),
  date,
)

/** Assumed: a pause in a listing has `pause_id` or `id`, and `pause_start`/`pause_end` or `start`/`end`. */
export const pauseAnswer = z.preprocess(
  value => {
    const said = members(value)
    return {
      pause_id: said.pause_id ?? said.id,
      pause_start: said.pause_start ?? said.start,
      pause_end: said.pause_end ?? said.end,
      reason: said.reason,
    }
  },
  z.object({
    pause_id: identifier,
    pause_start: dateAnswer,
    pause_end: dateAnswer,
    reason: text.catch(''),
  }),
)

export const pausePlan = {
  title: 'Pause plan',
  method: 'POST',
  path: '/v1/organizations/plans/update',
  action: 'pause_plan',
  query: none,
  body: z.strictObject({
    org_id: named,
    plan_id: named,
    pause_start: date,
    pause_end: date,
    reason: z.string(),
  }),
  answer: z.preprocess(
    answer => ({ pause_id: madeIdentifier(answer, 'pause_id', 'pause') }),
    z.object({ pause_id: loose(identifier) }),
  ),
} satisfies Endpoint

export const removePlanPause = {
  title: 'Remove plan pause',
  method: 'POST',
  path: '/v1/organizations/plans/update',
  action: 'remove_pause',
  query: none,
  body: z.strictObject({ org_id: named, plan_id: named, pause_id: named }),
  answer: done,
} satisfies Endpoint
