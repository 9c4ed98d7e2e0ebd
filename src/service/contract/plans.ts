import { z } from 'zod'
import {
  count,
  created,
  firstOf,
  flag,
  identifier,
  isObject,
  itemsOf,
  label,
  layers,
  listed,
  listOf,
  loose,
  type Members,
  members,
  oneOf,
  pick,
  text,
} from './answer.ts'
import { type Endpoint, get, named, ofOrganization, ofPlan, post, state, states } from './endpoint.ts'
import { isPause, pauseAnswer } from './pauses.ts'
import { resourceAnswer } from './resources.ts'

/** Assumed: the day codes, which the document does not list. */
export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Day = (typeof days)[number]

const weekdays = z.array(z.enum(days)).min(1, 'must name a day at least')
const hour = z.number().int().min(1).max(23)

/** The schedule of a new plan, in which `start` is text. */
const newSchedule = z.strictObject({
  days: weekdays,
  duration: hour,
  start: z.string().regex(/^([1-9]|1\d|2[0-3])$/, 'must be an hour from 1 to 23, as text'),
})

const changedSchedule = z.strictObject({ days: weekdays, duration: hour, start: hour })

/** Assumed: a day comes back in any case, by two letters or more, or as 0-7 (1 is Monday, 0 and 7 are Sunday). */
function readDay(text: string): Day | undefined {
  const name = text.trim().toLowerCase()
  if (/^[0-7]$/.test(name)) return days[(Number(name) + 6) % 7]
  return days.find(day => name.startsWith(day) || (name.length === 2 && day.startsWith(name)))
}

const daysAnswer = z.array(text.catch('')).transform(names => {
  const read = names.map(readDay)
  return days.filter(day => read.includes(day))
})

/** An hour, or a number of hours: 8, "8", "08", "08:00" or "8.0". */
const hours = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\s*\d{1,2}((:00){0,2}|\.0+)\s*$/)
      .transform(hour => Number.parseInt(hour, 10)),
  ])
  .pipe(z.number().int().min(0).max(24))

/** A schedule as it comes back, without what cannot be read. */
const scheduleAnswer = z.object({
  days: daysAnswer.catch([]),
  start: loose(hours),
  duration: loose(hours),
  timezone: loose(label),
})

const IDS = ['id', 'plan_id']
const MAX_DEPTH = 3

/** Everything in `pauses` of a plan or of its schedule, also nested, without duplicates. */
function entriesOf(plan: Members, depth = MAX_DEPTH): Members[] {
  const entries = [plan.pauses, members(plan.schedule).pauses].flat().filter(Boolean)
  if (entries.length === 0) return []
  const all = entries.flatMap((each): Members[] => {
    const entry = isObject(each) ? members(each) : { each }
    return depth > 1 ? [entry, ...entriesOf(entry, depth - 1)] : [entry]
  })
  return [...new Map(all.map(entry => [JSON.stringify(entry), entry])).values()]
}

/** Whether an entry of `pauses` holds nothing but members of a plan, and so is no pause. */
const isPlanOnly = (entry: Members): boolean =>
  !isPause(entry) && ('schedule' in entry || Object.keys(entry).every(key => OWN.has(key)))

/** Whether an entry of `pauses` is a pause that also holds members of its plan. */
const isBoth = (entry: Members): boolean =>
  !isPlanOnly(entry) && ('name' in entry || 'schedule' in entry || 'resources' in entry)

/**
 * The document's sample of a listed plan is malformed: its members may be beside `pauses` or inside. What is
 * missing beside is taken from inside, but the identifier never from an entry that is only a pause.
 */
function gather(value: unknown): Members {
  const plan = members(value)
  const entries = entriesOf(plan)
  const holders = [plan, ...entries.filter(isPlanOnly), ...entries.filter(isBoth)]
  const own: Members = Object.assign({}, ...holders.toReversed())
  const identified = holders.find(holder => firstOf(holder, IDS) !== undefined)
  const id = identified && firstOf(identified, IDS)
  const pauses = entries
    .filter(entry => !isPlanOnly(entry))
    .map(entry => (entry === identified ? { ...entry, id: undefined } : entry))
  return withZone({ ...own, id, name: label.safeParse(own.name).data ?? id, pauses })
}

/** The time zone of a schedule may be beside it, as in the request that creates a plan. */
function withZone(plan: Members): Members {
  const { schedule, timezone } = plan
  if (!isObject(schedule)) return plan
  return { ...plan, schedule: { ...schedule, timezone: label.safeParse(schedule.timezone).data ?? timezone } }
}

const facts = {
  description: loose(text),
  timezone: loose(label),
  state: loose(oneOf(states)),
  dependancy: loose(flag),
}

type Pauses = { pauses: z.output<typeof pauseAnswer>[]; pausesUnread?: true }

const pausesIn = (place: string) =>
  itemsOf(pauseAnswer, place).transform(
    ({ read, unread }): Pauses => (unread ? { pauses: read, pausesUnread: true } : { pauses: read }),
  )

const resourceCount = z.union([count, z.array(z.unknown()).transform(resources => resources.length)])

const plan = z.object({
  id: identifier,
  name: label,
  schedule: loose(scheduleAnswer, 'plans[].schedule'),
  pauses: pausesIn('plans[].pauses[]'),
  resources: loose(resourceCount, 'plans[].resources'),
  ...facts,
})

/** The members of a plan. */
const OWN = new Set([...IDS, ...Object.keys(plan.shape)])

const listedPlan = z.preprocess(
  gather,
  plan.transform(({ pauses, ...plan }) => ({ ...plan, ...pauses })),
)

/** Assumed: a description is in `plan`, else in what the answer wraps, else at its top. */
function findDescription(answer: unknown): Members {
  const places = [pick(answer, ['plan']), ...layers(answer).toReversed()].map(members)
  const { resources, ...plan } = places.find(place => Object.keys(place).length > 0) ?? {}
  const entries = entriesOf(plan)
  const hasPauses = entries.length > 0 || 'pauses' in plan
  return withZone({
    ...plan,
    id: firstOf(plan, IDS),
    pauses: hasPauses ? entries.filter(entry => !isPlanOnly(entry)) : undefined,
    ...(Array.isArray(resources) ? { resources } : { resourceCount: resources }),
  })
}

const planDetails = z
  .object({
    id: loose(identifier),
    name: loose(label),
    schedule: loose(scheduleAnswer),
    pauses: pausesIn('plan.pauses[]').optional(),
    resources: loose(listOf(resourceAnswer, 'plan.resources[]')),
    resourceCount: loose(count),
    ...facts,
  })
  .transform(({ pauses, resources, ...plan }) => ({
    ...plan,
    ...pauses,
    resources: resources?.read,
    resourcesUnread: resources?.unread,
  }))

export const plans = {
  listPlans: get('/v1/organizations/plans/list', 'list_plans', {
    query: ofOrganization,
    answer: listed('plans', listedPlan).transform(({ read, unread }) => ({ plans: read, unread })),
  }),

  describePlan: get('/v1/organizations/plans/describe', 'describe_plan', {
    query: ofPlan,
    answer: z.preprocess(answer => ({ plan: findDescription(answer) }), z.object({ plan: planDetails })),
  }),

  createPlan: post('/v1/organizations/plans/create', 'create_plan', {
    body: ofOrganization.extend({
      name: named,
      description: z.string(),
      timezone: named,
      schedule: newSchedule,
      state,
    }),
    answer: created('plan_id', 'plan'),
  }),

  /** Only what is given is changed. The document does not list the values of `state` here. */
  updatePlan: post('/organizations/plans/update', 'update_plan', {
    body: ofPlan.extend({
      name: named.optional(),
      updates: z
        .strictObject({ timezone: named.optional(), schedule: changedSchedule.optional() })
        .optional(),
      dependancy: z.boolean().optional(),
      state: named.optional(),
    }),
  }),
} satisfies Record<string, Endpoint>
