import { personAt, TEAM } from '../people.ts'
import { planName } from '../surroundings.ts'

/** What Slack sends for each kind of request; sources: https://docs.slack.dev/reference/interaction-payloads */

/** Makes the body of the request with a number, of one of the people, which no other request has. */
export type WriteBody = (index: number, person: number, responseUrl: (person: number) => string) => string

export const command = (line: string): WriteBody => {
  const [name = '', ...words] = line.split(' ')
  return (index, at, responseUrl) => {
    const { user, channel } = personAt(at)
    return new URLSearchParams({
      token: 'gIkuvaNzQIHg97ATvDxqgjtO',
      team_id: TEAM,
      team_domain: 'bench',
      channel_id: channel,
      channel_name: 'ops',
      user_id: user,
      user_name: 'ana',
      command: name,
      text: words.join(' '),
      api_app_id: 'A0BENCH',
      is_enterprise_install: 'false',
      response_url: responseUrl(at),
      trigger_id: triggerOf(index),
    }).toString()
  }
}

const triggerOf = (index: number): string => `${index}.1700000000.8e2c0c3f6b7d4c1f9a5e3b2d1c0f4a6b`

/** The parts that every interaction carries. */
const common = (index: number, at: number) => {
  const { user } = personAt(at)
  return {
    team: { id: TEAM, domain: 'bench' },
    user: { id: user, username: 'ana', name: 'ana', team_id: TEAM },
    api_app_id: 'A0BENCH',
    token: 'gIkuvaNzQIHg97ATvDxqgjtO',
    trigger_id: triggerOf(index),
    enterprise: null,
    is_enterprise_install: false,
  }
}

const form = (payload: object): string => `payload=${encodeURIComponent(JSON.stringify(payload))}`

export const press: WriteBody = (index, at, responseUrl) => {
  const { channel } = personAt(at)
  return form({
    type: 'block_actions',
    ...common(index, at),
    container: { type: 'message', message_ts: '1700000000.000100', channel_id: channel, is_ephemeral: false },
    channel: { id: channel, name: 'ops' },
    message: {
      type: 'message',
      user: 'U0BOT',
      bot_id: 'B0BOT',
      ts: '1700000000.000100',
      text: 'Plans',
      blocks: [],
    },
    state: { values: {} },
    response_url: responseUrl(at),
    actions: [
      {
        type: 'button',
        action_id: 'plan.list:0',
        block_id: 'b0',
        text: { type: 'plain_text', text: 'Show plans', emoji: true },
        value: JSON.stringify({ how: 'run', args: {} }),
        action_ts: '1700000000.100000',
      },
    ],
  })
}

/** The form in which somebody pauses a plan, as Slack tells of it. */
const view = (index: number, at: number, form: number) => {
  const { user, channel } = personAt(at)
  return {
    id: `V0${form}`,
    team_id: TEAM,
    type: 'modal',
    callback_id: 'pause.add',
    private_metadata: JSON.stringify({
      origin: { team: TEAM, user, channel, since: Math.floor(Date.now() / 1000) },
      data: { args: {} },
    }),
    title: { type: 'plain_text', text: 'Pause a plan', emoji: true },
    submit: { type: 'plain_text', text: 'Pause', emoji: true },
    close: { type: 'plain_text', text: 'Cancel', emoji: true },
    blocks: [],
    hash: `${index}.aaaa`,
    root_view_id: `V0${form}`,
    app_id: 'A0BENCH',
    app_installed_team_id: TEAM,
    bot_id: 'B0BOT',
  }
}

/** Somebody who looks for a plan types as many letters into a form, one after the other. */
const TYPED = ['p', 'pl', 'plan', 'plan-001']
/** So many type at the same time. */
const TYPISTS = 64

/** So many letters are those of several forms in full. */
export const LETTERS = 2 * TYPED.length * TYPISTS

/** Whether the letter with this number is not the first of its form. */
export const isWarm = (index: number): boolean => Math.floor(index / TYPISTS) % TYPED.length > 0

export const formAt = (index: number): number =>
  Math.floor(index / (TYPED.length * TYPISTS)) * TYPISTS + (index % TYPISTS)
const typedAt = (index: number): string => TYPED[Math.floor(index / TYPISTS) % TYPED.length] ?? ''

export const letter: WriteBody = (index, at) =>
  form({
    type: 'block_suggestion',
    ...common(index, at),
    container: { type: 'view', view_id: `V0${formAt(index)}` },
    view: { ...view(index, at, formAt(index)), state: { values: {} } },
    action_id: 'plan',
    block_id: 'plan',
    value: typedAt(index),
  })

export const submission: WriteBody = (index, at) => {
  const typed = (words: string) => ({ type: 'plain_text_input', value: words })
  const option = {
    text: { type: 'plain_text', text: planName(7), emoji: true },
    value: `#5007 ${planName(7)}`,
  }
  return form({
    type: 'view_submission',
    ...common(index, at),
    view: {
      ...view(index, at, index),
      state: {
        values: {
          plan: { plan: { type: 'external_select', selected_option: option } },
          from: { from: typed('tomorrow') },
          until: { until: typed('tomorrow') },
          reason: { reason: typed('load test') },
        },
      },
    },
    response_urls: [],
  })
}
