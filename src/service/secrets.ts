const LONGEST = 300

/** What a message must not repeat of a request: every value of `specific`, wherever it stands. */
export function secretsOf(request: unknown, isSecret = false): string[] {
  if (typeof request === 'string') return isSecret ? [request, ...request.split(/\s*\n\s*/)] : []
  if (typeof request !== 'object' || request === null) return []
  return Object.entries(request).flatMap(([key, value]) => secretsOf(value, isSecret || key === 'specific'))
}

/** A foreign message on one line of at most 300 code points, with '…' where it repeats a secret. */
export function clean(message: string, secrets: string[]): string {
  const longestFirst = secrets.filter(secret => secret !== '').sort((a, b) => b.length - a.length)
  const hide = (text: string) => longestFirst.reduce((kept, secret) => kept.replaceAll(secret, '…'), text)
  // Once more on one line: there, words that a line break kept apart may be a secret.
  const line = hide(hide(message).replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ')).trim()
  const points = Array.from(line)
  return points.length <= LONGEST ? line : `${points.slice(0, LONGEST - 1).join('')}…`
}
