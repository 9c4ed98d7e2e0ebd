import type { Reference } from '../../core/args.ts'
import {
  checkboxField,
  editable,
  MAX_NAME_LENGTH,
  reshaping,
  type State,
  state,
} from '../../core/common-fields.ts'
import type { Member, Plan } from '../../core/context.ts'
import { StaleError } from '../../core/errors.ts'
import type { Field } from '../../core/field.ts'
import { type Operation, operation } from '../../core/operation.ts'
import { parseWholeName, refuseSameName } from '../../core/reference-field.ts'
import { offsetText, parseOffset, readZone } from '../../language/dates/zone.ts'
import type { Weekly } from '../../language/hours.ts'
import { withoutFormatting } from '../../language/normalize.ts'
import { type Button, runButton } from '../../message/blocks.ts'
import { lines, type Mrkdwn, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'
import { changeVerb, checkConflicts, formatChanges, undoButton } from '../edit-conflicts.ts'
import { planName } from './create.ts'
import { formatBySchedule } from './next-change.ts'
import {
  describePlan,
  editPlanButton,
  findPlan,
  planArgs,
  planBefore,
  planField,
  showButton,
  withoutDays,
} from './plan-fields.ts'
import {
  findHours,
  formatFixedOffset,
  schedule,
  scheduleFacts,
  timezone,
  weeklySchema,
} from './schedule-field.ts'

/** The editable values of a plan; undefined if the service omits one or would not take it back. */
type Values = { name?: string; schedule?: Weekly; timezone?: string; dependancy?: boolean; state?: State }

/** Makes a field editable and optional: the service may omit the value. */
function editableOrEmpty<T>(field: Field<T, Member>): Field<T | undefined, Member> {
  return { ...editable(field), inputs: editable(field).inputs.map(input => ({ ...input, optional: true })) }
}

/** Whether each resource depends on the previous one; `dependancy` is the service's spelling. */
const dependency = checkboxField('dependancy', 'Dependency', 'Each resource depends on the one before it')

const BEFORE_NEW_NAME = /(?<!\S)(?:to|as|into)\s+(?=\S)/i

/** The new name, after `to`: `plan rename web-prod to nights`. Hours after `to` are left to the schedule. */
const newName: Field<string, Member> = {
  ...planName,
  parseFrom: rest => {
    const match = BEFORE_NEW_NAME.exec(rest)
    if (match?.index !== 0) return { values: {}, rest }
    const name = rest.slice(match[0].length)
    return findHours(name) ? { values: {}, rest: name } : parseWholeName('name', withoutFormatting(name))
  },
}

const planEdit: Operation = operation({
  id: 'plan.edit',
  effect: 'write',
  doing: 'changing the plan',
  command: { words: ['plan edit', 'plan rename', 'rename plan', 'rename'], usage: '<plan> [schedule]' },
  summary: 'changes the name, hours, time zone, dependency or state of a plan',
  examples: ['plan edit web-prod', 'plan edit web-prod weekdays 9am-5pm'],
  form: { title: 'Edit a plan', submit: 'Save plan', verb: 'edit' },
  fields: {
    plan: reshaping(
      planBefore(sentence => findHours(sentence)?.start ?? BEFORE_NEW_NAME.exec(sentence)?.index),
    ),
    name: editableOrEmpty(newName),
    schedule: editableOrEmpty(schedule),
    timezone: editableOrEmpty(timezone),
    dependancy: editableOrEmpty(dependency),
    state: editableOrEmpty(state),
  },
  async load({ plan: reference }, context) {
    if (!reference) return undefined
    const plan = await findPlan(reference, context)
    return { args: await currentValues(plan, context), facts: scheduleFacts(plan, context.at) }
  },
  async prepare({ plan: reference, expected, name, schedule, timezone, dependancy, state }, context) {
    const plan = await findPlan(reference, context)
    const current = await currentValues(plan, context)
    const offset = timezone && offsetText(timezone, context.at.now)
    const { changes, after } = checkConflicts({
      operation: planEdit,
      what: mrkdwn`*${plan.name}*`,
      desired: { name, schedule, timezone: offset, dependancy, state },
      current,
      expected,
      buttons: [editPlanButton(plan), showButton(plan)],
    })
    if (name && name !== current.name)
      refuseSameName('There is already a plan', name, await context.plans(), plan.id)
    return { plan, changes, after }
  },
  async execute({ timezone }, context, { prepared: { plan, changes, after } }) {
    await updatePlan(plan, after, context)
    return { plan, changes, name: after.name ?? plan.name, timezone }
  },
  present({ plan, changes, name, timezone }, context) {
    const text = lines(
      mrkdwn`${mention(context.person.user)} ${changeVerb(context)} *${plan.name}*`,
      formatChanges(planEdit, changes),
      timezone ? formatFixedOffset(timezone, context.at) : undefined,
    )
    const renamed = { ...plan, name }
    // An Undo would send a named time zone as an offset.
    const canUndo = changes.every(
      ({ field, before }) => field !== 'timezone' || parseOffset(String(before)) !== undefined,
    )
    const undo = canUndo ? undoButton(context, 'plan.edit', planArgs(renamed), changes) : []
    return announce(text, renamed, undo)
  },
  record: ({ changes }) => changes,
})

async function currentValues(plan: Plan, context: Member): Promise<Values> {
  const description = await describePlan(plan, context)
  const { name = plan.name, schedule = plan.schedule, dependancy = false } = description
  const zone = description.schedule?.timezone ?? description.timezone ?? plan.schedule?.timezone ?? ''
  const { now } = context.at
  const values: Values = {
    name: name.length <= MAX_NAME_LENGTH ? name : undefined,
    schedule: weeklySchema.safeParse(schedule).data,
    timezone: parseOffset(zone) === undefined ? readZone(zone, now) : offsetText(zone, now),
    dependancy,
    state: state.schema.safeParse(description.state ?? plan.state).data,
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

async function updatePlan(plan: Reference, values: Values, { call, organization }: Member) {
  const { name, schedule, timezone, dependancy, state } = values
  const updates = timezone || schedule ? { timezone, schedule } : undefined
  await call('updatePlan', { org_id: organization.id, plan_id: plan.id, name, updates, dependancy, state })
}

function createTurnOperation(
  after: State,
  words: [string, ...string[]],
  summary: string,
  whyWithoutDays: string,
): Operation {
  const [direction, opposite] = after === 'active' ? (['on', 'off'] as const) : (['off', 'on'] as const)
  return operation({
    id: `plan.${direction}`,
    effect: 'write',
    doing: `turning ${direction} the plan`,
    command: { words, usage: '<plan>' },
    summary,
    examples: [`plan ${direction} web-prod`],
    form: { title: `Turn ${direction} a plan`, submit: `Turn ${direction} plan`, verb: `turn ${direction}` },
    ...(direction === 'on' && { isReturn: true }),
    fields: { plan: withoutDays(planField, whyWithoutDays) },
    async prepare({ plan: reference }, context) {
      const plan = await findPlan(reference, context)
      const { state: before } = await currentValues(plan, context)
      if (before !== after) return { plan, before }
      throw new StaleError(
        mrkdwn`*${plan.name}* is already ${direction}, so nothing was changed.`,
        mrkdwn`*${plan.name}* is already ${direction}.`,
        editPlanButton(plan),
        showButton(plan),
      )
    },
    async execute(_, context, { prepared }) {
      await updatePlan(prepared.plan, { state: after }, context)
      return prepared
    },
    present({ plan, before }, { person, at, isUndo }) {
      const verb = isUndo ? 'undid that, and turned' : 'turned'
      const text = lines(
        mrkdwn`${mention(person.user)} ${verb} ${direction} *${plan.name}*.`,
        formatBySchedule({ ...plan, state: after }, at),
      )
      const undo = runButton('Undo', `plan.${opposite}`, { ...planArgs(plan), isUndo: true })
      return announce(text, plan, before && !isUndo ? [undo] : [])
    },
    record: ({ before }) => [{ field: 'state', before, after }],
  })
}

const planOn = createTurnOperation(
  'active',
  ['plan on', 'turn on', 'switch on', 'enable', 'activate'],
  'turns a plan on',
  'a plan is turned on at once. Say it again when it is time.',
)

const planOff = createTurnOperation(
  'inactive',
  ['plan off', 'turn off', 'switch off', 'disable', 'deactivate'],
  'turns a plan off until someone turns it on again',
  'a plan that is turned off stays off until someone turns it on. To stop it for some days only, use “/pause”.',
)

const announce = (text: Mrkdwn, plan: Plan, undo: readonly Button[]): Reply =>
  reply('channel', text, ...undo, editPlanButton(plan), showButton(plan))

export const planChanges = [planEdit, planOn, planOff]
