import { withoutLastCourtesies } from './courtesies.ts'
import { type At, days, type Reading } from './dates.ts'
import type { Named } from './names.ts'

/** What a sentence seems to want, where no command fits it; `return` asks when something runs again. */
export type Wish = 'pause' | 'resume' | 'question' | 'return'

/** Words of wishes; `asks` begins a question, and `back` says in one that a plan is to run again. */
type Words = Readonly<Record<'pause' | 'resume' | 'asks' | 'back', RegExp>>

/** By language, from which the days of a sentence may be as well. */
const VERBS: Readonly<Record<string, Words>> = {
  en: {
    resume:
      /unpaus\p{L}*|resum\p{L}*|restart\p{L}*|wak(?:e|ing)|(?:bring|start|turn|switch)\b.*\b(?:back|again)|(?:keep|leave)\b(?!.*\b(?:paus|off\b|down\b|stop|on hold\b|susp)).*\b(?:on|up|running)/u,
    pause:
      /paus\p{L}*|stop(?:s|ped|ping)?|halt(?:s|ed|ing)?|suspend\p{L}*|shut(?:ting)?\s*down|freez\p{L}*|on hold|(?:not|n.t|never) (?:(?:need|have|supposed) to )?(?:start|run|running|be (?:on|up|running))|nothing\b.*\b(?:runs?|starts?)|(?:not|n.t|no longer) (?:be )?need(?:ed)?|(?:have|keep|leave|take|turn|switch)\b.*\boff|off(?:line)?|down|rest|skip|kill|no (?:runs?|one needs)|nobody needs/u,
    asks: /is|are|was|were|what|which|when|who|why|how|do|does|did|isn.t|aren.t|will/u,
    back: /back|again|runs?|running/u,
  },
  de: {
    resume: /fortsetz\p{L}*|setz\p{L}*\b.*\bfort|wieder\s*(?:an|start|ein|auf)\p{L}*|weiterlaufen/u,
    pause:
      /pausier\p{L}*|an(?:zu)?halten|angehalten|halte?[nt]?\b.*\ban|stopp\p{L}*|aussetzen|(?:ab|aus)(?:zu)?schalten|schalte?[nt]?\b.*\b(?:ab|aus)|aus|stilllegen|ruhen|nichts?\b.*\b(?:laufen|läuft|starten|startet)/u,
    asks: /ist|sind|war|läuft|laufen|welche\p{L}*|wann|wer|warum|wieso|weshalb|wie|was/u,
    back: /zurück|wieder|läuft|laufen/u,
  },
  fr: {
    resume: /repren\p{L}*|relanc\p{L}*|redémarr\p{L}*/u,
    pause: /met\p{L}*\s.*en pause|arr[êe]t\p{L}*|stopp\p{L}*|suspend\p{L}*|étei(?:nd|gn|nt)\p{L}*|en pause/u,
    asks: /est-ce|est|quels?|quelles?|quand|qui|pourquoi|jusqu['’]à quand/u,
    back: /revien\p{L}*|de retour|reprend|marche|tourne\p{L}*/u,
  },
  es: {
    resume: /reanud\p{L}*|reactiv\p{L}*/u,
    pause: /pausa\p{L}*|pausen|det[eé]n\p{L}*|par(?:a|ad|ar|en)|suspend\p{L}*|apag\p{L}*/u,
    asks: /está\p{L}*|qué|cuándo|quién|por qué|hasta cuándo|cuáles/u,
    back: /vuelv\p{L}*|regres\p{L}*|de vuelta|funciona\p{L}*/u,
  },
  it: {
    resume: /riprend\p{L}*|riavvi\p{L}*/u,
    pause: /sospen\p{L}*|ferm(?:a|are|ate|iamo)|mett\p{L}*\s.*in pausa|spegn\p{L}*|spent[oaie]|in pausa/u,
    asks: /quali?|quando|chi|perché|fino a quando|è/u,
    back: /torn\p{L}*|di nuovo|funziona\p{L}*/u,
  },
  pt: {
    resume: /retom\p{L}*|reativ\p{L}*/u,
    pause: /pausa\p{L}*|pausem|par(?:a|ar|em)|suspend\p{L}*|deslig\p{L}*/u,
    asks: /por ?qu[eê]|quando|quem|quais|está\p{L}*|até quando/u,
    back: /volt\p{L}*|de volta|funciona\p{L}*/u,
  },
  nl: {
    resume: /hervat\p{L}*/u,
    pause: /pauzer\p{L}*|pauzeer\p{L}*|stilzet\p{L}*|stopzet\p{L}*|stoppen|zet\b.*\b(?:stil|uit)|uit/u,
    asks: /waarom|wanneer|wie|welke|is|staat|draait|tot wanneer/u,
    back: /terug|weer|draait/u,
  },
  sv: {
    resume: /återuppta\p{L}*/u,
    pause: /pausa\p{L}*|stoppa\p{L}*|stanna\p{L}*|stäng\p{L}*\s.*av|avstängd/u,
    asks: /varför|när|vem|vilka|är|kör/u,
    back: /tillbaka|igen|kör/u,
  },
  ru: {
    resume: /возобнов\p{L}*/u,
    pause: /приостанов\p{L}*|останов\p{L}*|выключ\p{L}*/u,
    asks: /почему|когда|кто|до каких пор/u,
    back: /верн\p{L}*|снова|работает/u,
  },
  uk: {
    resume: /віднов\p{L}*/u,
    pause: /призупин\p{L}*|зупин\p{L}*|вимкн\p{L}*/u,
    asks: /чому|коли|хто/u,
    back: /поверн\p{L}*|знову|працює/u,
  },
  ja: { resume: /再開/u, pause: /停止|止め/u, asks: /なぜ|どうして|いつ/u, back: /戻り?|動/u },
  zh: { resume: /恢复/u, pause: /暂停|停止|停/u, asks: /为什么|什么时候|何时/u, back: /回来|运行/u },
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
  `(?:n['’]t|\\bnothing(?:\\s+\\p{L}+){0,3}|\\bnot|\\bnever|\\bnicht|\\bno|\\bnon|\\bne|\\binte)\\s+${PAUSES.source}`,
  'iu',
)
/** Where words have no spaces between them, a question may begin with what it is about. */
const ASKS = new RegExp(
  `^\\P{L}*(?:${Object.values(VERBS)
    .map(({ asks }) => asks.source)
    .join('|')})(?!\\p{L})|${VERBS.ja?.asks.source}|${VERBS.zh?.asks.source}`,
  'iu',
)
const BACK = wordsOf(...Object.values(VERBS).map(({ back }) => back))

/** What means all plans by itself. */
const ALL =
  /(?<!\p{L})(?:everything|nothing|(?:all|every one of) (?:(?:of )?(?:the|our|my) )?plans|every plan|alles|nichts|alle pläne|tout|rien|tous les plans|todo|nada|todos los planes|tutto|niente|tudo|allt|inget|всё|ничего|усе|нічого)(?!\p{L})|すべて|全部|所有/iu

/** Whether a sentence is about all plans. */
export const namesAll = (sentence: string): boolean => ALL.test(sentence)

/** What a sentence seems to want, by a verb anywhere in it, and its first words; `sentence` may be without its names. */
export function findWish(sentence: string, whole: string = sentence): Wish | undefined {
  const words = withSpaces(sentence)
  const asks = ASKS.test(whole)
  if (!asks && DENIED.test(words)) return undefined
  const wish = RESUMES.test(words) ? 'resume' : PAUSES.test(words) ? 'pause' : undefined
  if (!asks) return wish
  return wish ? 'question' : BACK.test(words) ? 'return' : undefined
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

const LEADS_TO_REASON = new RegExp(
  `,\\s*|\\s(?:${[
    'because(?: of)?|due to|since|for|wegen|weil|aufgrund|vanwege|wegens|omdat|på grund av|eftersom',
    'parce que|debido al?|porque|a causa del?|a causa d[iea]l{0,2}|perché|por causa d[aeo]|из-за|потому что|через|тому що|因为',
    '(?:à cause|en raison|pour cause) (?:de|du|des)',
  ].join('|')})\\s+|\\s(?:à cause|en raison) d['’]`,
  'giu',
)
const MAX_LEADS = 5

/** What ends a sentence behind a comma or a word that leads to a reason, where a pause and its days stand before it. */
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
