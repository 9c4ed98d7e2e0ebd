/** Something that nobody is to see: a test that finds it tells its name alone. */
export type Secret = { name: string; value: string }

/** Where it was looked for: all that went there, as it stood there. */
export type Place = { name: string; texts: readonly string[] }

/** A shorter word may stand somewhere for another reason. */
const SHORTEST = 8

/** Which of the secrets stand in which of the places, in whatever form. */
export function leaks(places: readonly Place[], secrets: readonly Secret[]): string[] {
  const forms = new Map<string, string>()
  for (const { name, value } of secrets)
    if (value.length >= SHORTEST) for (const form of formsOf(value)) forms.set(form, name)
  const find = finder([...forms.keys()])
  return places.flatMap(({ name, texts }) => {
    const found = new Set(texts.flatMap(find).map(form => forms.get(form)))
    return [...found].map(secret => `${secret} in ${name}`)
  })
}

/**
 * Finds those of many words that stand in a text, in one pass over it: where a sum of as many letters as the shortest
 * has is that of a word's beginning, it looks.
 */
function finder(words: readonly string[]): (text: string) => string[] {
  const byStart = Map.groupBy(words, word => sumOf(word))
  const may = new Uint8Array(MANY)
  for (const sum of byStart.keys()) may[sum & (MANY - 1)] = 1
  return text => {
    const found: string[] = []
    let sum = sumOf(text)
    for (let at = 0; at + SHORTEST <= text.length; at += 1) {
      if (may[sum & (MANY - 1)] === 1)
        for (const word of byStart.get(sum) ?? []) if (text.startsWith(word, at)) found.push(word)
      const rest = (sum - Math.imul(text.charCodeAt(at), LAST)) | 0
      sum = (Math.imul(rest, BASE) + text.charCodeAt(at + SHORTEST)) | 0
    }
    return found
  }
}

/** Of the first letters of a text. */
function sumOf(text: string): number {
  let sum = 0
  for (let at = 0; at < SHORTEST; at += 1) sum = (Math.imul(sum, BASE) + text.charCodeAt(at)) | 0
  return sum
}

const BASE = 0x01000193
const LAST = Array.from({ length: SHORTEST - 1 }).reduce<number>(product => Math.imul(product, BASE), 1)
const MANY = 1 << 16

const known = new Map<string, readonly string[]>()

/**
 * A secret as it may stand in a text: as it is, as JSON, HTML and URLs have it, in hexadecimal, and in base64 wherever it
 * begins within what is written so.
 */
function formsOf(secret: string): readonly string[] {
  const before = known.get(secret)
  if (before) return before
  const once = JSON.stringify(secret).slice(1, -1)
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  const forms = [
    ...[secret, once, JSON.stringify(once).slice(1, -1)],
    ...[encodeURIComponent(secret), new URLSearchParams({ s: secret }).toString().slice(2)],
    ...[inHtml(secret), hex, hex.toUpperCase()],
    ...[0, 1, 2].flatMap(at => base64At(bytes, at)),
  ]
  const different = [...new Set(forms)]
  known.set(secret, different)
  return different
}

/** The letters of base64 and base64url that stand for these bytes alone, where so many others come before them. */
function base64At(bytes: Buffer, before: number): string[] {
  const all = Buffer.concat([Buffer.alloc(before), bytes])
  const from = Math.ceil((before * 8) / 6)
  const until = Math.floor((all.length * 8) / 6)
  return [all.toString('base64').slice(from, until), all.toString('base64url').slice(from, until)]
}

const inHtml = (text: string): string => text.replace(/[&<>"']/g, sign => `&${SIGNS[sign] ?? ''};`)

const SIGNS: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }
