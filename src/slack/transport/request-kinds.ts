export type RequestKind =
  | 'command'
  | 'message'
  | 'home'
  | 'step'
  | 'uninstall'
  | 'press'
  | 'typing'
  | 'suggestion'
  | 'submission'
  | 'shortcut'
  | 'other'

export type Body = Readonly<Record<string, unknown>>

/** The kind of any payload (https://docs.slack.dev/reference/interaction-payloads). */
export function kindOf(body: Body): RequestKind {
  if (typeof body.command === 'string') return 'command'
  switch (body.type) {
    case 'event_callback':
      return EVENT_KINDS.get(get(body, 'event', 'type')) ?? 'other'
    case 'block_suggestion':
      return 'suggestion'
    case 'view_submission':
      return 'submission'
    case 'shortcut':
    case 'message_action':
      return 'shortcut'
    case 'block_actions':
      return get(body, 'actions', '0', 'type') === 'plain_text_input' ? 'typing' : 'press'
    default:
      return 'other'
  }
}

/** The kinds of the manifest's events. */
export const EVENT_KINDS = new Map<unknown, RequestKind>([
  ['app_mention', 'message'],
  ['message', 'message'],
  ['app_home_opened', 'home'],
  ['function_executed', 'step'],
  ['app_uninstalled', 'uninstall'],
  ['tokens_revoked', 'uninstall'],
  ['team_access_revoked', 'uninstall'],
])

/** The value at a path in any object; own properties only. */
export function get(node: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? Reflect.get(value, key)
        : undefined,
    node,
  )
}
