import { z } from 'zod'
import {
  count,
  done,
  firstOf,
  flag,
  identifier,
  isObject,
  label,
  layers,
  listed,
  listOf,
  loose,
  type Members,
  madeIdentifier,
  members,
  oneOf,
  pick,
  readable,
  text,
} from './answer.ts'
import { type Endpoint, named, none, state, states } from './endpoint.ts'
import { isPause, pauseAnswer } from './pauses.ts'
import { resourceAnswer } from './resources.ts'
import { changedSchedule, newSchedule, scheduleAnswer } from './schedule.ts'

const facts = {
  description: loose(text),
  timezone: loose(label),
  state: loose(oneOf(states)),
  dependancy: loose(flag),
}

type Zoned = { timezone?: string; schedule?: z.output<typeof scheduleAnswer> }

/** The zone of a schedule may stand beside it, as it does where a plan is created. */
function zoned<P extends Zoned>(plan: P): P {
  const { schedule, timezone } = plan
  return schedule ? { ...plan, schedule: { ...schedule, timezone: schedule.timezone ?? timezone } } : plan
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
  .transform(plan => zoned({ ...plan, ...readPauses(plan.pauses, 'plans[].pauses[]') }))

/** The pauses that can be read, and whether there are others. */
type Pauses = { pauses: z.output<typeof pauseAnswer>[]; pausesUnread?: true | undefined }

function readPauses(all: unknown[], place: string): Pauses {
  const { read, unread } = readable(pauseAnswer, place, all)
  return unread ? { pauses: read, pausesUnread: true } : { pauses: read }
}

/**
 * The document's item is malformed: a plan's own members may stand beside `pauses` or inside it, and `pauses` inside the
 * schedule or among them. What is missing beside is taken from inside, but the identifier never from an entry that is a
 * pause alone.
 */
function gathered(value: unknown): unknown {
  const beside = members(value)
  const entries = pausesIn(beside)
  const holders = [beside, ...entries.filter(isPlanAlone), ...entries.filter(isPlanToo)]
  const own: Members = Object.assign({}, ...holders.toReversed())
  const identified = holders.find(holder => firstOf(holder, IDS) !== undefined)
  const id = firstOf(identified ?? {}, IDS)
  const pauses = entries
    .filter(entry => !isPlanAlone(entry))
    .map(entry => (entry === identified ? { ...entry, id: undefined } : entry))
  return { ...own, id, name: label.safeParse(own.name).data ?? id, pauses }
}

const DEEPEST = 3

/** All that stands among the pauses of a plan, wherever these stand. */
function pausesIn(holder: Members, depth = DEEPEST): Members[] {
  const entries = [holder.pauses, members(holder.schedule).pauses].flat().filter(Boolean)
  return entries.flatMap(each => {
    const entry = isObject(each) ? members(each) : { each }
    return depth > 1 ? [entry, ...pausesIn(entry, depth - 1)] : [entry]
  })
}

const IDS = ['id', 'plan_id']

const OWN = [
  ...IDS,
  'name',
  'description',
  'timezone',
  'schedule',
  'pauses',
  'state',
  'dependancy',
  'resources',
]

/** Whether an entry among the pauses is nothing but a plan's own members, and so no pause that cannot be read. */
const isPlanAlone = (entry: Members): boolean =>
  !isPause(entry) && ('schedule' in entry || Object.keys(entry).every(key => OWN.includes(key)))

const isPlanToo = (entry: Members): boolean =>
  !isPlanAlone(entry) && ('name' in entry || 'schedule' in entry || 'resources' in entry)

/** Assumed: a description stands in `plan`, else in what the answer wraps, else at its top. */
function described(answer: unknown): unknown {
  const [top, ...inside] = layers(answer)
  const places = [pick(answer, ['plan']), ...inside.toReversed()].map(members)
  const said = places.find(place => Object.keys(place).length > 0) ?? members(top)
  const { resources, ...rest } = said
  const pauses = pausesIn(said)
  return {
    ...rest,
    id: firstOf(said, IDS),
    pauses: pauses.length > 0 || 'pauses' in said ? pauses.filter(entry => !isPlanAlone(entry)) : undefined,
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
    zoned({ ...plan, ...pauses, resources: resources?.read, resourcesUnread: resources?.unread }),
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
