import { MAX_NAME_LENGTH, newState, textField } from '../../core/common-fields.ts'
import type { Member } from '../../core/context.ts'
import { type Field, withoutEmpty } from '../../core/field.ts'
import { operation } from '../../core/operation.ts'
import { refuseSameName } from '../../core/reference-field.ts'
import { sayHours } from '../../language/dates/calendar.ts'
import { offsetText } from '../../language/dates/zone.ts'
import type { Weekly } from '../../language/hours.ts'
import { parseName } from '../../language/names.ts'
import { withoutFormatting } from '../../language/normalize.ts'
import { lines, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { reply } from '../../message/reply.ts'
import { OFF } from '../pauses/active-pauses.ts'
import { addResourceButton } from '../resources/fields.ts'
import { editPlanButton, showButton, toggleButton } from './plan-fields.ts'
import { findHours, formatFixedOffset, schedule, timezone } from './schedule-field.ts'

export const planName = textField('name', 'Name', { max: MAX_NAME_LENGTH })

const BEFORE_HOURS =
  /(?<=\S)(?:[,;:]|\s[-–—]+|\s(?:with|running|(?:that|which)\sruns)(?:\s(?:the|hours|of|from))*)\s+$/i

/** The name of a new plan. In a sentence the hours follow it. */
const newPlanName: Field<string, Member> = {
  ...planName,
  parseFrom: rest => {
    const quoted = parseName(rest, [])
    if (quoted) return { values: { name: quoted.words }, rest: quoted.rest }
    const words = rest.slice(0, findHours(rest)?.start)
    const name = withoutFormatting(words.replace(BEFORE_HOURS, ''))
    return { values: withoutEmpty({ name }), rest: rest.slice(words.length).trim() }
  },
}

/** Repeats the name in questions about the hours, since misread words may have become part of it. */
const newSchedule: Field<Weekly, Member> = {
  ...schedule,
  async read(values, context, facts) {
    const read = await schedule.read(values, context, facts)
    if (read.kind !== 'choice' || !values.name) return read
    return { ...read, question: `The plan will be called “${values.name}”. ${read.question}` }
  },
}

export const planCreate = operation({
  id: 'plan.create',
  effect: 'write',
  doing: 'creating the plan',
  command: { words: ['plan create'], usage: '<name> <schedule> [zone]' },
  summary: 'creates a plan, in your own time zone unless you name another',
  examples: ['plan create reports weekdays 8am-7pm', 'plan create "night shift" daily 8pm to 6am UTC+1'],
  form: { title: 'Create a plan', submit: 'Create plan' },
  fields: {
    name: newPlanName,
    description: textField('description', 'Description', { max: 1000, optional: true, multiline: true }),
    schedule: newSchedule,
    timezone,
    state: newState,
  },
  prepare: async ({ name }, context) =>
    refuseSameName('There is already a plan', name, await context.plans()),
  async execute({ name, description, schedule, timezone, state }, { call, organization, at }) {
    const { days, start, duration } = schedule
    const offset = offsetText(timezone, at.now)
    const { plan_id: id } = await call('createPlan', {
      org_id: organization.id,
      name,
      description,
      timezone: offset,
      schedule: { days, start: String(start), duration },
      state,
    })
    return { id, name, schedule: { ...schedule, timezone: offset }, timezone, state }
  },
  present({ id, name, schedule, timezone, state }, { person, at, organization }) {
    const text = lines(
      mrkdwn`${mention(person.user)} created *${name}*: ${sayHours(schedule)}`,
      state === 'inactive' ? mrkdwn`It is ${OFF}.` : undefined,
      formatFixedOffset(timezone, at),
    )
    if (id === undefined) return reply('channel', text)
    const plan = { id, name, organizationId: organization.id, state }
    const lastButton = state === 'inactive' ? toggleButton(plan) : editPlanButton(plan)
    return reply('channel', text, showButton(plan), addResourceButton(plan), lastButton)
  },
  record: ({ schedule: { days, start, duration } }) => [
    { field: 'schedule', after: { days, start, duration } },
  ],
  subjects: ({ name }, _, created) => [
    created?.id === undefined ? { kind: 'new plan', id: name, name } : { kind: 'plan', id: created.id, name },
  ],
})
