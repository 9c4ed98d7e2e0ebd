import { MONTHS, tableOf, WEEKDAYS } from '../words.ts'
import { WORDS } from './dictionaries.ts'

/** A word, and that of the English grammar for it. */
type Word = [other: string, word: string]

/** Languages that put no spaces between words. */
const UNSPACED: ReadonlySet<string> = new Set(['ja', 'zh'])

/** In small letters, without accents; numbers of Japanese and Chinese in figures. */
function plain(phrase: string, language: string): string {
  const words = phrase.toLowerCase().replaceAll(/[’ʼ]/g, "'")
  if (UNSPACED.has(language)) return inFigures(words.normalize('NFKC'))
  return words.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ')
}

const DIGITS = '零一二三四五六七八九'
/** Numbers below 100 in figures, before what they count: `十二月`, `两周`. */
const inFigures = (words: string): string =>
  words
    .replaceAll(/[两兩](?=[天周週个個])/gu, '二')
    .replaceAll(
      /(?<![周週期拜上下])[一二三四五六七八九十]+(?=[天日号號]|[周週个個]|日間|日後|か月|ヶ月|カ月|時間|小时|小時|月)/gu,
      numeral,
    )

function numeral(figures: string): string {
  const [tens = '', ones] = figures.split('十')
  const digit = (sign: string) => DIGITS.indexOf(sign)
  return String(ones === undefined ? digit(tens) : 10 * digit(tens || '一') + digit(ones || '零'))
}

/** Phrases of other languages in the words of the English grammar. */

/** Names of days that are other words as well: среда is surroundings, segunda a second. */
const AMBIGUOUS: ReadonlySet<string> = new Set(
  'среда среду среды средои середа середу середи середою segunda terca quarta quinta sexta'.split(' '),
)
/** A weekday in short stays short, as an ambiguous one does: it is no day among other words. */
const asShort = (word: string, other: string): string =>
  WEEKDAYS.has(word) && (/^\p{Script=Latin}{2,3}$/u.test(other) || AMBIGUOUS.has(other))
    ? word.slice(0, 3)
    : word

type Pattern = readonly [find: RegExp, english: string]

/** A last number that is an hour, and no day of the month: `hasta las 17`, `às 18h`. */
const hour = (before: string): Pattern => [
  new RegExp(
    `(?<!\\p{L})(?:${before}) (\\d{1,2}(?::\\d\\d)?)(?: ?(?:h(?:oras)?|uur|uhr))?(?= *(?:$|[,)]))`,
    'gu',
  ),
  'until $1 oclock',
]
/** A part of a day that is one word with its weekday, or means tomorrow without one: `Freitagabend`, `dienstag morgen`. */
const parts = (weekday: string, names: string): Pattern[] => [
  [new RegExp(`(?<=${weekday})(?=(?:${names})(?!\\p{L}))`, 'gu'), ' '],
  [new RegExp(`(?<=${weekday} )morgen(?!\\p{L})`, 'gu'), 'morning'],
]
const DAY_OF_MONTH: Pattern = [/(?<!\p{L})dia (?=\d)/gu, 'the ']
/** Russian and Ukrainian say `до` of hours, and `по` of days of a month: `с 24 по 28`. */
const FROM_DAY_TO_DAY: Pattern = [
  /^(?:со?|з|із|від) (\d{1,2})(?:-?го)? по (\d{1,2})(?:-?го)?$/gu,
  'from the $1 until the $2',
]
/** A date as Japanese and Chinese write it: `2026年12月24日`. */
const DATE: readonly Pattern[] = [
  [/(\d{4})年(?=\d{1,2}月)/gu, '$1 '],
  [/(?<=\d月)(\d{1,2}(?:[-–~～]\d{1,2})?)[日号號]/gu, ' $1 '],
]
/** What the words around a word make of it. */
const PATTERNS: Readonly<Record<string, readonly Pattern[]>> = {
  de: [
    ...parts('(?:tag|woch)', 'vormittag|mittag|nachmittag|abend|nacht|morgen'),
    hour('(?:bis )?um'),
    [/(?<!\p{L})am (?=\d)/gu, 'on the '],
    [/(?<!\p{L})ubernachste[nrs]? (\p{L}+)/gu, '$1 after next'],
  ],
  es: [
    hour('(?:hasta |a )?las'),
    DAY_OF_MONTH,
    // A length from a day on, or the day that far away.
    [/(?<=(?:dia|semana|mes|mese)s? )a partir de/gu, '?'],
  ],
  it: [hour('(?:fino )?alle')],
  nl: [
    ...parts('dag', 'ochtend|middag|avond|nacht|morgen'),
    hour('(?:tot )?om'),
    [/(?<!\p{L})voor (?=\d+ (?:dag|we(?:ek|ken)|maand))/gu, 'for '],
  ],
  pt: [hour('(?:ate )?as'), DAY_OF_MONTH],
  ru: [FROM_DAY_TO_DAY, hour('(?<=\\p{L} )во?')],
  uk: [FROM_DAY_TO_DAY, hour('(?<=\\p{L} )об?')],
  sv: [
    [/(?<=dag)(?=(?:formiddag|eftermiddag|kvall|natt)(?!\p{L}))/gu, ' '],
    hour('(?:till )?(?:kl|klockan)\\.?'),
    [/(?<!\p{L})(?:kl|klockan)\.? ?(?=\d)/gu, 'at '],
    [/(?<!\p{L})v\.? ?(?=\d)/gu, 'week '],
    [/(?<!\p{L})i (?=(?:jan|feb|mars|april|maj|jun|jul|aug|sep|okt|nov|dec)\p{L}*)/gu, 'in '],
  ],
  ja: [
    [/から(?=\d+(?:日間|週間|か月|ヶ月|カ月))/gu, ' for '],
    // Days from a day on, or the day that far away.
    [/(?<!\d日)から(?=\d+日後?$)/gu, '?'],
    [/^(.*\p{L}の?)(\d{1,2})時まで$/gu, 'until $1 $2 oclock'],
    [/\(([月火水木金土日])\)/gu, '($1曜)'],
    [/(?<=時|曜日?)から(?=\d|\p{L}曜)/gu, '–'],
    [/(?<!\d)([月火水木金土日])(?:から|[〜～~-])([月火水木金土日])(?![\p{L}\d])/gu, '$1曜〜$2曜'],
    ...DATE,
    [/^(.+?)から(.+)$/gu, '$1–$2'],
    [/(?<=–.+)まで$/gu, ''],
    [/^(.+)まで$/gu, 'until $1'],
  ],
  zh: [
    [/((?:下下?|本|这|這|每)[个個]?(周|週|星期|礼拜|禮拜))(?=[一二三四五六日天])/gu, '$1 $2'],
    [/^[从從]?(.+?)(?:起|开始|開始)[,，]?(?=\d+[天周週個个])/gu, '$1 for '],
    [/[到至](\d{1,2})[点點]/gu, 'until $1 oclock'],
    ...DATE,
    [/^[从從]?(.+?)[到至](.+)$/gu, '$1 to $2'],
    [/^(?:直?到|至)(.+)$/gu, 'until $1'],
  ],
}

/** The languages in which days are read besides English. */
export const LANGUAGES: readonly string[] = Object.keys(WORDS)
export const languageOf = (locale = 'en'): string => locale.toLowerCase().split(/[-_]/)[0] ?? ''

/**
 * A phrase in the words of the English grammar, as it stands and without its articles; words that the table
 * lacks stay. Empty where the table has none of its words.
 */
export function translations(phrase: string, language: string): readonly string[] {
  if (!LANGUAGES.includes(language)) return []
  const dictionary = dictionaries.getOrInsertComputed(language, makeDictionary)
  const bare = plain(phrase, language)
  // As keyboards without umlauts write them: `naechste`.
  const spelled = language === 'de' ? new Set([bare, bare.replaceAll(/([aou])e/g, '$1')]) : [bare]
  return [...spelled].flatMap(words => translated(words.trim(), language, dictionary))
}

const plainly = (words: readonly Word[], language: string): Word[] =>
  words.map(([other, word]) => [plain(other, language).replace(/\.$/, ''), word])

interface Dictionary {
  /** A word, or in a group of its own a month in short. */
  find: RegExp
  english: ReadonlyMap<string, string>
  /** Words of their own but behind a number: `24 dic`, `24 de dez.`. */
  shortMonths: ReadonlyMap<string, string>
}
/** Each is made when it is asked for the first time. */
const dictionaries = new Map<string, Dictionary>()

function makeDictionary(language: string): Dictionary {
  const isUnspaced = UNSPACED.has(language)
  const names = isUnspaced ? [] : plainly(intlWords(language), language)
  const words = [...names, ...tableOf(WORDS[language] ?? '')]
  const english = new Map(words.map(([other, word]) => [other, asShort(word, other)]))
  const shortMonths = new Map(plainly(monthNames(language, { month: 'short', day: 'numeric' }), language))
  const anyOf = (names: Iterable<string>) =>
    [...names]
      .sort((a, b) => b.length - a.length)
      .map(RegExp.escape)
      .join('|')
  const short = `(?<=\\d[.º°ª]? ?(?:d[ei] )?)(${anyOf(shortMonths.keys())})(?!\\p{L})\\.?`
  const any = anyOf(english.keys())
  const find = isUnspaced ? `()(?!)|${any}` : `${short}|(?<![\\p{L}\\d'])(?:${any})(?![\\p{L}\\d'])`
  return { find: new RegExp(find, 'gu'), english, shortMonths }
}

/** The words of all languages that put spaces between them, each with that of the English grammar for it. */
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
      return at === 0 && found === AT ? found : `${space}${english.get(found)}${space}`
    })
    .replaceAll(NTH, 'the $1th')
  if (translation === words) return []
  const whole = translation
    .replaceAll('the the ', 'the ')
    .replace(FROM_THE, 'from the $1th until the $2th')
    .replace(/(\w+day) last\b(?! week)/, 'last $1')
    .replace(/^of |\bof (?=\w+day until )/, 'from ')
    .replace(/\bbetween (?!.*\band\b)/, 'in ')
  const without = whole.replaceAll(/\bthe /g, '')
  return without === whole ? [whole] : [whole, without]
}

/** Whether a phrase has words of the language of a Slack locale. */
export const isInLanguage = (phrase: string, locale: string | undefined): boolean =>
  translations(phrase, languageOf(locale)).length > 0

/** Numbers behind an article or with a dot are days of a month, and no hours: `del 24 al 28`, `24. bis 26.`. */
const FROM_THE =
  /^(?:(?:from |starting )?the (?=.* the )|from (?=.*\.$)|(?=\d+\..*\.$))(\d{1,2})\.? (?:until|to|–) (?:the )?(\d{1,2})\.?$/

/** Joins two days, but at the beginning it is `on` or an article: `a 24 de dezembro`, `à vendredi`. */
const AT = 'a'
/** `1er`, `24º`, `24e`, `24-го`, `24日`. */
const NTH = /(?:\bthe )?(?<!\d)(\d{1,2})(?:er|[º°ª]|:?e|-?го|[日号號])(?![\p{L}\d])/gu

/** Words that `Intl` has in a language, each with the word of the English grammar for it. */
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

function weekdayNames(language: string): Word[] {
  return (['long', 'short'] as const).flatMap(weekday => {
    const { format } = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
    return [...WEEKDAYS].map(([name, i]): Word => [format(NEW_YEAR + i * MS_PER_DAY), name])
  })
}

/** Behind a day a month has another ending in some languages: `января`. */
function monthNames(language: string, options: Intl.DateTimeFormatOptions): Word[] {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  return [...MONTHS].map(([name, m]): Word => {
    const parts = format.formatToParts(Date.UTC(2024, m - 1, 1))
    return [parts.find(({ type }) => type === 'month')?.value ?? '', name]
  })
}

/** `übermorgen`, `la semaine prochaine`, where they need no number. */
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
