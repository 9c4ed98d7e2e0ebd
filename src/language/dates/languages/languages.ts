import { untilOf } from '../meaning/join.ts'
import { rangeOf } from '../meaning/ranges.ts'
import type { When } from '../meaning/when.ts'
import { type Input, inputOf } from '../reading/input.ts'
import { whole } from '../reading/matches.ts'
import { tokens } from '../reading/tokens.ts'
import { phrase as grammar } from '../rules/phrases.ts'
import { end } from '../rules/things.ts'
import { lengthOfPoint, pointInWords } from './points.ts'
import { translations } from './translated.ts'

/** Days in the reader’s own language: single ones as chrono-node reads them, joined by the words of one table. */

interface Joints {
  range: RegExp
  until: RegExp
  /** What may stand before a day. */
  the: RegExp
}

/** Words before the first of two days, between them, before a last one alone, and articles. */
const spaced = (from: string, to: string, until: string, the = ''): Joints => ({
  range: new RegExp(`^(?:(?:${from}) )?(.+?)(?: (?:${to}) | ?[–→] ?|\\.\\.| - |(?<=\\d)-(?=\\d))(.+)$`, 'i'),
  until: new RegExp(`^(?:${until}) (.+)$`, 'i'),
  the: new RegExp(`^(?:${the}) `, 'i'),
})

const JOINTS: Record<string, Joints> = {
  de: spaced('vom|von|ab', 'bis zum|bis', 'bis zum|bis', 'der|den|dem'),
  es: spaced('desde|del|de', 'hasta|al|a', 'hasta', 'el día|el'),
  fr: spaced('à partir du|du|de', "jusqu'au|jusqu'à|au|à", "jusqu'au|jusqu'à", 'le'),
  it: spaced('dal|da', 'fino al|fino a|al|a', 'fino al|fino a', 'il'),
  ja: { range: /^(.+?)(?:から|[〜～~])(.+?)(?:まで)?$/, until: /^(.+)まで$/, the: /^$/ },
  nl: spaced('vanaf|van', 'tot en met|t/m|tot', 'tot en met|t/m|tot', 'de'),
  pt: spaced('desde|do|da|de', 'até|ate|ao|à|a', 'até|ate', 'o dia|o|a|no|na'),
  ru: spaced('со|с', 'до|по', 'до|по'),
  sv: spaced('från', 'till och med|till', 'till och med|till'),
  uk: spaced('від|із|з', 'до|по', 'до|по'),
  zh: {
    range: /^[从從]?(.+?)(?:[到至]|(?<=[日号號])[-–—~～〜])(.+)$/,
    until: /^(?:直?到|至)(.+)$/,
    the: /^$/,
  },
}

/** The languages in which days are read besides English. */
export const LANGUAGES: readonly string[] = Object.keys(JOINTS)

const ORDINAL = /^(\d+)(?:er|º|ª|°|日|号|號|-?го)$/

/** Days that count the word behind them, but for those that lead to a reason: `na segunda tentativa`, but `até segunda`; `am 2. Versuch`. */
const COUNTS: Record<string, { days: RegExp; word: RegExp }> = {
  de: {
    days: /^(?:bis(?: zum)?|am|den|dem) (?:\d|1[0-2])\.$/iu,
    word: /^\p{L}/u,
  },
  pt: {
    days: /^(?:(?:at[ée] )?(?:a|[dn]a|[dn]?es[st]a) )?(?:segunda|ter[cç]a|quarta|quinta|sexta)$/iu,
    word: /^(?!(?:por|para|pra|porque|pois|devido)$)\p{L}/u,
  },
}

/** Whether days in the language of a Slack locale rather count the word behind them: `segunda tentativa`. */
export function counts(days: string, word: string, locale = 'en'): boolean {
  const counting = COUNTS[languageOf(locale)]
  return counting?.days.test(days) === true && counting.word.test(word)
}

/** What says behind a day that somebody is back then. */
const RETURNS: Record<string, string> = {
  de: 'wieder da|wieder hier|wieder im|wieder zurück|zurück',
  es: 'de vuelta|de regreso|vuelvo|volvemos|regreso|regresamos',
  fr: 'de retour|je reviens|on revient|nous revenons|je rentre|on rentre',
  it: 'di ritorno|torno|torniamo|rientro|rientriamo',
  nl: 'terug|weer terug|weer aanwezig',
  pt: 'de volta|volto|voltamos|retorno|retornamos',
  ru: 'вернусь|я вернусь|вернёмся|вернемся',
  sv: 'tillbaka|åter',
  uk: 'повернуся|повернусь|повернемося|повернемось',
}
const RETURN: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(RETURNS).map(([language, said]) => [
    language,
    new RegExp(`^[\\s,]*(?:${said})(?!\\p{L})`, 'iu'),
  ]),
)

/** How much of what stands behind a day says that somebody is back then: `wieder da` of `Montag wieder da`. */
export const lengthOfReturn = (text: string, locale = 'en'): number =>
  RETURN.get(languageOf(locale))?.exec(text)?.[0].length ?? 0

/** What says right before days that something is needed on them, and what says of it that it is not. */
const NEEDED: Record<string, readonly [needed: string, denied: string]> = {
  de: ['gebraucht|benötigt', 'nicht|nie|kein|keine|niemand'],
  es: ['se necesita|necesario|lo necesitamos', 'no|nadie'],
  fr: ['besoin|nécessaire', 'pas|plus|aucun|personne'],
  it: ['serve|necessario|ci serve', 'non|nessuno'],
  nl: ['nodig', 'niet|niemand|geen'],
  pt: ['precisa|necessário|precisamos', 'não|nao|ninguém'],
}
const NEED: ReadonlyMap<string, readonly [needed: RegExp, denied: RegExp]> = new Map(
  Object.entries(NEEDED).map(([language, [needed, denied]]) => [
    language,
    [
      new RegExp(`(?<!\\p{L})(?:${needed})[\\s,]*$`, 'iu'),
      new RegExp(`(?<!\\p{L})(?:${denied})(?!\\p{L})`, 'iu'),
    ],
  ]),
)

/** Whether a text says that the days behind it are some on which something is needed: `wird gebraucht`. */
export function saysNeed(text: string, locale = 'en'): boolean {
  const [needed, denied] = NEED.get(languageOf(locale)) ?? []
  return needed?.test(text) === true && denied?.test(text) === false
}

const languageOf = (locale: string): string => locale.toLowerCase().split(/[-_]/)[0] ?? ''

/** Whether days are read in the language of a Slack locale beside English. */
export const isKnown = (locale = 'en'): boolean => JOINTS[languageOf(locale)] !== undefined

/** Whether a phrase has words of the language of a Slack locale. */
export const isInLanguage = (phrase: string, locale = 'en'): boolean =>
  translations(phrase, languageOf(locale)).length > 0

/** A phrase in English, in every way in which the language of a Slack locale has it. */
export const allInEnglish = (phrase: string, locale = 'en'): readonly string[] =>
  translations(phrase, languageOf(locale))

/** A word in English, where the language of a Slack locale has it. */
export const inEnglish = (word: string, locale = 'en'): string =>
  translations(word, languageOf(locale))[0] ?? word

/** How far the point in time goes, hours and all, with which a text in the language of a Slack locale begins. */
export const lengthInLanguage = (text: string, today: number, locale = 'en'): number =>
  lengthOfPoint(text, languageOf(locale), today)

/**
 * Days in words of the language of a Slack locale (`de-DE`): one day, `morgen bis freitag`, `del 24 al 28 de diciembre`,
 * `jusqu'à vendredi`. Undefined for what is none, and in English, which has a grammar of its own.
 */
export function inLanguage(
  phrase: string,
  { today, monthFirst }: Pick<Input, 'today' | 'monthFirst'>,
  locale = 'en',
): When | undefined {
  const language = languageOf(locale)
  const joints = JOINTS[language]
  if (!joints) return undefined
  const plain = phrase.trim().replaceAll(/[’ʼ]/g, "'").replaceAll(/\s+/g, ' ')
  for (const english of translations(plain, language)) {
    const read = whole(grammar, inputOf(tokens(english), today, monthFirst))
    if (read) return read
  }
  const day = (text: string | undefined): When | undefined => {
    if (text === undefined) return undefined
    const bare = text.replace(joints.the, '').replace(ORDINAL, '$1')
    for (const words of [bare, ...translations(bare, language)]) {
      const read = english(words)
      if (read) return read
    }
    return pointInWords(bare, language, today)
  }
  const english = (text: string) => whole(end, inputOf(tokens(text), today, monthFirst))
  const [, only] = joints.until.exec(plain) ?? []
  const last = day(only)
  if (last) return untilOf('until', (last.bare && english(`the ${only?.match(/\d+/)}`)) || last, today)
  const [, from, until] = joints.range.exec(plain) ?? []
  const [first, second] = [day(from), day(until)]
  if (first && second) return rangeOf(first, second, today)
  const bare = plain.replace(joints.the, '')
  const [, nth] = ORDINAL.exec(bare) ?? []
  return nth ? english(`the ${nth}`) : pointInWords(bare, language, today)
}
