import type { Actor, Guest, Plan } from '../../core/context.ts'
import { type Field, ok } from '../../core/field.ts'
import { filled, type Raw } from '../../core/raw.ts'
import { sayHours } from '../../language/dates/text.ts'
import type { Schedule } from '../../language/dates/week.ts'
import { offsetText, parseOffset } from '../../language/dates/zone.ts'
import { hours } from '../../language/hours.ts'
import { newName } from '../../language/marks.ts'
import { takeName } from '../../language/names.ts'
import type { Answer } from '../../service/contract/contract.ts'
import { states } from '../../service/contract/endpoint.ts'
import { findHours } from './hours.ts'
import { LONGEST_NAME } from './inputs.ts'
import { planBefore } from './named.ts'
import { line } from './plain.ts'
import { reshaping } from './variants.ts'

export const description: Field<string, Guest> = line('description', 'Description', {
  max: 1000,
  optional: true,
  multiline: true,
})

/** The name of a plan. */
export const planName: Field<string, Guest> = line('name', 'Name', { max: LONGEST_NAME })

const CALLED = /^(?:an?\s+|the\s+)?(?:new\s+)?(?:plan\s+)?(?:called|named)\s+(?=\S)/i
const BEFORE_HOURS = /(?<=\S)(?:[,;:]|\s[-–—]+)\s+$/

/** The name of a plan that is made: a sentence goes on with its hours. */
export const newPlanName: typeof planName = {
  ...planName,
  take: rest => {
    const quoted = takeName(rest, [])
    if (quoted) return { raw: filled({ name: quoted.words }), rest: quoted.rest }
    const words = rest.slice(0, findHours(rest)?.start)
    const name = words.replace(CALLED, '').replace(BEFORE_HOURS, '')
    return { raw: filled({ name: newName(name) }), rest: rest.slice(words.length).trim() }
  },
}

/** A plan whose form goes on with what the service holds of it; its hours may follow it in a sentence. */
export const planToChange = reshaping(planBefore(sentence => findHours(sentence)?.start))

/** What the service holds of a plan. */
export async function describedOf(
  { id }: Pick<Plan, 'id'>,
  me: Actor,
): Promise<Answer<'describePlan'>['plan']> {
  return (await me.read('describePlan', { org_id: me.organization.id, plan_id: id })).plan
}

/** Whether the resources of a plan start one after the other. */
export const dependancy: Field<boolean, Guest> = {
  inputs: [
    {
      key: 'dependancy',
      label: 'Dependency',
      optional: true,
      control: { kind: 'checkbox', text: 'Each resource depends on the one before it' },
    },
  ],
  parse: raw => ok(raw.dependancy === 'yes'),
}

/** What is known of a plan, as far as a form can change it. */
export type PlanFacts = {
  name?: string | undefined
  schedule?: Schedule | undefined
  timezone?: string | undefined
  dependancy?: boolean | undefined
  state?: string | undefined
}

/** What is known of a plan as the words of its form; what no words of a form stand for is left out. */
export function sayPlan({ name, schedule, timezone, dependancy, state }: PlanFacts): Raw {
  const { days = [], start, duration } = schedule ?? {}
  return filled({
    name,
    schedule: start && duration ? sayHours({ days, start, duration }) : undefined,
    timezone: timezone && spelt(timezone),
    dependancy: dependancy === undefined ? undefined : dependancy ? 'yes' : 'no',
    state: states.find(each => each === state),
  })
}

/** The service has several ways to write an offset: each is the one that goes out. A name stays as it is. */
const spelt = (timezone: string): string =>
  parseOffset(timezone) === undefined ? timezone : offsetText(timezone, ANY_TIME)

const ANY_TIME = new Date(0)

/** Whether words of `sayPlan` would be sent to the service with the meaning that they have there. */
export const readsBack = ({ name = '', schedule, timezone }: Raw): boolean =>
  name.length <= LONGEST_NAME &&
  (schedule === undefined || hours(schedule).kind === 'hours') &&
  (timezone === undefined || parseOffset(timezone) !== undefined)
