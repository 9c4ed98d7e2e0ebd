/** A secret; a test that finds it prints its name alone. */
export type Secret = { name: string; value: string }

/** A place that is searched, with all texts that went there. */
export type Place = { name: string; texts: readonly string[] }

/** A shorter value may occur by chance. */
const SHORTEST = 8

/** The secrets that occur in the places, in any encoding. */
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

/** Finds which of many words occur in a text, in one pass, by a rolling hash (Rabin and Karp). */
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

/** The hash of the first characters of a text. */
function sumOf(text: string): number {
  let sum = 0
  for (let at = 0; at < SHORTEST; at += 1) sum = (Math.imul(sum, BASE) + text.charCodeAt(at)) | 0
  return sum
}

const BASE = 0x01000193
const LAST = Array.from({ length: SHORTEST - 1 }).reduce<number>(product => Math.imul(product, BASE), 1)
const MANY = 1 << 16

const known = new Map<string, readonly string[]>()

/** The encodings of a secret: plain, JSON, HTML, URL, hexadecimal, and base64 at any offset. */
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

/** The characters of base64 and base64url that encode these bytes alone, behind so many other bytes. */
function base64At(bytes: Buffer, before: number): string[] {
  const all = Buffer.concat([Buffer.alloc(before), bytes])
  const from = Math.ceil((before * 8) / 6)
  const until = Math.floor((all.length * 8) / 6)
  return [all.toString('base64').slice(from, until), all.toString('base64url').slice(from, until)]
}

const inHtml = (text: string): string => text.replace(/[&<>"']/g, sign => `&${SIGNS[sign] ?? ''};`)

const SIGNS: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }
