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
  return places.flatMap(({ name, texts }) => {
    const text = texts.join('\0')
    const found = [...forms].filter(([form]) => text.includes(form))
    return [...new Set(found.map(([, secret]) => `${secret} in ${name}`))]
  })
}

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
