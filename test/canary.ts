/** Something that nobody is to see: a test that finds it tells its name alone. */
export type Secret = { name: string; value: string }

/** Where it was looked for: all that went there, as it stood there. */
export type Place = { name: string; texts: readonly string[] }

/** A shorter word may stand somewhere for another reason. */
const SHORTEST = 8

/** Which of the secrets stand in which of the places, in whatever form. */
export function leaks(places: readonly Place[], secrets: readonly Secret[]): string[] {
  const different = new Map(secrets.map(({ name, value }) => [`${name} ${value}`, { name, value }]))
  const worth = [...different.values()].filter(({ value }) => value.length >= SHORTEST)
  return places.flatMap(({ name, texts }) => {
    const all = texts.join('\n')
    const found = worth.filter(({ value }) => formsOf(value).some(form => all.includes(form)))
    return [...new Set(found.map(secret => `${secret.name} in ${name}`))]
  })
}

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
