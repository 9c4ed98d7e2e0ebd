import { readFileSync } from 'node:fs'

/** A line of days.txt: a phrase, said there and then, and what it means. */
export interface Rule {
  rule: string
  phrase: string
  at: { now: Date; zone: string; locale?: string }
  means: string
}

const ZONE = 'Europe/Madrid'

/** The rules of days, as days.txt has them. */
export function readRules(): Rule[] {
  const rules: Rule[] = []
  let rule = ''
  let at: Rule['at'] | undefined
  for (const line of readFileSync(new URL('days.txt', import.meta.url), 'utf8').split('\n')) {
    const [mark, ...rest] = line.split(' ')
    const split = line.lastIndexOf(' = ')
    if (mark === '#') rule = rest.join(' ')
    else if (mark === '@') at = place(rest)
    else if (split > 0 && at)
      rules.push({ rule, at, phrase: line.slice(0, split), means: line.slice(split + 3) })
  }
  return rules
}

function place([day = '', locale]: readonly string[]): Rule['at'] {
  return { now: new Date(`${day}T12:00:00Z`), zone: ZONE, ...(locale && { locale }) }
}

/** The days that a line says, each as [from, until] in DD/MM/YYYY; none for a refusal. */
export function readingsOf({ means }: Rule): (readonly [string, string])[] {
  if (means.startsWith('!')) return []
  return means
    .replace('?', '')
    .split('|')
    .map(span => {
      const [from = '', until = from] = span.split(' – ').map(withYear)
      return [from, until]
    })
}

const withYear = (day: string): string => (day.length === 5 ? `${day}/2026` : day)
