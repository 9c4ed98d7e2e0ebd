import { withoutLastCourtesies } from './courtesies.ts'
import { type At, days, type Reading } from './dates.ts'
import type { Named } from './names.ts'

/** What a sentence seems to want, where no command fits it. */
export type Wish = 'pause' | 'resume' | 'question'

/** By language, from which the days of a sentence may be as well. */
const VERBS: Readonly<Record<string, Readonly<Record<Exclude<Wish, 'question'>, RegExp>>>> = {
  en: {
    resume:
      /unpaus\p{L}*|resum\p{L}*|restart\p{L}*|wak(?:e|ing)|(?:bring|start|turn|switch)\b.*\b(?:back|again)/u,
    pause:
      /paus\p{L}*|stop(?:s|ped|ping)?|halt(?:s|ed|ing)?|suspend\p{L}*|shut(?:ting)?\s*down|freez\p{L}*|on hold|(?:not|don.?t|never) (?:start|run)|(?:have|keep|leave|take|turn|switch)\b.*\boff|off(?:line)?|down|rest|skip|kill|no (?:runs?|one needs)|nobody needs/u,
  },
  de: {
    resume: /fortsetz\p{L}*|wieder\s*(?:an|start|ein|auf)\p{L}*|weiterlaufen/u,
    pause:
      /pausier\p{L}*|an(?:zu)?halten|angehalten|halte?[nt]?\b.*\ban|stopp\p{L}*|aussetzen|(?:ab|aus)(?:zu)?schalten|schalte?[nt]?\b.*\b(?:ab|aus)|aus|stilllegen|ruhen/u,
  },
  fr: {
    resume: /repren\p{L}*|relanc\p{L}*|redémarr\p{L}*/u,
    pause: /met\p{L}*\s.*en pause|arr[êe]t\p{L}*|stopp\p{L}*|suspend\p{L}*|étei(?:nd|gn)\p{L}*/u,
  },
  es: {
    resume: /reanud\p{L}*|reactiv\p{L}*/u,
    pause: /pausa\p{L}*|pausen|det[eé]n\p{L}*|par(?:a|ar|en)|suspend\p{L}*|apag\p{L}*/u,
  },
  it: {
    resume: /riprend\p{L}*|riavvi\p{L}*/u,
    pause: /sospen\p{L}*|ferm(?:a|are|ate|iamo)|mett\p{L}*\s.*in pausa|spegn\p{L}*/u,
  },
  pt: {
    resume: /retom\p{L}*|reativ\p{L}*/u,
    pause: /pausa\p{L}*|pausem|par(?:a|ar|em)|suspend\p{L}*|deslig\p{L}*/u,
  },
  nl: {
    resume: /hervat\p{L}*/u,
    pause: /pauzer\p{L}*|pauzeer\p{L}*|stilzet\p{L}*|stopzet\p{L}*|stoppen|zet\b.*\b(?:stil|uit)/u,
  },
  sv: {
    resume: /återuppta\p{L}*/u,
    pause: /pausa\p{L}*|stoppa\p{L}*|stanna\p{L}*|stäng\p{L}*\s.*av/u,
  },
  ru: { resume: /возобнов\p{L}*/u, pause: /приостанов\p{L}*|останов\p{L}*/u },
  uk: { resume: /віднов\p{L}*/u, pause: /призупин\p{L}*|зупин\p{L}*/u },
  ja: { resume: /再開/u, pause: /停止|止め/u },
  zh: { resume: /恢复/u, pause: /暂停|停止|停/u },
}

const wordsOf = (...patterns: readonly RegExp[]) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${patterns.map(({ source }) => source).join('|')})(?![\\p{L}\\d])`, 'iu')
const RESUMES = wordsOf(...Object.values(VERBS).map(({ resume }) => resume))
const PAUSES = wordsOf(...Object.values(VERBS).map(({ pause }) => pause))
/** Days in English are read with any other language. */
const { en: _, ...ABROAD } = VERBS
const SPOKEN = Object.entries(ABROAD).map(([locale, { resume, pause }]) => ({
  locale,
  verbs: wordsOf(resume, pause),
}))

/** Verbs, and what stands before days, in languages that put no spaces between words. */
const UNSPACED =
  /[をは把请請在]|停止|止め|再開|暂停|停|恢复|(?<=[a-z])(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])/giu
const withSpaces = (sentence: string) => sentence.replace(UNSPACED, ' $& ')

/** A wish is none where it is denied. */
const DENIED = new RegExp(
  `(?:n['’]t|\\bnot|\\bnever|\\bnicht|\\bno|\\bnon|\\bne|\\binte)\\s+${PAUSES.source}`,
  'iu',
)
const ASKS =
  /^(?:is|are|was|were|what|which|when|who|why|how|do|does|did|ist|sind|welche\w*|wann|wer|warum|wie|est-ce|quels?|quand|qui|está\w*|qué|cuándo|quién|quali?|quando|chi)(?!\p{L})/iu

/** What a sentence seems to want, by a verb anywhere in it. */
export function findWish(sentence: string): Wish | undefined {
  const words = withSpaces(sentence)
  if (DENIED.test(words)) return undefined
  const wish = RESUMES.test(words) ? 'resume' : PAUSES.test(words) ? 'pause' : undefined
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
  ` ${withSpaces(text)
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()} `

/** In words: what people say of days, and where it is looked for. */
const MAX_PHRASE = 8
const MAX_WORDS = 60
/** Ordinary words, and places. */
const NO_DAYS = /^(?:in \p{L}+|may|march|sat|sun|mon|now|second|\d+)$/iu

/**
 * The longest words of a sentence that say days, in the speaker's language or that of its verb; those that come first of
 * several. More than one reading where they may mean other days as well.
 */
export function findDaysIn(said: string, at: At): readonly Reading[] {
  const sentence = withSpaces(said)
  const words = sentence
    .split(/\s+/)
    .slice(0, MAX_WORDS)
    .map(word => word.replace(/^[("'“]+|[,.!?;:)"'”…]+$/gu, ''))
  const spoken = SPOKEN.filter(({ verbs }) => verbs.test(sentence))
  for (let length = MAX_PHRASE; length > 0; length -= 1)
    for (let from = 0; from + length <= words.length; from += 1) {
      const phrase = words.slice(from, from + length).join(' ')
      if (phrase === '' || NO_DAYS.test(phrase)) continue
      for (const { locale } of [at, ...spoken]) {
        const found = days(phrase, { ...at, locale })
        if (found.kind === 'days') return [{ ...found, label: '' }]
        if (found.kind === 'choice') return found.readings
      }
    }
  return []
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
      findDaysIn(before, at).length > 0 &&
      findDaysIn(behind, at).length === 0 &&
      findNamedIn(behind, items).found.length === 0,
  )
  return reason?.behind ?? ''
}
