import { z } from 'zod'
import { isDirectMessage } from '../core/context.ts'
import { type PersonKey, personKey } from '../core/person.ts'
import { sourceMessageSchema } from './delivery/source-message.ts'
import type { RequestKind } from './transport/request-kinds.ts'

/** The id of the input for a conversation; no operation has an input of this name. */
export const TELL = 'tell'

const postedSchema = z.object({ channel: z.string(), ts: z.string() })

/** A posted message; the channel of a DM is known only after posting. */
export type Posted = z.infer<typeof postedSchema>

/** Where a request came from and its reply goes; stored with a change and carried by forms. */
export type Origin = z.infer<typeof originSchema>

export const originSchema = z.object({
  team: z.string(),
  enterprise: z.string().optional(),
  /**
   * The workspace or enterprise of an external person in a shared channel. Payloads do not distinguish them
   * from people in another workspace of the same enterprise: `People.resolveOrigin` does.
   */
  from: z.string().optional(),
  user: z.string(),
  channel: z.string().optional(),
  /** The DM with the bot; `channel` is then undefined. */
  direct: z.string().optional(),
  thread: z.string().optional(),
  /** The message that a shortcut was used on: replies to the channel go into its thread. */
  about: z.string().optional(),
  /** Set for the Home tab, which has no channel and no response_url. */
  home: z.boolean().optional(),
  responseUrl: z.url().optional(),
  source: sourceMessageSchema.optional(),
  /** The message that shows the progress of long work. */
  progress: postedSchema.optional(),
  /** The execution id of a workflow step, which the reply completes. */
  step: z.string().optional(),
})

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

/** The person who sent a request and the workspace of the installation, as Bolt reads them from a payload. */
export type Sender = Pick<Origin, 'team' | 'enterprise' | 'user'>

/** The origin of a request. Throws a ZodError if the payload is malformed. */
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
  // The parent message of a thread has its own ts as thread_ts, and is in the channel
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
 * The origin of an action in a form: where the form was opened, or the conversation chosen in it
 * (https://docs.slack.dev/surfaces/modals#modal_response_url). The person comes from Slack's signed payload.
 */
export function formOrigin(sender: Origin, payload: unknown, original: Origin): Origin {
  const { response_urls, view } = submissionSchema.parse(payload)
  const [responseTarget] = response_urls
  const { team: _, enterprise: __, user: ___, from: ____, ...openedFrom } = original
  const channel = responseTarget?.channel_id ?? view?.state.values[TELL][TELL].selected_conversation
  if (channel === undefined) return { ...sender, ...openedFrom }
  const responseUrl = responseTarget?.response_url
  return { ...sender, ...(openedFrom.home && { home: true }), channel, responseUrl }
}

/** The key of the person's link. An external person never gets a key of this enterprise. */
export const keyOf = ({ enterprise, from, team, user }: Origin): PersonKey =>
  from === undefined ? personKey({ enterprise, team, user }) : personKey({ team: from, user })

export const isDirect = ({ direct, channel }: Origin): boolean =>
  direct !== undefined || isDirectMessage(channel)

/** The origin for a later message: in a channel, in the thread of the message `about`, or in a DM. */
export const followUpOrigin = (
  { team, enterprise, from, user }: Origin,
  channel?: string,
  about?: string,
): Origin => ({ team, enterprise, from, user, channel, about })
