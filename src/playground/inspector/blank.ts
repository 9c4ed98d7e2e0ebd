import { bot } from '../workspace.ts'
import { nested } from './body.ts'
import type { Known } from './known.ts'
import { type Cleared, SECRET } from './sentences.ts'

/** What a text may be: something to show, a secret by its place, what somebody typed, or a pass that does something. */
type Kind = 'open' | 'secret' | 'sentence' | 'pass'
/** `command` is the slash command behind which a sentence stands. */
type Visit = (text: string, kind: Kind, command?: string) => string

/** Where a node stands: its key, and whether it came out of a text of JSON, as what the bot has carried for it. */
type Place = { key: string; kind: Kind; carried: boolean; command?: string }

const TYPED = new Set(['value', 'initial_value'])

const isTypedByPerson = (object: object): boolean =>
  ('command' in object && 'trigger_id' in object) ||
  ('ts' in object && 'user' in object && object.user !== bot.user)

/**
 * Makes what takes secrets out of the content of a body: by key, which is what is typed into secret inputs, wherever a
 * view or the bot's own metadata holds it, and all below `specific`; then by value, whatever is known by then.
 */
export const createBlank = (deps: {
  keys: ReadonlySet<string>
  sentence: (typed: string, command?: string) => Cleared
}) => {
  const kindOf = (object: object, key: string, at: Place): Kind => {
    if (at.kind === 'secret' || key === 'specific') return 'secret'
    if (key === 'trigger_id') return 'pass'
    if (at.carried && deps.keys.has(key)) return 'secret'
    if (key === 'text' && isTypedByPerson(object)) return 'sentence'
    const isInput = 'type' in object && object.type === 'plain_text_input'
    const input = 'action_id' in object ? String(object.action_id) : at.key
    return isInput && TYPED.has(key) && deps.keys.has(input) ? 'secret' : 'open'
  }

  const walk = (node: unknown, at: Place, visit: Visit): unknown => {
    if (typeof node === 'string') {
      const inside = at.kind === 'open' ? nested(node) : undefined
      return inside
        ? JSON.stringify(walk(inside, { ...at, carried: true }, visit))
        : visit(node, at.kind, at.command)
    }
    if (Array.isArray(node)) return node.map(each => walk(each, at, visit))
    if (typeof node !== 'object' || node === null)
      return at.kind === 'secret' && typeof node === 'number' ? visit(String(node), at.kind) : node
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => {
        const kind = kindOf(node, key, at)
        const command = 'command' in node && typeof node.command === 'string' ? node.command : undefined
        return [key, walk(value, { key, kind, carried: at.carried, ...(command && { command }) }, visit)]
      }),
    )
  }

  /** The content without secrets; those in it are known from then on. */
  return (content: unknown, known: Known): unknown => {
    const top: Place = { key: '', kind: 'open', carried: false }
    walk(content, top, (text, kind, command) => {
      if (kind === 'secret') known.learn(text)
      if (kind === 'sentence') deps.sentence(text, command).secrets.forEach(known.learn)
      return text
    })
    return walk(content, top, (text, kind, command) => {
      if (kind === 'secret') return text && SECRET
      if (kind === 'pass') return `${text.slice(0, 6)}…`
      return known.clear(kind === 'sentence' ? deps.sentence(text, command).shown : text)
    })
  }
}
