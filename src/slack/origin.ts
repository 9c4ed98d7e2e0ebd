import { z } from 'zod'
import { type PersonKey, personKey } from '../storage/links.ts'

/** The id of the input that asks for a conversation, which no input of an operation has. */
export const TELL = 'tell'

/** Where a request came from: fixed at the door, carried through forms, and where its answer belongs. */
export type Origin = z.infer<typeof originSchema>

/** An origin as a form carries it, and Slack brings it back. */
export const originSchema = z.object({
  team: z.string(),
  enterprise: z.string().optional(),
  /**
   * The workspace or enterprise that they belong to, where that is another: a channel may be shared with strangers. A
   * payload does not tell those from people of another workspace of the same enterprise: `People.atHome` does.
   */
  from: z.string().optional(),
  user: z.string(),
  channel: z.string().optional(),
  /** The thread in which they speak. */
  thread: z.string().optional(),
  /** The message that the request is about: what the channel is told stands below it. */
  about: z.string().optional(),
  /** Whether they stand before their Home, where there is neither a channel nor a response_url. */
  home: z.boolean().optional(),
  responseUrl: z.url().optional(),
  /** When the response_url was given out, in seconds since 1970. */
  since: z.number(),
})

const nullish = z.string().nullish()

const commandSchema = z.object({
  team_id: z.string(),
  enterprise_id: nullish,
  user_id: z.string(),
  channel_id: nullish,
  response_url: nullish,
})

const interactionSchema = z.object({
  team: z.object({ id: z.string(), enterprise_id: nullish }).nullish(),
  enterprise: z.object({ id: z.string() }).nullish(),
  user: z.object({ id: z.string(), team_id: nullish }),
  channel: z.object({ id: z.string() }).nullish(),
  container: z.object({ channel_id: nullish, message_ts: nullish, thread_ts: nullish }).nullish(),
  message: z.object({ ts: nullish, thread_ts: nullish }).nullish(),
  view: z.object({ type: z.string(), app_installed_team_id: nullish }).nullish(),
  response_url: nullish,
})

/** The origin of a slash command, of its payload. */
export function originOfCommand(payload: unknown, now: Date): Origin {
  const command = commandSchema.parse(payload)
  return {
    team: command.team_id,
    enterprise: command.enterprise_id ?? undefined,
    user: command.user_id,
    channel: command.channel_id ?? undefined,
    responseUrl: command.response_url ?? undefined,
    since: seconds(now),
  }
}

const viewedSchema = z.object({ view: interactionSchema.shape.view })

/**
 * The workspace that a view was opened for, of the payload: another than that of whoever fills it in, where strangers share
 * a channel. Bolt looks for it where a view is sent, and not where something is chosen in one.
 */
export const installedAt = (payload: unknown): string | undefined =>
  viewedSchema.safeParse(payload).data?.view?.app_installed_team_id ?? undefined

/** The origin of a press or a choice in a select. */
export function originOfInteraction(payload: unknown, now: Date): Origin {
  const interaction = interactionSchema.parse(payload)
  const { team, enterprise, user, channel, container, view, response_url } = interaction
  const there = {
    team: view?.app_installed_team_id ?? team?.id ?? user.team_id ?? '',
    enterprise: enterprise?.id ?? team?.enterprise_id ?? undefined,
  }
  return {
    ...there,
    ...strangerFrom(user.team_id, there),
    user: user.id,
    channel: channel?.id ?? container?.channel_id ?? undefined,
    thread: threadOf(interaction),
    ...(view?.type === 'home' && { home: true }),
    responseUrl: response_url ?? undefined,
    since: seconds(now),
  }
}

/** Where somebody belongs, where it is neither the workspace whose installation serves them nor its enterprise. */
const strangerFrom = (own: string | null | undefined, there: Pick<Origin, 'team' | 'enterprise'>) =>
  own && own !== there.team && own !== there.enterprise ? { from: own } : {}

/**
 * The thread in which the pressed message stands. A message with replies bears its own stamp as `thread_ts`, and stands
 * in the channel (https://docs.slack.dev/reference/events/message/message_replied).
 */
function threadOf({ message, container }: z.output<typeof interactionSchema>): string | undefined {
  const thread = message?.thread_ts ?? container?.thread_ts ?? undefined
  return thread === (message?.ts ?? container?.message_ts) ? undefined : thread
}

const chosenSchema = z.object({ selected_conversation: z.string() })
const submissionSchema = z.object({
  response_urls: z.array(z.object({ channel_id: z.string(), response_url: z.string() })).default([]),
  view: z
    .object({ state: z.object({ values: z.object({ [TELL]: z.object({ [TELL]: chosenSchema }) }) }) })
    .optional()
    .catch(undefined),
})

/**
 * The origin of a form that was opened at another: the same place, unless a conversation was chosen in it that is told
 * (https://docs.slack.dev/surfaces/modals#modal_response_url), by a post where no response_url came for it. Who sent it,
 * only Slack's signed payload tells.
 */
export function originOfForm(payload: unknown, opened: Origin, now: Date): Origin {
  const sender = originOfInteraction(payload, now)
  const { response_urls, view } = submissionSchema.parse(payload)
  const [told] = response_urls
  const { team: _, enterprise: __, user: ___, from: ____, ...there } = opened
  const channel = told?.channel_id ?? view?.state.values[TELL][TELL].selected_conversation
  if (channel === undefined) return { ...sender, ...there }
  const responseUrl = told?.response_url
  return { ...sender, ...(there.home && { home: true }), channel, responseUrl }
}

const eventSchema = z.object({
  team_id: nullish,
  context_team_id: nullish,
  enterprise_id: nullish,
  authorizations: z.array(z.object({ enterprise_id: nullish, team_id: nullish })).default([]),
  event: z.object({
    ...{ user: z.string(), user_team: nullish, channel: z.string() },
    ...{ channel_type: nullish, thread_ts: nullish },
  }),
})

/** The origin of what somebody wrote. In the bot's own DM there is no channel: nobody else reads there. */
export function originOfEvent(payload: unknown, now: Date): Origin {
  const { team_id, context_team_id, enterprise_id, authorizations, event } = eventSchema.parse(payload)
  const [installed] = authorizations
  const there = {
    team: installed?.team_id ?? team_id ?? context_team_id ?? '',
    enterprise: installed?.enterprise_id ?? enterprise_id ?? undefined,
  }
  return {
    ...there,
    ...strangerFrom(event.user_team, there),
    user: event.user,
    channel: event.channel_type === 'im' ? undefined : event.channel,
    thread: event.thread_ts ?? undefined,
    since: seconds(now),
  }
}

const shortcutSchema = z.object({ message: z.object({ ts: z.string(), thread_ts: nullish }).nullish() })

/** The origin of a shortcut, which may be about a message: its thread is where the answer goes. */
export function originOfShortcut(payload: unknown, now: Date): Origin {
  const { message } = shortcutSchema.parse(payload)
  return { ...originOfInteraction(payload, now), about: message?.thread_ts ?? message?.ts }
}

/** The key of the link of the person at an origin. Nobody is put under an enterprise that they may not belong to. */
export const keyOf = ({ enterprise, from, team, user }: Origin): PersonKey =>
  from === undefined ? personKey({ enterprise, team, user }) : personKey({ team: from, user })

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
