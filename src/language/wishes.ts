import { longestDays } from './dates/find.ts'
import { languageOf } from './dates/languages/translate.ts'
import { type At, type Reading, readingsOf } from './dates/settle.ts'
import type { Named } from './names.ts'
import { withoutLastCourtesies } from './normalize.ts'

/** The likely intent of a sentence that fits no command; `return` asks when something runs again. */
export type Wish = 'pause' | 'resume' | 'question' | 'return'

/** “Not” of what need not run; “can’t”, “wasn’t” and “didn’t” ask for nothing. */
const NOT = 'not|(?:do|does|wo|should|must|need|is)n.t'

/** Verbs by language; the days of the sentence may be in the same language. */
const VERBS: Readonly<Record<string, readonly [resume: RegExp, pause: RegExp]>> = {
  en: [
    /unpaus\p{L}*|resum\p{L}*|restart\p{L}*|wak(?:e|ing)|(?:bring|start|turn|switch)\b.*\b(?:back|again)|(?:keep|leave)\b(?!.*\b(?:paus|off\b|down\b|stop|on hold\b|susp)).*\b(?:on|up|running)/u,
    new RegExp(
      [
        String.raw`paus\p{L}*|stop(?:s|ped|ping)?|halt(?:s|ed|ing)?|suspend\p{L}*|shut(?:ting)?\s*down|freez\p{L}*|on hold`,
        `(?:${NOT}|never) (?:(?:need|have|supposed) to )?(?:start|run|running|be (?:on|up|running))`,
        String.raw`nothing\b.*\b(?:runs?|starts?)`,
        `(?:${NOT}|no longer) (?:be )?need(?:ed)?`,
        String.raw`(?:have|keep|leave|take|turn|switch)\b.*\boff|off(?:line)?|down|rest|skip|kill|no (?:runs?|one needs)|nobody needs`,
      ].join('|'),
      'u',
    ),
  ],
  de: [
    /fortsetz\p{L}*|setz\p{L}*\b.*\bfort|wieder\s*(?:an|start|ein|auf)\p{L}*|weiterlaufen/u,
    /pausier\p{L}*|an(?:zu)?halten|angehalten|halte?[nt]?\b.*\ban|stopp\p{L}*|aussetzen|(?:ab|aus)(?:zu)?schalten|schalte?[nt]?\b.*\b(?:ab|aus)|aus|stilllegen|ruhen|nichts?\b.*\b(?:laufen|läuft|starten|startet)/u,
  ],
  fr: [
    /repren\p{L}*|relanc\p{L}*|redémarr\p{L}*/u,
    /met\p{L}*\s.*en pause|arr[êe]t\p{L}*|stopp\p{L}*|suspend\p{L}*|étei(?:nd|gn|nt)\p{L}*|en pause/u,
  ],
  es: [
    /reanud\p{L}*|reactiv\p{L}*/u,
    /pausa\p{L}*|pausen|det[eé]n\p{L}*|par(?:a|ad|ad[oa]s?|ar|en)|suspend\p{L}*|apag\p{L}*/u,
  ],
  it: [
    /riprend\p{L}*|riavvi\p{L}*/u,
    /sospen\p{L}*|ferm(?:a|are|ate|iamo)|mett\p{L}*\s.*in pausa|spegn\p{L}*|spent[oaie]|in pausa/u,
  ],
  pt: [/retom\p{L}*|reativ\p{L}*/u, /pausa\p{L}*|pausem|par(?:a|ar|em)|suspend\p{L}*|deslig\p{L}*/u],
  nl: [
    /hervat\p{L}*/u,
    /pauzer\p{L}*|pauzeer\p{L}*|stilzet\p{L}*|stopzet\p{L}*|stoppen|zet\b.*\b(?:stil|uit)|uit/u,
  ],
  sv: [/återuppta\p{L}*/u, /pausa\p{L}*|stoppa\p{L}*|stanna\p{L}*|stäng\p{L}*\s.*av|avstängd/u],
  ru: [/возобнов\p{L}*/u, /приостанов\p{L}*|останов\p{L}*|выключ\p{L}*/u],
  uk: [/віднов\p{L}*/u, /призупин\p{L}*|зупин\p{L}*|вимкн\p{L}*/u],
  ja: [/再開/u, /停止|止め/u],
  zh: [/恢复/u, /暂停|停止|停/u],
}

/** Words that begin a question; in Japanese and Chinese, anywhere in it. */
const ASKS = new RegExp(
  `^\\P{L}*(?:${[
    'is|are|was|were|what|which|when|who|why|how|(?:since|until) when|do(?! an? )|does|did|isn.t|aren.t|will',
    'ist|sind|war|läuft|laufen|welche\\p{L}*|(?:bis )?wann|wer|warum|wieso|weshalb|wie|was',
    "est-ce|est|quels?|quelles?|quand|qui|pourquoi|jusqu['’]à quand",
    'está\\p{L}*|qué|cuándo|quién|por qué|hasta cuándo|cuáles|quali?|quando|chi|perché|fino a quando|è',
    'por ?qu[eê]|quem|quais|até quando|waarom|wanneer|welke|staat|draait|tot wanneer',
    'varför|när|vem|vilka|är|kör|почему|когда|кто|до каких пор|чому|коли|хто',
  ].join('|')})(?!\\p{L})|なぜ|どうして|いつ|为什么|什么时候|何时`,
  'iu',
)
const wordsOf = (...patterns: readonly RegExp[]) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${patterns.map(({ source }) => source).join('|')})(?![\\p{L}\\d])`, 'iu')
/** Words in a question about a plan running again. */
const BACK = wordsOf(
  /back|again|runs?|running|zurück|wieder|läuft|laufen|revien\p{L}*|de retour|reprend|marche|tourne\p{L}*|vuelv\p{L}*|regres\p{L}*|de vuelta|funciona\p{L}*|torn\p{L}*|di nuovo|volt\p{L}*|de volta|terug|weer|draait|tillbaka|igen|kör|верн\p{L}*|снова|работает|поверн\p{L}*|знову|працює|戻り?|動|回来|运行/u,
)
const RESUMES = wordsOf(...Object.values(VERBS).map(([resume]) => resume))
const PAUSES = wordsOf(...Object.values(VERBS).map(([, pause]) => pause))
/** English days are read with every other language. */
const { en: _, ...OTHERS } = VERBS
const SPOKEN = Object.entries(OTHERS).map(([locale, verbs]) => ({ locale, verbs: wordsOf(...verbs) }))

/** Verbs and particles of languages without spaces between words. */
const UNSPACED =
  /[をは把请請在]|停止|止め|再開|暂停|停|恢复|(?<=[a-z])(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])/giu
const withSpaces = (sentence: string) => sentence.replace(UNSPACED, ' $& ')

/** A negated verb. */
const DENIED = new RegExp(
  `(?:n['’]t|\\bnothing(?:\\s+\\p{L}+){0,3}|\\bnot|\\bnever|\\bnicht|\\bno|\\bnon|\\bne|\\binte)\\s+(?:be\\s+)?(?:${PAUSES.source}|${RESUMES.source})`,
  'iu',
)
/** A verb that moves a pause: `postpone the pause of web-prod`; not `because of the delay pause web-prod`. */
const MOVED =
  /(?<!\b(?:the|a)\s)\b(?:move|shift|postpone|delay|reschedule|push|shorten)\s+(?:(?:the|my|our|this|that)\s+(?:\S+\s+)?|its\s+|\S+['’]s\s+)?pause\b/iu

/** Words that mean all plans. */
const ALL =
  /(?<!\p{L})(?:everything|nothing|(?:all|every one of) (?:(?:of )?(?:the|our|my) )?plans|every plan|alles|nichts|alle pläne|tout|rien|tous les plans|todo|nada|todos los planes|tutto|niente|tudo|allt|inget|всё|ничего|усе|нічого)(?!\p{L})|すべて|全部|所有/iu

/** Whether a sentence is about all plans. */
export const namesAll = (sentence: string): boolean => ALL.test(sentence)

/** Finds the intent of a sentence by its verb and its first words; names may be removed from `sentence`. */
export function findWish(sentence: string, whole: string = sentence): Wish | undefined {
  const words = withSpaces(sentence)
  const asks = ASKS.test(whole)
  if (!asks && (DENIED.test(words) || MOVED.test(whole))) return undefined
  const wish = RESUMES.test(words) ? 'resume' : PAUSES.test(words) ? 'pause' : undefined
  if (!asks) return wish
  return wish ? 'question' : BACK.test(words) ? 'return' : undefined
}

/** Finds the items whose names occur in a sentence; `rest` is the sentence without them. */
export function findNamedIn<T extends Named>(sentence: string, items: readonly T[]) {
  const text = spaced(sentence)
  const all = items.filter(({ name }) => text.includes(spaced(name)))
  const isPart = ({ name }: T) =>
    all.some(other => other.name.length > name.length && spaced(other.name).includes(spaced(name)))
  const found = all.filter(item => !isPart(item))
  const names = found.map(({ name }) => RegExp.escape(name)).join('|')
  return { found, rest: names ? sentence.replace(new RegExp(names, 'gi'), ' ') : sentence }
}

/** Separates words by single spaces, to search for whole names. */
const spaced = (text: string): string => withSpaces(` ${text.toLowerCase()} `).replace(/[^\p{L}\d]+/gu, ' ')

/**
 * Finds the longest days in a sentence, in the speaker's language or that of its verb. Returns several readings
 * if they are ambiguous.
 */
export function findDaysIn(text: string, at: At): readonly Reading[] {
  const sentence = withSpaces(text)
  const spoken = SPOKEN.filter(({ verbs }) => verbs.test(sentence)).map(({ locale }) => locale)
  const others = spoken.filter(language => language !== languageOf(at.locale))
  const found = [at.locale, ...others].flatMap(locale => longestDays(sentence, { ...at, locale }) ?? [])
  const [longest] = found.sort((a, b) => b.phrase.length - a.phrase.length)
  return longest ? readingsOf([longest.days]) : []
}

const LEADS_TO_REASON = new RegExp(
  `,\\s*|\\s(?:${[
    'because(?: of)?|due to|since|for|wegen|weil|aufgrund|vanwege|wegens|omdat|på grund av|eftersom|parce que',
    'debido al?|porque|a causa del?|a causa d[iea]l{0,2}|perché|por causa d[aeo]|из-за|потому что|через|тому що|因为',
    '(?:à cause|en raison|pour cause) (?:de|du|des)',
  ].join('|')})\\s+|\\s(?:à cause|en raison) d['’]`,
  'giu',
)

/** Finds the reason at the end of a sentence, after a comma or a word such as “because” that follows a pause and its days. */
export function findReasonIn(sentence: string, at: At, items: readonly Named[]): string {
  for (const { 0: lead, index } of [...sentence.matchAll(LEADS_TO_REASON)].slice(0, MAX_LEADS)) {
    const [before, reason] = [sentence.slice(0, index), sentence.slice(index + lead.length)]
    if (findWish(before) !== 'pause' || findDaysIn(before, at).length === 0) continue
    const saysMore = findNamedIn(reason, items).found.length > 0 || findDaysIn(reason, at).length > 0
    if (!saysMore) return withoutLastCourtesies(reason).replace(/[.!?]+$/, '')
  }
  return ''
}

const MAX_LEADS = 5
