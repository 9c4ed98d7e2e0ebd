import { SECRET } from './sentences.ts'

/** A shorter one is also a part of other words: it is known again only where it stands alone. */
const SHORT = 6

/** A response_url is known by its first letters, and does nothing with them; a ticket not even that. */
const PASSES = [
  [/(\/respond\/\w{4})\w+/g, '$1…'],
  [/(ticket(?:=|%3D))[\w-]+/gi, `$1${SECRET}`],
] as const

export type Known = ReturnType<typeof createKnown>

/** The secrets that are known in one place, beside those known everywhere, and texts without them. */
export const createKnown = (everywhere: ReadonlySet<string> = new Set()) => {
  const here = new Set<string>()

  const longestFirst = () =>
    [...everywhere, ...here].filter(each => each.length >= SHORT).sort((a, b) => b.length - a.length)

  /** A secret is also known without the spaces around it, and each of its lines by itself: so others may repeat it. */
  const learn = (secret: string): void => {
    for (const part of [secret, secret.trim(), ...secret.split(/\s*\n\s*/)]) if (part) here.add(part)
  }

  /** What was said, without any secret that is known. */
  const clear = (text: string): string => {
    if (here.has(text) || everywhere.has(text)) return SECRET
    const hidden = longestFirst().reduce((left, secret) => left.replaceAll(secret, SECRET), text)
    return PASSES.reduce((left, [pass, short]) => left.replaceAll(pass, short), hidden)
  }

  /** The same for what is written as JSON already, once or within a text of it. */
  const clearWritten = (text: string): string => {
    const once = (secret: string) => JSON.stringify(secret).slice(1, -1)
    return longestFirst()
      .flatMap(secret => [secret, once(secret), once(once(secret))])
      .reduce((left, secret) => left.replaceAll(secret, SECRET), text)
  }

  return { learn, clear, clearWritten, count: () => here.size }
}
