import process from 'node:process'
import { z } from 'zod'

/** What every peer does alike: whose token it is, what the service answers, and the blocks made of it. */

export const serviceUrl = process.env.SERVICE_URL ?? ''
export const port = Number(process.env.PORT)
export const token = process.env.SLACK_BOT_TOKEN ?? ''
export const signingSecret = process.env.SLACK_SIGNING_SECRET ?? ''
/** With the slash that clients of Slack want at its end. */
export const slackApiUrl = `${process.env.SLACK_API_URL}/`

const tokens = new Map(
  Array.from({ length: Number(process.env.PEOPLE) }, (_, index) => [`U0P${index}`, `token-of-${index}`]),
)

/** The service's token of somebody in Slack. */
export const tokenOf = user => tokens.get(user) ?? ''

const plansSchema = z.object({
  status: z.literal(200),
  plans: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      schedule: z.object({
        start: z.string(),
        duration: z.string(),
        timezone: z.string(),
        days: z.array(z.string()),
      }),
      pauses: z.array(
        z.object({
          pause_id: z.string(),
          pause_start: z.string(),
          pause_end: z.string(),
          reason: z.string(),
        }),
      ),
      resources: z.number(),
    }),
  ),
})

const pausedSchema = z.object({ status: z.literal(200), pause_id: z.string() })

/** The plans in an answer of the service. */
export const readPlans = json => plansSchema.parse(json).plans

/** The id of the pause that the service made. */
export const readPaused = json => pausedSchema.parse(json).pause_id

export const listPath = '/v1/organizations/plans/list?action=list_plans&org_id=1001'
export const pausePath = '/v1/organizations/plans/update?action=pause_plan'

/** The headers that the service wants. */
export const headersFor = user => ({
  'content-type': 'application/json',
  authorization: `Bearer ${tokenOf(user)}`,
})

const button = (text, action, value) => ({
  type: 'button',
  action_id: action,
  text: { type: 'plain_text', text, emoji: true },
  value,
})

/** So many plans are shown on a page. */
const PAGE = 20

/** A list of plans as a message. */
export const listOf = plans => ({
  text: `You have ${plans.length} plans.`,
  blocks: [
    { type: 'section', text: { type: 'mrkdwn', text: `You have *${plans.length}* plans.` } },
    ...plans.slice(0, PAGE).map(({ id, name, schedule, resources, pauses }) => ({
      type: 'section',
      text: {
        type: 'mrkdwn',
        text: `*${name}*\n${schedule.days.join(', ')}, ${schedule.start}:00 for ${schedule.duration} hours (${schedule.timezone}), ${resources} resources${pauses.length > 0 ? ', paused' : ''}`,
      },
      accessory: button('Show plan', 'plan_show', id),
    })),
  ],
})

/** The plan with a name, and a period of one day: tomorrow. */
export const pauseOf = (plans, name, reason) => {
  const plan = plans.find(each => each.name === name)
  if (!plan) throw new Error(`There is no plan ${name}`)
  const tomorrow = new Date(Date.now() + 86_400_000)
  const [year, month, day] = tomorrow.toISOString().slice(0, 10).split('-')
  const date = `${day}/${month}/${year}`
  return {
    plan,
    body: { org_id: '1001', plan_id: plan.id, pause_start: date, pause_end: date, reason },
  }
}

/** What a channel is told of a pause. */
export const pausedMessage = (user, { plan, body }, id) => {
  const text = `<@${user}> paused *${plan.name}*: ${body.pause_start} – ${body.reason}`
  return {
    text,
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text } },
      {
        type: 'actions',
        elements: [button('Resume', 'resume', id), button('Show plan', 'plan_show', plan.id)],
      },
    ],
  }
}

/** What is offered of the plans for what was typed. */
export const optionsOf = (plans, typed) => ({
  options: plans
    .filter(({ name }) => name.includes(typed))
    .slice(0, 100)
    .map(({ id, name }) => ({ text: { type: 'plain_text', text: name, emoji: true }, value: id })),
})

/** The name and the reason of `/pause <name> tomorrow <reason>`. */
export const readPause = text => {
  const [name = '', , ...words] = text.split(' ')
  return { name, reason: words.join(' ') }
}

/** The name and the reason that were put into the form. */
export const readPauseForm = ({ state: { values } }) => ({
  name: values.plan.plan.selected_option.text.text,
  reason: values.reason.reason.value,
})
