import { MONTHS, tableOf, WEEKDAYS } from '../words.ts'
import { WORDS } from './dictionaries.ts'

/** A word and its translation. */
type Word = [other: string, word: string]

/** Languages without spaces between words. */
const UNSPACED: ReadonlySet<string> = new Set(['ja', 'zh'])

/** Normalizes a text: lower case, no accents; for Japanese and Chinese also digits and simplified characters. */
function plain(phrase: string, language: string): string {
  const words = phrase.toLowerCase().replaceAll(/[’ʼ]/g, "'")
  if (!UNSPACED.has(language)) return words.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ')
  const signs = words.normalize('NFKC')
  return inFigures(language === 'zh' ? signs.replaceAll(ANY_TRADITIONAL, simpler) : signs)
}

const TRADITIONAL = '個這後點兩號開從週禮聖誕節請謝時來間為'
const SIMPLE = '个这后点两号开从周礼圣诞节请谢时来间为'
const ANY_TRADITIONAL = new RegExp(`[${TRADITIONAL}]`, 'g')
const simpler = (sign: string): string => SIMPLE[TRADITIONAL.indexOf(sign)] ?? sign

const DIGITS = '零一二三四五六七八九'
/** Converts numbers below 100 to digits, before a counter and after `第`: `十二月`, `第一`, but not `一两天`. */
const inFigures = (words: string): string =>
  words
    .replaceAll(/星期|礼拜/g, '周')
    .replaceAll('曜日', '曜')
    .replaceAll(/[ヶカヵケ](?=月)/g, 'か')
    .replaceAll(/(?<![一二三])两(?=[天周个])/gu, '二')
    .replaceAll(
      /(?<![周上下])[一二三四五六七八九十]+(?=[天日号周週个月]|か月|時間|小时)|(?<=第|[上下](?!一))[一二三四五六七八九十]+/gu,
      numeral,
    )

function numeral(figures: string): string {
  const [tens = '', ones] = figures.split('十')
  const digit = (sign: string) => DIGITS.indexOf(sign)
  if (ones === undefined) return tens.length === 1 ? String(digit(tens)) : figures
  return String(10 * digit(tens || '一') + digit(ones || '零'))
}

/** Rewrites phrases after word-by-word translation. */

/** Names of days that are also other words: среда is environment, segunda a second. */
const AMBIGUOUS: ReadonlySet<string> = new Set(
  'среда среду среды средои середа середу середи середою segunda terca quarta quinta sexta'.split(' '),
)
/** Short and ambiguous weekdays stay short: they are no days in a sentence. */
const asShort = (word: string, other: string): string =>
  WEEKDAYS.has(word) && (/^\p{Script=Latin}{2,3}$/u.test(other) || AMBIGUOUS.has(other))
    ? word.slice(0, 3)
    : word

type Pattern = readonly [find: RegExp, english: string]

const DAY_OF_MONTH: Pattern = [/(?<!\p{L})dia (?=\d)/gu, 'the ']
/** Dates and ordinals in Japanese and Chinese: `2026年12月24日`, `12月第一个周五`, `第50周`. */
const DATE: readonly Pattern[] = [
  [/(?<=^\d)[〜～~、-](?=\d+[日天]$)/gu, ' maybe '],
  [/(\d{4})年[の ]?(\d{1,2}月)(?![の ]?\d)/gu, '$2 $1 '],
  [/(\d{4})年の?/gu, '$1 '],
  [/^(.+?)の?第(\d)个?(.曜日?|周.)$/gu, '$2th $3 of $1'],
  [/第(\d{1,2})[週周]/gu, 'week $1 '],
]
/** Rewrites that depend on the words around. */
const PATTERNS: Readonly<Record<string, readonly Pattern[]>> = {
  de: [
    [/(?<!\p{L})am (?=\d)/gu, 'on the '],
    [/(?<=[\d.]|heute) (?:auf|zum?) (?=(?:\p{L}+,? )?(?:den )?\d|morgen)/gu, ' bis '],
    [/(?<=\d\.) (?=\d{4}|(?:1[0-2]|0?[1-9])\.(?!\d))/gu, ''],
    [/heute (?=in \S+ wochen?)/gu, ''],
    [/(?<!\p{L})ubernachste[nrs]? (\p{L}+)/gu, '$1 after next'],
  ],
  es: [
    DAY_OF_MONTH,
    // A length from a day on, or the day at that distance.
    [/(?<=(?:dia|semana|mes|mese)s? )a partir de/gu, '?'],
  ],
  fr: [
    [/^a la (?=fin )/gu, ''],
    [/(?<!\p{L})en (?=(?:\d\d?|une?|deux|trois) )/gu, 'within '],
  ],
  it: [[/(?<!\p{L})i (?=\S+di(?!\p{L}))/gu, 'every ']],
  nl: [[/(?<!\p{L})voor (?=(?:\d+|een|twee|drie) (?:dag|we(?:ek|ken)|maand))/gu, 'for ']],
  pt: [DAY_OF_MONTH, [/(?<=\d.*) as (?=\d)/gu, ' until '], [/(?<=a) feira/gu, '-feira']],
  ru: [
    [/(?<=\d )недел[ию](?!\p{L})/gu, 'weeks'],
    [/(?<=[2-9] )день(?!\p{L})/gu, '?'],
    [/(?<=\d{4}) ?г(?:ода|оду)?(?!\p{L})\.?/gu, ''],
    [/(?<!\p{L})через (?=понед|втор|сред|четв|пятн|субб|воскр)/gu, 'every '],
  ],
  sv: [
    [/(?<=\d \p{L}+ )sedan/gu, 'ago'],
    [/(?<!\p{L})(?:kl|klockan)\.? ?(?=\d)/gu, 'at '],
    [/(?<!\p{L})v\.? ?(?=\d)/gu, 'week '],
    [/(?<!\p{L})i (?=(?:jan|feb|mars|april|maj|jun|jul|aug|sep|okt|nov|dec|nasta )\p{L}*)/gu, 'in '],
  ],
  ja: [
    [/ただし(.+?)を?(?:除く|以外)/gu, '以外$1'],
    [/(?:(?<=[月週年末])(?:中|いっぱい|まるまる))?(?:の間に?|(?<!まで|間)に|(?<=曜日?|\d月)で)?は?$/gu, ''],
    [/[年月]末(?!まで)/gu, ' late '],
    [/^(.+[日号])の週$/gu, 'week of $1'],
    [/から(?=\d+(?:日間|週間|か月)(?!後))/gu, ' for '],
    [/^(.+?)から(\d+[日週])間?後$/gu, '$2間 after $1'],
    [/(?<!\d日)から(?=\d+日$)/gu, ' maybe '],
    [/(?<=時|曜日?)から(?=\d|\p{L}曜)/gu, '–'],
    [/(?<!\d)([月火水木金土日])(?:から|[〜～~-])([月火水木金土日])(?![\p{L}\d])/gu, '$1曜〜$2曜'],
    ...DATE,
    [/^(.+?)から(.+)$/gu, '$1–$2'],
    [/(?<=–.+)まで$/gu, ''],
    [/^(.+)まで$/gu, 'until $1'],
  ],
  zh: [
    [/的|(?<=月)份/gu, ''],
    [/^[下后](?=\d)/gu, 'next '],
    [/((?:下下?|本|这|今|每)个?周)(?=[一二三四五六日天])/gu, '$1 周'],
    [/^从?(.+?)(?:起|开始)[,，]?(?=\d+[天周个])/gu, '$1 for '],
    [/[到至](\d{1,2})点/gu, 'until $1 oclock'],
    ...DATE,
    [/^从?(?![直截]?[到至])(.+?)[到至](.+)$/gu, '$1 to $2'],
    [/^[直截]?[到至](.+?)(?:为止)?$/gu, 'until $1'],
  ],
}

/** The languages besides English. */
export const LANGUAGES: readonly string[] = Object.keys(WORDS)
export const languageOf = (locale = 'en'): string => locale.toLowerCase().split(/[-_]/)[0] ?? ''

/**
 * Translates a phrase to the words of the English grammar, with and without its articles; unknown words are kept.
 * Empty if no word is known.
 */
export function translations(phrase: string, language: string): readonly string[] {
  if (!LANGUAGES.includes(language)) return []
  const dictionary = dictionaries.getOrInsertComputed(language, makeDictionary)
  const bare = plain(phrase, language)
  // Umlauts typed as two letters: `naechste`.
  const spelled = language === 'de' ? new Set([bare, bare.replaceAll(/([aou])e/g, '$1')]) : [bare]
  return [...spelled].flatMap(words => translated(words.trim(), language, dictionary))
}

const plainly = (words: readonly Word[], language: string): Word[] =>
  words.map(([other, word]) => [plain(other, language).replace(/\.$/, ''), word])

interface Dictionary {
  /** Matches a word, or in its own group a short month. */
  find: RegExp
  english: ReadonlyMap<string, string>
  /** Other words, unless they follow a number or precede a year: `24 dic`, `24 de dez.`, `set 2027`. */
  shortMonths: ReadonlyMap<string, string>
}
/** Created on first use. */
const dictionaries = new Map<string, Dictionary>()

function makeDictionary(language: string): Dictionary {
  const isUnspaced = UNSPACED.has(language)
  const names = isUnspaced ? namesOfDays(language) : intlWords(language)
  const words = [...plainly(names, language), ...tableOf(WORDS[language] ?? '')]
  const english = new Map(words.map(([other, word]) => [other, asShort(word, other)]))
  const shortMonths = new Map(plainly(monthNames(language, { month: 'short', day: 'numeric' }), language))
  const anyOf = (names: Iterable<string>) =>
    [...names]
      .sort((a, b) => b.length - a.length)
      .map(name => RegExp.escape(name).replace('\\*', ENDING))
      .join('|')
  const beside = '(?:(?<=\\d[.º°/-]? ?(?:d[ei] )?)|(?=\\p{L}+\\.? (?:d[ei] )?\\d{4}(?!\\d)))(?<!\\p{L})'
  const short = `${beside}(${anyOf(shortMonths.keys())})(?!\\p{L})\\.?`
  const any = anyOf(english.keys())
  const find = isUnspaced ? `()(?!)|${any}` : `${short}|(?<![\\p{L}\\d'])(?:${any})(?![\\p{L}\\d'])`
  return { find: new RegExp(find, 'gu'), english, shortMonths }
}

/** The ending of a word that the table has with a star: `nächste`, `nächster`. */
const ENDING = '\\p{L}{0,3}'
const wordOf = (found: string, english: ReadonlyMap<string, string>): string | undefined =>
  english.get(found) ??
  [0, 1, 2, 3]
    .map(length => english.get(`${found.slice(0, found.length - length)}*`))
    .find(word => word !== undefined)

/** The words of all languages with spaces, and their translations. */
export const wordsOfAll = (): Word[] =>
  LANGUAGES.filter(language => !UNSPACED.has(language)).flatMap(language => {
    const { english, shortMonths } = dictionaries.getOrInsertComputed(language, makeDictionary)
    return [...english, ...shortMonths]
  })

function translated(words: string, language: string, { find, english, shortMonths }: Dictionary): string[] {
  const space = UNSPACED.has(language) ? ' ' : ''
  const patterns = PATTERNS[language] ?? []
  const prepared = patterns.reduce((text, [find, replacement]) => text.replaceAll(find, replacement), words)
  const translation = prepared
    .replaceAll(find, (found, short: string | undefined, at: number) => {
      if (short) return ` ${shortMonths.get(short)}`
      return at === 0 && found === AT ? found : `${space}${wordOf(found, english)}${space}`
    })
    .replaceAll(NTH, 'the $1th')
  if (translation === words) return []
  const whole = IN_ORDER.reduce((text, [find, replacement]) => text.replace(find, replacement), translation)
  const without = whole.replaceAll(/\bthe /g, '')
  return without === whole ? [whole] : [whole, without]
}

/** Whether a phrase has words in the language of a Slack locale. */
export const isInLanguage = (phrase: string, locale: string | undefined): boolean =>
  translations(phrase, languageOf(locale)).length > 0

/** Numbers with an article or a dot are days of a month, not hours: `del 24 al 28`, `24. bis 26.`. */
const FROM_THE =
  /^(?:(?:from |starting )?(?:the (?=.* the )|(?=\d+ until the ))|from (?=.*\.$)|(?=\d+\..*\.$))(\d{1,2})\.? (?:until|to|–) (?:the )?(\d{1,2})\.?$/

/** Rewrites literal translations to English word order: `friday last`, `the 3 next weeks`, `50 week`. */
const IN_ORDER: readonly Pattern[] = [
  [/the the /g, 'the '],
  [/^of |\bof (?=(?:the )?(?:\w+day|\d\d?) (?:until|to|–) )/, 'from '],
  [FROM_THE, 'from the $1th until the $2th'],
  [/\b(\w+day|week(?:end)?|month|quarter|year) (last|next|this)\b(?! \w*(?:day|week|month|year))/, '$2 $1'],
  [/(?<!\S)(\w+) (days|weeks|months) next\b/, 'next $1 $2'],
  [/(?<!\S)(\d\d)(?:th|\.)? week\b(?! [a-z])/, 'week $1'],
  [/(?<!\S)([2-9])\.? (week|quarter)\b/, '$1th $2'],
  [/\bbetween (?!.*\band\b)/, 'in '],
]

/** Between days it means “to”, at the beginning “on”: `a 24 de dezembro`, `à vendredi`. */
const AT = 'a'
/** `1er`, `24º`, `24e`, `24-го`, `24日`. */
const NTH =
  /(?:\bthe )?(?<!\d)(\d{1,2})(?:r?[eo]|er|i?eme|\.?[º°]|:[ae]|te[nr]?|s?te[nr]?|de|-?(?:о?го|его|е|я|и)|[日号])(?![\p{L}\d])/gu

/** The names of days and months from `Intl`, with their translations. */
export const intlWords = (language: string): Word[] => [
  ...weekdayNames(language),
  ...monthNames(language, { month: 'long' }),
  ...monthNames(language, { month: 'long', day: 'numeric' }),
  ...periodsFromNow(language),
  ...units(language),
]

/** A Monday. */
const NEW_YEAR = Date.UTC(2024, 0, 1)
const MS_PER_DAY = 86_400_000

/** Characters that are not part of other words, in languages without spaces. */
const namesOfDays = (language: string): Word[] => [
  ...weekdayNames(language, ['long']),
  ...[...MONTHS].map(([name, m]): Word => [`${m}月`, name]),
  ...periodsFromNow(language),
]

function weekdayNames(language: string, styles: readonly ('long' | 'short')[] = ['long', 'short']): Word[] {
  return styles.flatMap(weekday => {
    const { format } = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
    return [...WEEKDAYS].map(([name, i]): Word => [format(NEW_YEAR + i * MS_PER_DAY), name])
  })
}

/** In some languages, months have another ending after a day: `января`. */
function monthNames(language: string, options: Intl.DateTimeFormatOptions): Word[] {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  return [...MONTHS].map(([name, m]): Word => {
    const parts = format.formatToParts(Date.UTC(2024, m - 1, 1))
    return [parts.find(({ type }) => type === 'month')?.value ?? '', name]
  })
}

/** `übermorgen`, `la semaine prochaine`: those without a number. */
function periodsFromNow(language: string): Word[] {
  const near = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const days = ['yesterday', 'today', 'tomorrow', 'day after tomorrow'].map(
    (word, i): Word => [near.format(i - 1, 'day'), word],
  )
  const others = (['week', 'month', 'quarter', 'year'] as const).flatMap(unit =>
    ['last', 'this', 'next'].map((which, i): Word => [near.format(i - 1, unit), `${which} ${unit}`]),
  )
  return [...days, ...others].filter(([other]) => !/\d/.test(other))
}

function units(language: string): Word[] {
  return (['day', 'week', 'month', 'year', 'hour', 'minute'] as const).flatMap(unit => {
    const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
    return [5, 2, 1].map((count): Word => {
      const name = format.formatToParts(count).find(({ type }) => type === 'unit')?.value ?? ''
      return [name, count === 1 && unit !== 'hour' && unit !== 'minute' ? unit : `${unit}s`]
    })
  })
}
