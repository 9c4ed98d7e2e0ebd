/** The possible nesting depth of a body of 1 MB. */
const DEEP = 200_000

/** Values that no real payload has. */
export const HOSTILE: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1e308, [], {}, [[]], [null], { id: null }, { id: {} }, { length: -1 }],
  ...['', ' ', '\u0000', '\ud800', 'x\udc00y', '\u202e', '\uffff', '%', '__proto__', '💥'.repeat(50)],
  ...['<!channel>', '{"how":"run","raw":{"plan":1}}', '{"how":', 'x'.repeat(20_000), '\u0000'.repeat(500)],
  ...[{ toString: 1 }, { constructor: { prototype: {} } }, { hasOwnProperty: 0 }, Array(2000).fill('a')],
]

/** Returns the paths of all values in a payload. */
export function pathsOf(node: unknown, path: readonly string[] = []): string[][] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => [[...path, key], ...pathsOf(value, [...path, key])])
}

/** Returns a copy with another value at a path, or without the path if the value is undefined. */
export function withAt(node: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  const current = typeof node === 'object' && node !== null ? Object.entries(node) : []
  const changed = current.flatMap(([name, part]) => {
    if (name !== key) return [[name, part] as const]
    if (rest.length > 0) return [[name, withAt(part, rest, value)] as const]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Array.isArray(node) ? changed.map(([, part]) => part) : Object.fromEntries(changed)
}

/** Bodies that are no payloads. */
export const BROKEN: readonly string[] = [
  ...['', 'null', '[]', '7', '"text"', '{', '{"type":', '\u0000', 'payload=', 'payload=null', 'payload=%7B'],
  ...['payload=%', 'payload=[]&payload={}', 'command', 'command=', '&&&&', '='.repeat(5000)],
  ...['[', '{"a":'].flatMap(open => [open.repeat(DEEP / open.length), `payload=${open.repeat(1000)}`]),
  `{"type":"block_actions","actions":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`,
  `{"type":"event_callback","event":${'{"a":'.repeat(DEEP / 5)}1${'}'.repeat(DEEP / 5)}}`,
  '{"__proto__":{"type":"view_submission"},"type":"view_submission"}',
  'a=1&'.repeat(100_000),
]
