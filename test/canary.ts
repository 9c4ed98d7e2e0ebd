/** A secret. Failures print only its name. */
export type Secret = { name: string; value: string }

/** A place to search, with all texts that went there. */
export type Place = { name: string; texts: readonly string[] }

/** Shorter values may occur by chance. */
const SHORTEST = 8

/** Returns the secrets that occur in the places in any encoding, as `secret in place`. */
export function findLeaks(places: readonly Place[], secrets: readonly Secret[]): string[] {
  const forms = new Map<string, string>()
  for (const { name, value } of secrets)
    if (value.length >= SHORTEST) for (const form of formsOf(value)) forms.set(form, name)
  const find = createFinder([...forms.keys()])
  return places.flatMap(({ name, texts }) => {
    const names = new Set(texts.flatMap(find).map(form => forms.get(form)))
    return [...names].map(secret => `${secret} in ${name}`)
  })
}

/** Returns a function that finds all words in a text in one pass, by a rolling hash (Rabin–Karp). */
function createFinder(words: readonly string[]): (text: string) => string[] {
  const byStart = Map.groupBy(words, word => hashOf(word))
  const isCandidate = new Uint8Array(TABLE_SIZE)
  for (const hash of byStart.keys()) isCandidate[hash & (TABLE_SIZE - 1)] = 1
  return text => {
    const matches: string[] = []
    let hash = hashOf(text)
    for (let at = 0; at + SHORTEST <= text.length; at += 1) {
      if (isCandidate[hash & (TABLE_SIZE - 1)] === 1)
        for (const word of byStart.get(hash) ?? []) if (text.startsWith(word, at)) matches.push(word)
      const rest = (hash - Math.imul(text.charCodeAt(at), LAST)) | 0
      hash = (Math.imul(rest, BASE) + text.charCodeAt(at + SHORTEST)) | 0
    }
    return matches
  }
}

/** The hash of the first characters of a text. */
function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < SHORTEST; at += 1) hash = (Math.imul(hash, BASE) + text.charCodeAt(at)) | 0
  return hash
}

const BASE = 0x01000193
const LAST = Array.from({ length: SHORTEST - 1 }).reduce<number>(product => Math.imul(product, BASE), 1)
const TABLE_SIZE = 1 << 16

const cache = new Map<string, readonly string[]>()

/** The encodings of a secret: plain, JSON, HTML, URL, hexadecimal, and base64 at any offset. */
function formsOf(secret: string): readonly string[] {
  const cached = cache.get(secret)
  if (cached) return cached
  const once = JSON.stringify(secret).slice(1, -1)
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  const forms = [
    ...[secret, once, JSON.stringify(once).slice(1, -1)],
    ...[encodeURIComponent(secret), new URLSearchParams({ s: secret }).toString().slice(2)],
    ...[inHtml(secret), hex, hex.toUpperCase()],
    ...[0, 1, 2].flatMap(at => base64At(bytes, at)),
  ]
  const unique = [...new Set(forms)]
  cache.set(secret, unique)
  return unique
}

/** Returns the base64 and base64url characters that encode only these bytes, after `before` other bytes. */
function base64At(bytes: Buffer, before: number): string[] {
  const all = Buffer.concat([Buffer.alloc(before), bytes])
  const from = Math.ceil((before * 8) / 6)
  const until = Math.floor((all.length * 8) / 6)
  return [all.toString('base64').slice(from, until), all.toString('base64url').slice(from, until)]
}

const inHtml = (text: string): string => text.replace(/[&<>"']/g, sign => `&${SIGNS[sign] ?? ''};`)

const SIGNS: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }
