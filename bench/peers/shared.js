import process from 'node:process'
import { z } from 'zod'

/** What every peer shares: its configuration, its calls to the service, and the messages made of the answers. */

export const port = Number(process.env.PORT)
export const serviceUrl = process.env.SERVICE_URL
export const token = process.env.SLACK_BOT_TOKEN
export const signingSecret = process.env.SLACK_SIGNING_SECRET
/** Slack's clients want the slash at its end. */
export const slackApiUrl = `${process.env.SLACK_API_URL}/`

const text = z.string()
const schedule = z.object({ start: text, duration: text, timezone: text, days: z.array(text) })
const pauses = z.array(z.object({ pause_id: text }))
const plan = z.object({ id: text, name: text, schedule, pauses, resources: z.number() })
const plansSchema = z.object({ status: z.literal(200), plans: z.array(plan) })
const pausedSchema = z.object({ status: z.literal(200), pause_id: text })

async function callByFetch(user, method, path, body) {
  const headers = headersFor(user)
  const response = await fetch(`${serviceUrl}${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The service answered ${response.status}`)
  return response.json()
}

/** The service's token of a user in Slack is `token-of-` and the number in the user's id. */
export const headersFor = user => ({
  'content-type': 'application/json',
  authorization: `Bearer token-of-${user.slice('U0P'.length)}`,
})

/** A user's plans. */
export async function listPlans(user, call = callByFetch) {
  const path = '/v1/organizations/plans/list?action=list_plans&org_id=1001'
  return plansSchema.parse(await call(user, 'GET', path)).plans
}

/** Pauses a plan for tomorrow; resolves to the message for the channel. */
export async function pausePlan(user, { name, reason }, call = callByFetch) {
  const plan = (await listPlans(user, call)).find(each => each.name === name)
  if (!plan) throw new Error(`There is no plan ${name}`)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const date = tomorrow.split('-').reverse().join('/')
  const body = { org_id: '1001', plan_id: plan.id, pause_start: date, pause_end: date, reason }
  const answer = await call(user, 'POST', '/v1/organizations/plans/update?action=pause_plan', body)
  const { pause_id: id } = pausedSchema.parse(answer)
  const text = `<@${user}> paused *${plan.name}*: ${date} – ${reason}`
  const elements = [button('Resume', 'resume', id), button('Show plan', 'plan_show', plan.id)]
  return { text, blocks: [section(text), { type: 'actions', elements }] }
}

const section = text => ({ type: 'section', text: { type: 'mrkdwn', text } })

const button = (text, action, value) => ({
  type: 'button',
  action_id: action,
  text: { type: 'plain_text', text, emoji: true },
  value,
})

const PLANS_PER_PAGE = 20

/** A list of plans as a message. */
export const formatPlans = plans => ({
  text: `You have ${plans.length} plans.`,
  blocks: [
    section(`You have *${plans.length}* plans.`),
    ...plans.slice(0, PLANS_PER_PAGE).map(({ id, name, schedule, resources, pauses }) => ({
      ...section(
        `*${name}*\n${schedule.days.join(', ')}, ${schedule.start}:00 for ${schedule.duration} hours (${schedule.timezone}), ${resources} resources${pauses.length > 0 ? ', paused' : ''}`,
      ),
      accessory: button('Show plan', 'plan_show', id),
    })),
  ],
})

/** The plans that a select offers for what was typed. */
export const optionsFor = (plans, typed) => ({
  options: plans
    .filter(({ name }) => name.includes(typed))
    .slice(0, 100)
    .map(({ id, name }) => ({ text: { type: 'plain_text', text: name, emoji: true }, value: id })),
})

/** Reads `<name> tomorrow <reason>`. */
export function parsePause(text) {
  const [name, , ...reason] = text.split(' ')
  return { name, reason: reason.join(' ') }
}

/** Reads the submitted form; the channel is in its metadata. */
export const readPauseForm = ({ state: { values }, private_metadata: metadata }) => ({
  name: values.plan.plan.selected_option.text.text,
  reason: values.reason.reason.value,
  channel: JSON.parse(metadata).origin.channel,
})

const others = Number(process.env.LISTENERS ?? 0) / 2

/** Adds half of the listeners that a bot with as many operations has; the measured ones are added between the halves. */
export function addOtherListeners(add) {
  for (let index = 0; index < others; index++) add(`/other-${added++}`)
}
let added = 0
