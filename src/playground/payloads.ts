import { stateOf } from './controls.ts'
import { bot, type Channel, type Message, type Person, type Team } from './local-workspace.ts'
import { inputsOf, type Modals, type OpenView } from './modals.ts'

/** The common fields of interaction payloads; docs.slack.dev/reference/interaction-payloads. */
export const commonFields = (person: Person, team: Team) => ({
  team: { id: team.id, domain: team.domain, ...(team.enterprise && { enterprise_id: team.enterprise }) },
  user: {
    id: person.id,
    team_id: person.team ?? team.id,
    username: person.name.toLowerCase(),
    name: person.name.toLowerCase(),
  },
  api_app_id: bot.app,
  enterprise: team.enterprise ? { id: team.enterprise, name: team.enterprise } : null,
  is_enterprise_install: team.wide === true,
})

export const messageObject = (message: Message, team: Team) => ({
  type: 'message',
  team: team.id,
  user: message.user,
  ts: message.ts,
  text: message.text,
  ...(message.user === bot.user && { bot_id: bot.id, app_id: bot.app }),
  ...(message.blocks.length > 0 && { blocks: message.blocks }),
  ...(message.thread_ts && { thread_ts: message.thread_ts }),
  ...(message.metadata && { metadata: message.metadata }),
})

export const viewPayload = (modals: Modals, view: OpenView) => {
  const values: Record<string, Record<string, unknown>> = {}
  for (const input of inputsOf(view)) {
    const { block_id, element } = input
    values[block_id] = { [element.action_id]: stateOf(element, modals.inputValue(view, input)) }
  }
  return { ...view, state: { values } }
}

/** `response_urls` for the selected conversations; docs.slack.dev/surfaces/modals#modal_response_url. */
export const responseUrlsOf = (modals: Modals, view: OpenView, issue: (channel: string) => string) =>
  inputsOf(view).flatMap(input => {
    const { block_id, element } = input
    const channel_id = modals.inputValue(view, input)
    if (element.type !== 'conversations_select' || typeof channel_id !== 'string') return []
    return [{ block_id, action_id: element.action_id, channel_id, response_url: issue(channel_id) }]
  })

/** The message of a block_actions payload. Slack stores no ephemeral messages, so these are left out. */
export const messagePayload = (message: Message, channel: Channel, team: Team) => ({
  container: {
    type: 'message',
    message_ts: message.ts,
    channel_id: message.channel,
    is_ephemeral: message.only !== undefined,
    ...(message.thread_ts && { thread_ts: message.thread_ts }),
  },
  channel: { id: channel.id, name: channel.name },
  ...(message.only === undefined && { message: messageObject(message, team) }),
  state: { values: {} },
})

/** docs.slack.dev/reference/interaction-payloads/shortcuts-interaction-payload. */
export const messageShortcut = (message: Message, channel: Channel, team: Team) => ({
  type: 'message_action',
  channel: { id: channel.id, name: channel.name },
  message_ts: message.ts,
  message: messageObject(message, team),
})

/** Fields of a slash command; docs.slack.dev/interactivity/implementing-slash-commands. */
export const commandFields = (person: Person, channel: Channel, line: string, team: Team) => {
  const [command = '', ...words] = line.split(' ')
  return {
    command,
    text: words.join(' ').trim(),
    api_app_id: bot.app,
    team_id: team.id,
    team_domain: team.domain,
    channel_id: channel.id,
    channel_name: channel.private ? 'privategroup' : channel.name,
    user_id: person.id,
    user_name: person.name.toLowerCase(),
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
  event_context: `context-${id}`,
  is_ext_shared_channel: false,
  authorizations: [
    {
      enterprise_id: team.enterprise ?? null,
      team_id: team.id,
      user_id: bot.user,
      is_bot: true,
      is_enterprise_install: team.wide === true,
    },
  ],
})
