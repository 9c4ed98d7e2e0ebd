import { z } from 'zod'
import { isClock } from '../../language/dates/zone.ts'
import {
  count,
  done,
  firstOf,
  flag,
  identifier,
  label,
  layers,
  listed,
  listOf,
  loose,
  madeIdentifier,
  members,
  oneOf,
  pick,
  readable,
  text,
} from './answer.ts'
import { type Endpoint, named, none, state, states } from './endpoint.ts'
import { gathered, IDS, pausesOf } from './gathered.ts'
import { pauseAnswer } from './pauses.ts'
import { resourceAnswer } from './resources.ts'
import { changedSchedule, newSchedule, scheduleAnswer } from './schedule.ts'
import { leaveOut } from './unread.ts'

const facts = {
  description: loose(text),
  timezone: loose(label),
  state: loose(oneOf(states)),
  dependancy: loose(flag),
}

const ANY_TIME = new Date(0)

type Zoned = { timezone?: string; schedule?: z.output<typeof scheduleAnswer> }

/**
 * The zone of a schedule may stand beside it, as it does where a plan is created. People read it as it is; that nobody can
 * tell what its clock shows is told.
 */
function zoned<P extends Zoned>(plan: P, place: string): P {
  const { schedule, timezone } = plan
  const zone = schedule?.timezone ?? timezone
  if (zone !== undefined && !isClock(zone, ANY_TIME)) leaveOut(place)
  return schedule ? { ...plan, schedule: { ...schedule, timezone: zone } } : plan
}

const plan = z
  .object({
    id: identifier,
    name: label,
    schedule: loose(scheduleAnswer, 'plans[].schedule'),
    pauses: z.array(z.unknown()),
    resources: loose(
      z.union([count, z.array(z.unknown()).transform(listed => listed.length)]),
      'plans[].resources',
    ),
    ...facts,
  })
  .transform(plan =>
    zoned({ ...plan, ...readPauses(plan.pauses, 'plans[].pauses[]') }, 'plans[].schedule.timezone'),
  )

/** The pauses that can be read, and whether there are others. */
type Pauses = { pauses: z.output<typeof pauseAnswer>[]; pausesUnread?: true | undefined }

function readPauses(all: unknown[], place: string): Pauses {
  const { read, unread } = readable(pauseAnswer, place, all)
  return unread ? { pauses: read, pausesUnread: true } : { pauses: read }
}

/** Assumed: a description stands in `plan`, else in what the answer wraps, else at its top. */
function described(answer: unknown): unknown {
  const [top, ...inside] = layers(answer)
  const places = [pick(answer, ['plan']), ...inside.toReversed()].map(members)
  const said = places.find(place => Object.keys(place).length > 0) ?? members(top)
  const { resources, ...rest } = said
  return {
    ...rest,
    id: firstOf(said, IDS),
    pauses: pausesOf(said),
    ...(Array.isArray(resources) ? { resources } : { resourceCount: resources }),
  }
}

const planDetails = z
  .object({
    id: loose(identifier),
    name: loose(label),
    schedule: loose(scheduleAnswer),
    pauses: z
      .array(z.unknown())
      .transform(entries => readPauses(entries, 'plan.pauses[]'))
      .optional(),
    resources: loose(listOf(resourceAnswer, 'plan.resources[]')),
    resourceCount: loose(count),
    ...facts,
  })
  .transform(({ pauses, resources, ...plan }) =>
    zoned(
      { ...plan, ...pauses, resources: resources?.read, resourcesUnread: resources?.unread },
      'plan.schedule.timezone',
    ),
  )

export const plans = {
  listPlans: {
    title: 'List plans',
    method: 'GET',
    path: '/v1/organizations/plans/list',
    action: 'list_plans',
    query: z.strictObject({ org_id: named }),
    body: none,
    answer: listed('plans', z.preprocess(gathered, plan)).transform(({ read, unread }) => ({
      plans: read,
      unread,
    })),
  },

  describePlan: {
    title: 'Describe plan',
    method: 'GET',
    path: '/v1/organizations/plans/describe',
    action: 'describe_plan',
    query: z.strictObject({ org_id: named, plan_id: named }),
    body: none,
    answer: z.preprocess(answer => ({ plan: described(answer) }), z.object({ plan: planDetails })),
  },

  createPlan: {
    title: 'Create plan',
    method: 'POST',
    path: '/v1/organizations/plans/create',
    action: 'create_plan',
    query: none,
    body: z.strictObject({
      org_id: named,
      name: named,
      description: z.string(),
      timezone: named,
      schedule: newSchedule,
      state,
    }),
    answer: z.preprocess(
      answer => ({ plan_id: madeIdentifier(answer, 'plan_id', 'plan') }),
      z.object({ plan_id: loose(identifier) }),
    ),
  },

  /** Only what is given is changed. The document does not list the values of `state` here. */
  updatePlan: {
    title: 'Update plan',
    method: 'POST',
    path: '/organizations/plans/update',
    action: 'update_plan',
    query: none,
    body: z.strictObject({
      org_id: named,
      plan_id: named,
      name: named.optional(),
      updates: z
        .strictObject({ timezone: named.optional(), schedule: changedSchedule.optional() })
        .optional(),
      dependancy: z.boolean().optional(),
      state: named.optional(),
    }),
    answer: done,
  },
} satisfies Record<string, Endpoint>
