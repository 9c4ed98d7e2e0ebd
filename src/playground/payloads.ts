import { wire } from './chat.ts'
import { held, stateOf } from './controls.ts'
import { inputsOf, type Modals, type OpenView } from './modals.ts'
import { bot, type Channel, type Message, type Person, type Team } from './workspace.ts'

/** What every payload of a person's doing carries; docs.slack.dev/reference/interaction-payloads. */
export const common = (person: Person, team: Team) => ({
  team: { id: team.id, domain: team.domain, ...(team.enterprise && { enterprise_id: team.enterprise }) },
  user: {
    id: person.id,
    username: person.name.toLowerCase(),
    name: person.name.toLowerCase(),
    team_id: person.team ?? team.id,
  },
  api_app_id: bot.app,
  enterprise: team.enterprise ? { id: team.enterprise, name: team.enterprise } : null,
  is_enterprise_install: team.wide === true,
})

/** `state.values` of a view: initial values count where nothing was typed. */
const stateOfView = (modals: Modals, view: OpenView) => {
  const values: Record<string, Record<string, unknown>> = {}
  for (const input of inputsOf(view)) {
    values[input.block_id] = {
      [input.element.action_id]: stateOf(input.element, modals.typedInto(view, input)),
    }
  }
  return { values }
}

export const viewPayload = (modals: Modals, view: OpenView) => ({ ...view, state: stateOfView(modals, view) })

/** One for each conversation that was chosen where the app asked for it; docs.slack.dev/surfaces/modals#modal_response_url. */
export const responseUrlsOf = (modals: Modals, view: OpenView, issue: (channel: string) => string) =>
  inputsOf(view).flatMap(input => {
    const { block_id, element } = input
    const channel_id = held(element, modals.typedInto(view, input))
    const asked = 'response_url_enabled' in element && element.response_url_enabled
    if (!asked || typeof channel_id !== 'string') return []
    return [{ block_id, action_id: element.action_id, channel_id, response_url: issue(channel_id) }]
  })

/** Where a message was pressed. An ephemeral message does not come along: Slack keeps none. */
export const messagePayload = (message: Message, channel: Channel, team: Team) => ({
  container: {
    type: 'message',
    message_ts: message.ts,
    channel_id: message.channel,
    is_ephemeral: message.only !== undefined,
    ...(message.thread_ts && { thread_ts: message.thread_ts }),
  },
  channel: { id: channel.id, name: channel.name },
  ...(message.only === undefined && { message: wire(message, team) }),
  state: { values: {} },
})

/** What a shortcut is about, if it is about a message; docs.slack.dev/reference/interaction-payloads/shortcuts-interaction-payload. */
export const shortcutPayload = (
  team: Team,
  callback_id: string,
  about?: { message: Message; channel: Channel },
) =>
  about
    ? {
        type: 'message_action',
        callback_id,
        channel: { id: about.channel.id, name: about.channel.name },
        message_ts: about.message.ts,
        message: wire(about.message, team),
      }
    : { type: 'shortcut', callback_id }

/** Fields of a slash command; docs.slack.dev/interactivity/implementing-slash-commands. */
export const commandFields = (person: Person, channel: Channel, line: string, team: Team) => {
  const [command = '', ...words] = line.split(' ')
  return {
    team_id: team.id,
    team_domain: team.domain,
    channel_id: channel.id,
    channel_name: channel.private ? 'privategroup' : channel.name,
    user_id: person.id,
    user_name: person.name.toLowerCase(),
    command,
    text: words.join(' ').trim(),
    api_app_id: bot.app,
    ...(team.enterprise && { enterprise_id: team.enterprise, enterprise_name: team.enterprise }),
    is_enterprise_install: String(team.wide === true),
  }
}

/** The envelope of an event; docs.slack.dev/apis/events-api. */
export const envelope = (event: Record<string, unknown>, id: string, seconds: number, team: Team) => ({
  team_id: team.id,
  api_app_id: bot.app,
  event,
  type: 'event_callback',
  event_id: id,
  event_time: seconds,
  authorizations: [
    {
      enterprise_id: team.enterprise ?? null,
      team_id: team.id,
      user_id: bot.user,
      is_bot: true,
      is_enterprise_install: team.wide === true,
    },
  ],
  is_ext_shared_channel: false,
  event_context: `context-${id}`,
})
