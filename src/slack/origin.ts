import { z } from 'zod'
import { isDirectMessage } from '../core/context.ts'
import { type PersonKey, personKey } from '../core/person.ts'
import { sourceMessageSchema } from './delivery/source-message.ts'
import type { RequestKind } from './transport/request-kinds.ts'

/** The id of the input that asks for a conversation; no operation has an input of this name. */
export const TELL = 'tell'

const postedSchema = z.object({ channel: z.string(), ts: z.string() })

/** A message that was posted; in a DM its channel is only known afterwards. */
export type Posted = z.infer<typeof postedSchema>

/** Where a request came from, and where its answer goes: stored with a change and carried by forms. */
export type Origin = z.infer<typeof originSchema>

export const originSchema = z.object({
  team: z.string(),
  enterprise: z.string().optional(),
  /**
   * The workspace or enterprise of a person from another one, in a shared channel. A payload does not tell
   * these apart from people of another workspace of the same enterprise: `People.atHome` does.
   */
  from: z.string().optional(),
  user: z.string(),
  channel: z.string().optional(),
  /** The bot's DM in which it was written, which counts as no channel. */
  direct: z.string().optional(),
  /** The thread of the request. */
  thread: z.string().optional(),
  /** The message that the request is about: a reply to the channel goes into its thread. */
  about: z.string().optional(),
  /** Set for the Home tab, which has neither a channel nor a response_url. */
  home: z.boolean().optional(),
  responseUrl: z.url().optional(),
  source: sourceMessageSchema.optional(),
  /** The message that shows how far long work is. */
  progress: postedSchema.optional(),
  /** The execution of a workflow's step, which ends with the answer. */
  step: z.string().optional(),
})

/** The inverse of JSON; undefined for anything else. */
export const parseOrigin = (json: unknown): Origin | undefined => originSchema.safeParse(json).data

const nullish = z.string().nullish()

const commandSchema = z.object({ channel_id: nullish, response_url: nullish })

const interactionSchema = z.object({
  user: z.object({ team_id: nullish }),
  channel: z.object({ id: z.string() }).nullish(),
  container: z.object({ channel_id: nullish, message_ts: nullish, thread_ts: nullish }).nullish(),
  message: z.object({ ts: nullish, thread_ts: nullish }).nullish(),
  view: z.object({ type: z.string() }).nullish(),
  response_url: nullish,
})

const eventSchema = z.object({
  event: z.object({ user_team: nullish, channel: z.string(), channel_type: nullish, thread_ts: nullish }),
})

/** Who sent a request, and the workspace whose installation it is for, as Bolt finds them in its payload. */
export type Sender = Pick<Origin, 'team' | 'enterprise' | 'user'>

/** The origin of a request of a kind. Throws on a payload that is none of Slack's. */
export function originOf(kind: RequestKind, payload: unknown, sender: Sender): Origin {
  if (kind === 'command') {
    const { channel_id, response_url } = commandSchema.parse(payload)
    return { ...sender, channel: channel_id ?? undefined, responseUrl: response_url ?? undefined }
  }
  if (kind === 'message' || kind === 'home') {
    const { event } = eventSchema.parse(payload)
    return {
      ...sender,
      ...externalWorkspace(event.user_team, sender),
      ...(event.channel_type === 'im' ? { direct: event.channel } : { channel: event.channel }),
      thread: event.thread_ts ?? undefined,
    }
  }
  const { user, channel, container, message, view, response_url } = interactionSchema.parse(payload)
  const thread = message?.thread_ts ?? container?.thread_ts ?? undefined
  // The first message of a thread has its own stamp there, and is in the channel
  // (https://docs.slack.dev/reference/events/message/message_replied).
  const isThreadRoot = thread === (message?.ts ?? container?.message_ts)
  return {
    ...sender,
    ...externalWorkspace(user.team_id, sender),
    channel: channel?.id ?? container?.channel_id ?? undefined,
    thread: isThreadRoot ? undefined : thread,
    ...(kind === 'shortcut' && { about: message?.thread_ts ?? message?.ts ?? undefined }),
    ...(view?.type === 'home' && { home: true }),
    responseUrl: response_url ?? undefined,
  }
}

/** The person's own workspace as `from`, if it is neither the installation's workspace nor its enterprise. */
export const externalWorkspace = (team: string | null | undefined, sender: Sender) =>
  team && team !== sender.team && team !== sender.enterprise ? { from: team } : {}

const chosenSchema = z.object({ selected_conversation: z.string() })
const submissionSchema = z.object({
  response_urls: z.array(z.object({ channel_id: z.string(), response_url: z.string() })).default([]),
  view: z
    .object({ state: z.object({ values: z.object({ [TELL]: z.object({ [TELL]: chosenSchema }) }) }) })
    .optional()
    .catch(undefined),
})

/**
 * The origin of what a person does in a form: the place where it was opened, unless a conversation was chosen
 * in it (https://docs.slack.dev/surfaces/modals#modal_response_url). The person is the one that Slack's
 * signed payload names.
 */
export function formOrigin(sender: Origin, payload: unknown, opened: Origin): Origin {
  const { response_urls, view } = submissionSchema.parse(payload)
  const [responseTarget] = response_urls
  const { team: _, enterprise: __, user: ___, from: ____, ...openedFrom } = opened
  const channel = responseTarget?.channel_id ?? view?.state.values[TELL][TELL].selected_conversation
  if (channel === undefined) return { ...sender, ...openedFrom }
  const responseUrl = responseTarget?.response_url
  return { ...sender, ...(openedFrom.home && { home: true }), channel, responseUrl }
}

/** The key of the person's link. A person from elsewhere never gets a key of this enterprise. */
export const keyOf = ({ enterprise, from, team, user }: Origin): PersonKey =>
  from === undefined ? personKey({ enterprise, team, user }) : personKey({ team: from, user })

/** Whether a request was made in a direct message. */
export const isDirect = ({ direct, channel }: Origin): boolean =>
  direct !== undefined || isDirectMessage(channel)

/** Where a person is told something later: in a channel, in the thread of a message there, or alone. */
export const followUpOrigin = (
  { team, enterprise, from, user }: Origin,
  channel?: string,
  about?: string,
): Origin => ({ team, enterprise, from, user, channel, about })
