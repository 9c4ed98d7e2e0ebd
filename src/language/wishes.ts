import { withoutLastCourtesies } from './courtesies.ts'
import { type At, days } from './dates.ts'
import type { Named } from './names.ts'

/** What a sentence seems to want, where no command fits it. */
export type Wish = 'pause' | 'resume' | 'question'

/** Verbs by language: en, de, fr, es, it, pt, nl, sv, ru, uk, ja, zh. */
const VERBS: Readonly<Record<Exclude<Wish, 'question'>, readonly string[]>> = {
  resume: [
    'unpaus\\w*|resum\\w*|restart\\w*|wak(?:e|ing)|(?:bring|start|turn|switch)\\b.*\\b(?:back|again)',
    'fortsetz\\w*|wieder\\s*(?:an|start|ein|auf)\\w*|weiterlaufen',
    'reprend\\w*|relanc\\w*|reanud\\w*|reactiv\\w*|riprend\\w*|riavvi\\w*|retom\\w*|hervat\\w*|återuppta\\w*',
    'возобнов\\p{L}*|віднов\\p{L}*|再開|恢复',
  ],
  pause: [
    'paus\\w*|stop(?:s|ped|ping)?|halt\\w*|suspend\\w*|shut(?:ting)?\\s*down|freez\\w*|on hold|(?:not|don.?t|never) (?:start|run)|(?:have|keep|leave|take)\\b.*\\boff',
    'pausier\\w*|anhalten|angehalten|stopp\\w*|aussetzen|stilllegen|ruhen',
    'mett\\w*\\s.*en pause|arrêt\\w*|deten\\w*|par(?:a|ar|en)|sospen\\w*|ferm(?:a|are|ate)|pauzeer\\w*|stilzet\\w*|pausa\\w*',
    'приостанов\\p{L}*|останов\\p{L}*|призупин\\p{L}*|зупин\\p{L}*|停止|止め|暂停',
  ],
}

const wordsOf = (patterns: readonly string[]) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${patterns.join('|')})(?![\\p{L}\\d])`, 'iu')
const RESUMES = wordsOf(VERBS.resume)
const PAUSES = wordsOf(VERBS.pause)

/** A wish is none where it is denied. */
const DENIED = new RegExp(
  `(?:n['’]t|\\bnot|\\bnever|\\bnicht|\\bno|\\bnon|\\bne|\\binte)\\s+(?:${VERBS.pause.join('|')})`,
  'iu',
)
const ASKS =
  /^(?:is|are|was|were|what|which|when|who|why|how|do|does|did|ist|sind|welche\w*|wann|wer|warum|wie|est-ce|quels?|quand|qui|está\w*|qué|cuándo|quién|quali?|quando|chi)(?!\p{L})/iu

/** What a sentence seems to want, by a verb anywhere in it. */
export function findWish(sentence: string): Wish | undefined {
  if (DENIED.test(sentence)) return undefined
  const wish = RESUMES.test(sentence) ? 'resume' : PAUSES.test(sentence) ? 'pause' : undefined
  return wish && ASKS.test(sentence.trim()) ? 'question' : wish
}

/** The things that a sentence names, wherever that is, and the sentence without their names. */
export function findNamedIn<T extends Named>(sentence: string, items: readonly T[]) {
  const said = spaced(sentence)
  const all = items.filter(({ name }) => said.includes(spaced(name)))
  const isPart = ({ name }: T) =>
    all.some(other => other.name.length > name.length && spaced(other.name).includes(spaced(name)))
  const found = all.filter(item => !isPart(item))
  const names = found.map(({ name }) => RegExp.escape(name)).join('|')
  return { found, rest: names ? sentence.replace(new RegExp(names, 'gi'), ' ') : sentence }
}

/** Words between single spaces, so that a whole name can be looked for. */
const spaced = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()} `

/** In words: what people say of days, and where it is looked for. */
const MAX_PHRASE = 8
const MAX_WORDS = 60
/** Ordinary words, and places. */
const NO_DAYS = /^(?:in \p{L}+|may|march|sat|sun|mon|now|second|\d+)$/iu

/** The longest words of a sentence that say days; those that come first of several. */
export function findDaysIn(sentence: string, at: At): { from: string; until: string } | undefined {
  const words = sentence
    .split(/\s+/)
    .slice(0, MAX_WORDS)
    .map(word => word.replace(/^[("'“]+|[,.!?;:)"'”…]+$/gu, ''))
  for (let length = MAX_PHRASE; length > 0; length -= 1)
    for (let from = 0; from + length <= words.length; from += 1) {
      const phrase = words.slice(from, from + length).join(' ')
      if (phrase === '' || NO_DAYS.test(phrase)) continue
      const found = days(phrase, at)
      if (found.kind === 'days') return { from: found.from, until: found.until }
    }
  return undefined
}

const LEADS_TO_REASON = /,\s*|\s(?:because(?: of)?|due to|since|for)\s+/gi
const MAX_LEADS = 5

/** What ends a sentence behind a comma, `because` or `for`, where a pause and its days stand before it. */
export function findReasonIn(sentence: string, at: At, items: readonly Named[]): string {
  const leads = [...sentence.matchAll(LEADS_TO_REASON)].slice(0, MAX_LEADS)
  const ends = leads.map(({ 0: lead, index }) => ({
    before: sentence.slice(0, index),
    behind: withoutLastCourtesies(sentence.slice(index + lead.length)).replace(/[.!?]+$/, ''),
  }))
  const reason = ends.find(
    ({ before, behind }) =>
      findWish(before) === 'pause' &&
      findDaysIn(before, at) &&
      !findDaysIn(behind, at) &&
      findNamedIn(behind, items).found.length === 0,
  )
  return reason?.behind ?? ''
}
