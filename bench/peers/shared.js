import process from 'node:process'
import { z } from 'zod'

/** Shared by all peers: configuration, calls to the service, and messages from its responses. */

export const port = Number(process.env.PORT)
export const serviceUrl = process.env.SERVICE_URL
export const token = process.env.SLACK_BOT_TOKEN
export const signingSecret = process.env.SLACK_SIGNING_SECRET
/** Slack's clients require the trailing slash. */
export const slackApiUrl = `${process.env.SLACK_API_URL}/`

export const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

const text = z.string()
const schedule = z.object({ start: text, duration: text, timezone: text, days: z.array(text) })
const pauses = z.array(z.object({ pause_id: text }))
const plan = z.object({ id: text, name: text, schedule, pauses, resources: z.number() })
const plansSchema = z.object({ status: z.literal(200), plans: z.array(plan) })
const pausedSchema = z.object({ status: z.literal(200), pause_id: text })

/** Calls the service; a user's token is `token-of-` and the number in their Slack id. */
async function callByFetch(method, path, user, content) {
  const response = await fetch(serviceUrl + path, requestOf(method, user, content))
  if (!response.ok) throw new Error(`The service answered ${response.status}`)
  return response.json()
}

export const requestOf = (method, user, content) => ({
  method,
  headers: { ...JSON_TYPE, authorization: `Bearer token-of-${user.slice('U0P'.length)}` },
  body: content && JSON.stringify(content),
})

async function listPlans(user, call = callByFetch) {
  const path = '/v1/organizations/plans/list?action=list_plans&org_id=1001'
  return plansSchema.parse(await call('GET', path, user)).plans
}

/** Pauses a plan for tomorrow; resolves to the message for the channel. */
export async function pausePlan(user, { name, reason }, call = callByFetch) {
  const plan = (await listPlans(user, call)).find(each => each.name === name)
  if (!plan) throw new Error(`There is no plan ${name}`)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const date = tomorrow.split('-').reverse().join('/')
  const content = { org_id: '1001', plan_id: plan.id, pause_start: date, pause_end: date, reason }
  const answer = await call('POST', '/v1/organizations/plans/update?action=pause_plan', user, content)
  const { pause_id: id } = pausedSchema.parse(answer)
  const text = `<@${user}> paused *${plan.name}*: ${date} – ${reason}`
  const elements = [button('Resume', 'resume', id), button('Show plan', 'plan_show', plan.id)]
  return { text, blocks: [section(text), { type: 'actions', elements }] }
}

const section = text => ({ type: 'section', text: { type: 'mrkdwn', text } })
const plain = text => ({ type: 'plain_text', text, emoji: true })
const button = (text, action_id, value) => ({ type: 'button', action_id, text: plain(text), value })

const PLANS_PER_PAGE = 20

/** Creates the ephemeral message with a user's plans. */
export async function showPlans(user, call) {
  const plans = await listPlans(user, call)
  const rows = plans.slice(0, PLANS_PER_PAGE).map(({ id, name, schedule, resources, pauses }) => {
    const hours = `${schedule.days.join(', ')}, ${schedule.start}:00 for ${schedule.duration} hours`
    const more = `${resources} resources${pauses.length > 0 ? ', paused' : ''}`
    const shown = section(`*${name}*\n${hours} (${schedule.timezone}), ${more}`)
    return { ...shown, accessory: button('Show plan', 'plan_show', id) }
  })
  const title = section(`You have *${plans.length}* plans.`)
  return { response_type: 'ephemeral', text: `You have ${plans.length} plans.`, blocks: [title, ...rows] }
}

/** Suggests plans for typed text in a select. */
export async function offerPlans(user, typed, call) {
  const found = (await listPlans(user, call)).filter(({ name }) => name.includes(typed))
  return { options: found.slice(0, 100).map(({ id, name }) => ({ text: plain(name), value: id })) }
}

/** Parses `<name> tomorrow <reason>`. */
export function parsePause(text) {
  const [name, , ...reason] = text.split(' ')
  return { name, reason: reason.join(' ') }
}

/** Parses the submitted form; the channel is in its metadata. */
export const readPauseForm = ({ state: { values }, private_metadata: metadata }) => ({
  name: values.plan.plan.selected_option.text.text,
  reason: values.reason.reason.value,
  channel: JSON.parse(metadata).origin.channel,
})

const others = Number(process.env.LISTENERS ?? 0) / 2

/** Adds half of the listeners of a bot with as many operations; the measured ones go between the halves. */
export function addOtherListeners(add) {
  for (let index = 0; index < others; index++) add(`/other-${added++}`)
}
let added = 0
