import { z } from 'zod'

export type RequestKind =
  | 'command'
  | 'event'
  | 'press'
  | 'typing'
  | 'suggestion'
  | 'submission'
  | 'shortcut'
  | 'other'

export type Body = Readonly<Record<string, unknown>>

/** The kind of a payload of any shape (https://docs.slack.dev/reference/interaction-payloads). */
export function kindOf(body: Body): RequestKind {
  if (typeof body.command === 'string') return 'command'
  switch (body.type) {
    case 'event_callback':
      return 'event'
    case 'block_suggestion':
      return 'suggestion'
    case 'view_submission':
      return 'submission'
    case 'shortcut':
    case 'message_action':
      return 'shortcut'
    case 'block_actions':
      return at(body, 'actions', '0', 'type') === 'plain_text_input' ? 'typing' : 'press'
    default:
      return 'other'
  }
}

const text = z.string().nullish()
const named = z.union([z.string(), z.looseObject({ id: z.string() })]).optional()
const interaction = z.object({
  user: z.object({ id: z.string(), team_id: text }),
  channel: z.looseObject({}).optional(),
  response_urls: z.array(z.object({ response_url: z.string() })).optional(),
})

/** What Bolt and every handler take for granted. */
const SHAPES: Record<RequestKind, z.ZodType> = {
  command: z.object({ user_id: z.string(), team_id: z.string() }),
  event: z.object({
    team_id: text,
    event: z.object({ type: z.string(), user: named, channel: named, item: z.looseObject({}).optional() }),
    authorizations: z.array(z.looseObject({})).nullish(),
  }),
  press: interaction.extend({ actions: z.array(z.looseObject({ action_id: z.string() })).min(1) }),
  typing: interaction,
  suggestion: interaction,
  submission: interaction.extend({ view: z.looseObject({}) }),
  shortcut: interaction,
  other: z.object({ type: z.string() }),
}

/** Whether a payload has the shape of one that Slack sends, as far as its kind tells. */
export const isWellFormed = (body: Body): boolean => SHAPES[kindOf(body)].safeParse(body).success

/** Who sent a payload, by a key for this process; undefined for what a bot wrote. */
export function senderOf(body: Body): string | undefined {
  if (at(body, 'event', 'bot_id') !== undefined) return undefined
  const user = body.user_id ?? at(body, 'user', 'id') ?? at(body, 'event', 'user')
  const team = body.team_id ?? at(body, 'user', 'team_id') ?? at(body, 'team', 'id')
  return typeof user === 'string' ? `${team}:${user}` : undefined
}

/** The value at a path in an object of any shape. */
export function at(node: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? Reflect.get(value, key)
        : undefined,
    node,
  )
}
