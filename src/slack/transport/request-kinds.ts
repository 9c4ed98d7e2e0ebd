/** What somebody did, as far as it matters for how they are answered at the door. */
export type RequestKind =
  | 'command'
  | 'event'
  | 'press'
  | 'typing'
  | 'suggestion'
  | 'submission'
  | 'shortcut'
  | 'other'

/** The kind of a payload, of whatever shape it is (https://docs.slack.dev/reference/interaction-payloads). */
export function kindOf(body: Readonly<Record<string, unknown>>): RequestKind {
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

/** How a form begins that brings what somebody did with a button, and what it holds where that is a message's. */
const ACTIONS = Buffer.from('payload=%7B%22type%22%3A%22block_actions%22')
const OF_A_MESSAGE = '%22container%22%3A%7B%22type%22%3A%22message%22'
/** In the form of a command, and in no other: what stands in a payload is escaped. */
const COMMAND = 'command='

/** The kind of a form that nobody has read, where it is plain to see. */
export function kindUnread(form: Buffer): 'command' | 'press' | undefined {
  if (form.subarray(0, ACTIONS.length).equals(ACTIONS))
    return form.includes(OF_A_MESSAGE) ? 'press' : undefined
  return form.includes(COMMAND) ? 'command' : undefined
}

/** Who sent a payload, by a key for this process alone; nothing where it was nobody, such as what a bot wrote. */
export function senderOf(body: Readonly<Record<string, unknown>>, kind: RequestKind): string | undefined {
  if (kind === 'event' && at(body, 'event', 'bot_id') !== undefined) return undefined
  const [user, team] =
    kind === 'command'
      ? [body.user_id, body.team_id]
      : kind === 'event'
        ? [at(body, 'event', 'user'), body.team_id]
        : [at(body, 'user', 'id'), at(body, 'user', 'team_id') ?? at(body, 'team', 'id')]
  return typeof user === 'string' ? `${team}:${user}` : undefined
}

/** What stands at a path in something of whatever shape. */
export function at(node: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (held, key) =>
      typeof held === 'object' && held !== null && Object.hasOwn(held, key)
        ? Reflect.get(held, key)
        : undefined,
    node,
  )
}
