import { MONTHS, SAME_WORD, tableOf, WEEKDAYS } from '../words.ts'
import { WORDS } from './dictionaries.ts'

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

/** Months in short, from January on, which are words of their own but behind a number: `24 dic`, `24 de dez.`. */
const SHORT_MONTHS: Readonly<Record<string, string>> = {
  de: 'jan(?:ner)? feb(?:er)? mar|mrz apr mai jun jul aug sept? okt nov dez',
  es: 'ene feb mar abr may jun jul ago sept? oct nov dic',
  fr: 'janv fevr?|fev mar avr mai juin juil aou sept? oct nov dec',
  it: 'gen feb mar apr mag giu lug ago sett ott nov dic',
  nl: 'jan feb mrt apr mei jun jul aug sept? okt nov dec',
  pt: 'jan fev mar abr mai jun jul ago setembro outubro nov dez',
  sv: 'jan feb mar apr maj jun jul aug sept? okt nov dec',
  ru: 'янв фев мар апр мая июн июл авг сент? окт ноя дек',
  uk: 'січ лют бер квіт? трав? черв? лип серп? вер(?:ес)? жовт? лис(?:топ)? груд?',
}

type Pattern = readonly [find: RegExp, english: string]

/** A last number that is an hour, and no day of the month: `hasta las 17`, `às 18h`. */
const hour = (before: string): Pattern[] => {
  const said = (number: string) =>
    new RegExp(`(?<!\\p{L})(?:${before}) ${number}(?: ?(?:h(?:oras)?|uur|uhr))?(?= *(?:$|[,)]))`, 'gu')
  return [
    [said('(\\d{1,2})'), 'until $1 oclock'],
    [said('(\\d{1,2})[:h](\\d\\d)'), 'until $1:$2'],
  ]
}
/** Two last numbers that are days of a month, and no hours: `с 24 по 28`. */
const fromDayTo = (from: string, mark: string, until: string): Pattern => [
  new RegExp(`^(?:${from})(\\d{1,2})${mark} (?:${until}) (\\d{1,2})${mark}$`, 'gu'),
  'from the $1th until the $2th',
]
/** A day of the month that is called so: `do dia 24`, `dia 24`. */
const dayOfMonth = (articles: string): Pattern[] => [
  [new RegExp(`(?<=(?<!\\p{L})(?:${articles}) )dia (?=\\d)`, 'gu'), ''],
  [/(?<!\p{L})dia (?=\d)/gu, 'the '],
]
/** A part of a day that is one word with its weekday, or means tomorrow without one: `Freitagabend`, `dienstag morgen`. */
const parts = (weekday: string, names: string, morning: string): Pattern[] => [
  [new RegExp(`(?<=${weekday})(?=(?:${names})(?!\\p{L}))`, 'gu'), ' '],
  [new RegExp(`(?<=${weekday} )${morning}(?!\\p{L})`, 'gu'), 'morning'],
]
/** A date as Japanese and Chinese write it: `2026年12月24日`. */
const DATE: readonly Pattern[] = [
  [/(\d{4})年(?=\d{1,2}月)/gu, '$1 '],
  [/(?<=\d月)(\d{1,2}(?:[-–~～]\d{1,2})?)[日号號]/gu, ' $1 '],
]
/** What the words around a word make of it. */
const PATTERNS: Readonly<Record<string, readonly Pattern[]>> = {
  de: [
    ...parts('(?:tag|woch)', 'vormittag|mittag|nachmittag|abend|nacht|morgen', 'morgen'),
    ...hour('(?:bis )?um'),
    fromDayTo('(?:vom |von )?', '\\.', 'bis|bis zum'),
    [/(?<!\p{L})am (?=\d)/gu, 'on the '],
  ],
  es: [fromDayTo('del ', '', 'al'), ...hour('(?:hasta |a )?las'), ...dayOfMonth('del|al|el')],
  fr: [fromDayTo('du ', '', 'au'), [/(\d) h(?!\p{L})/gu, '$1h']],
  it: [fromDayTo('dal ', '', 'al'), ...hour('(?:fino )?alle')],
  nl: [
    ...parts('dag', 'ochtend|middag|avond|nacht|morgen', 'morgen'),
    ...hour('(?:tot )?om'),
    [/(?<!\p{L})voor (?=\d+ (?:dag|we(?:ek|ken)|maand))/gu, 'for '],
  ],
  pt: [...hour('(?:ate )?as'), ...dayOfMonth('do|ao|o|no'), fromDayTo('do ', '', 'ao')],
  ru: [fromDayTo('со? ', '(?:-?го)?', 'по'), ...hour('(?<=\\p{L} )во?')],
  uk: [fromDayTo('(?:з|із|від) ', '(?:-?го)?', 'по'), ...hour('(?<=\\p{L} )об?')],
  sv: [
    ...parts('dag', 'formiddag|eftermiddag|kvall|natt', 'morgon'),
    ...hour('(?:till )?(?:kl|klockan)\\.?'),
    [/(?<!\p{L})(?:kl|klockan)\.? ?(?=\d)/gu, 'at '],
    [/(?<!\p{L})v\.? ?(?=\d)/gu, 'week '],
    [/(?<!\p{L})i (?=(?:jan|feb|mars|april|maj|jun|jul|aug|sep|okt|nov|dec)\p{L}*)/gu, 'in '],
  ],
  ja: [
    [/^(\d{1,2})日(?:から|[〜～~])(\d{1,2})日(?:まで)?$/gu, 'the $1 until the $2'],
    [/から(?=\d+(?:日間|週間|か月|ヶ月|カ月))/gu, ' for '],
    [/^(.*\p{L}の?)(\d{1,2})時まで$/gu, 'until $1 $2 oclock'],
    [/(\d{1,2})時まで/gu, 'until $1 oclock'],
    [/\(([月火水木金土日])\)/gu, '($1曜)'],
    [/(?<=時|曜日?)から(?=\d|\p{L}曜)/gu, '–'],
    [/(?<!\d)([月火水木金土日])(?:から|[〜～~-])([月火水木金土日])(?![\p{L}\d])/gu, '$1曜〜$2曜'],
    ...DATE,
    [/^(.+?)から(.+)$/gu, '$1–$2'],
    [/(?<=–.+)まで$/gu, ''],
    [/(?<=–)(\d{1,2})日/gu, '$1'],
    [/^(.+)まで$/gu, 'until $1'],
  ],
  zh: [
    [/((?:下下?|本|这|這|每)[个個]?(周|週|星期|礼拜|禮拜))(?=[一二三四五六日天])/gu, '$1 $2'],
    [/^[从從]?(\d{1,2})[日号號][到至](\d{1,2})[日号號]$/gu, 'the $1 until the $2'],
    [/^[从從]?(.+?)(?:起|开始|開始)[,，]?(?=\d+[天周週個个])/gu, '$1 for '],
    [/[到至](\d{1,2})[点點]/gu, 'until $1 oclock'],
    ...DATE,
    [/^[从從]?(.+?)[到至](.+)$/gu, '$1 to $2'],
    [/(?<=to )(\d{1,2})[日号號]/gu, '$1'],
    [/^(?:直?到|至)(.+)$/gu, 'until $1'],
  ],
}

/** Languages in which a weekday with its article is the one to come, and not any: `el viernes`. */
const DEFINITE: ReadonlySet<string> = new Set(['es'])
const THE_WEEKDAY = new RegExp(`^the (?=(?:${[...WEEKDAYS.keys()].join('|')})\\b)`)
/** Languages that put no spaces between words. */
const UNSPACED: ReadonlySet<string> = new Set(['ja', 'zh'])

interface Translation {
  /** A word of the table, or in a group of its own a month in short. */
  find: RegExp
  english: ReadonlyMap<string, string>
  shortMonths: readonly RegExp[]
}
const TRANSLATIONS: ReadonlyMap<string, Translation> = new Map(
  Object.entries(WORDS).map(([language, words]) => {
    const english = new Map(tableOf(words).map(([other, word]) => [other, asShort(word, other)]))
    const longestFirst = [...english.keys()].sort((a, b) => b.length - a.length).map(RegExp.escape)
    const any = longestFirst.join('|')
    const shortMonths = SHORT_MONTHS[language]?.split(' ') ?? []
    const short = `(?<=\\d[.º°ª]? ?(?:d[ei] )?)(${shortMonths.join('|')})(?!\\p{L})\\.?`
    const find = UNSPACED.has(language)
      ? `()(?!)|${any}`
      : `${short}|(?<![\\p{L}\\d'])(?:${any})(?![\\p{L}\\d'])`
    const whole = shortMonths.map(month => new RegExp(`^(?:${month})$`))
    return [language, { find: new RegExp(find, 'gu'), english, shortMonths: whole }]
  }),
)

/** The languages in which days are read besides English. */
export const LANGUAGES: readonly string[] = [...TRANSLATIONS.keys()]
export const languageOf = (locale = 'en'): string => locale.toLowerCase().split(/[-_]/)[0] ?? ''

/** The weekdays of each language by their names (`montag` and `mo` are 0), and its words for until. */
export const WEEKDAYS_ABROAD = [...TRANSLATIONS.values()].map(({ english }) => ({
  names: new Map(
    [...english].flatMap(([other, word]): [string, number][] => {
      const day = WEEKDAYS.get(SAME_WORD.get(word) ?? word)
      return day === undefined ? [] : [[SAME_WORD.get(other) ?? other, day]]
    }),
  ),
  until: [...english].flatMap(([other, word]) => (word === 'until' ? [other] : [])),
}))

/**
 * A phrase in the words of the English grammar, as it stands and without its articles; words that the table lacks stay.
 * Empty where the table has none of its words.
 */
export function translations(phrase: string, language: string): readonly string[] {
  const translation = TRANSLATIONS.get(language)
  if (!translation) return []
  const isUnspaced = UNSPACED.has(language)
  const plain = phrase
    .toLowerCase()
    .replaceAll(/[’ʼ]/g, "'")
    .normalize(isUnspaced ? 'NFKC' : 'NFD')
  const bare = isUnspaced ? inFigures(plain) : plain.replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ')
  // As keyboards without umlauts write them: `naechste`.
  const spelled = language === 'de' ? new Set([bare, bare.replaceAll(/([aou])e/g, '$1')]) : [bare]
  return [...spelled].flatMap(words => translated(words.trim(), language, translation))
}

function translated(words: string, language: string, { find, english, shortMonths }: Translation): string[] {
  const space = UNSPACED.has(language) ? ' ' : ''
  const patterns = PATTERNS[language] ?? []
  const led = patterns.reduce(
    (said, [find, made]) => said.replaceAll(find, made),
    words.replace(AT_FEAST, 'on '),
  )
  const made = led
    .replaceAll(find, (found, short: string | undefined, at: number) => {
      if (short) return ` ${MONTH_NAMES[shortMonths.findIndex(month => month.test(short))]}`
      return at === 0 && found === AT ? found : `${space}${english.get(found)}${space}`
    })
    .replaceAll(NTH, 'the $1')
  // `morgen op productie` is no `tomorrow on`.
  if (made === words || made.endsWith(' on')) return []
  const article = DEFINITE.has(language) ? made.replace(THE_WEEKDAY, 'on ') : made
  const whole = article
    .replace(/(\w+day) last\b/, 'last $1')
    .replace(/^a (?=\d)/, 'on ')
    .replace(/^of |\bof (?=\w+day until )/, 'from ')
    .replace(/\bbetween (?!.*\band\b)/, 'in ')
  const without = whole.replaceAll(/\bthe /g, '')
  return without === whole ? [whole] : [whole, without]
}

/** Whether a phrase has words of the language of a Slack locale. */
export const isInLanguage = (phrase: string, locale: string | undefined): boolean =>
  translations(phrase, languageOf(locale)).length > 0

const MONTH_NAMES = [...MONTHS.keys()]

/** Joins two days, but at the beginning it is `on` or an article: `a 24 de dezembro`, `à vendredi`. */
const AT = 'a'
/** `à noël`, `au nouvel an`, `a natale` are no ends. */
const AT_FEAST =
  /^(?:au?|a la) (?=(?:noel|paques|pentecote|nouvel an|natale|pasqua|pasquetta|capodanno|ferragosto)(?!\p{L}))/u

/** `1er`, `24º`, `24e`, `24-го`, `24日`. */
const NTH = /(?:\bthe )?(?<!\d)(\d{1,2})(?:er|[º°ª]|:?e|-?го|[日号號])(?![\p{L}\d])/gu

const DIGITS = '零一二三四五六七八九'
/** Numbers below 100 in figures, before what they count: `十二月`, `两周`. */
const inFigures = (words: string): string =>
  words
    .replaceAll(/[两兩](?=[天周週个個])/gu, '二')
    .replaceAll(
      /(?<![周週期拜上下])[一二三四五六七八九十]+(?=[天日号號]|[周週个個]|日間|日後|か月|ヶ月|カ月|時間|小时|小時|月)/gu,
      numeral,
    )

function numeral(said: string): string {
  const [tens = '', ones] = said.split('十')
  const digit = (sign: string) => DIGITS.indexOf(sign)
  return String(ones === undefined ? digit(tens) : 10 * digit(tens || '一') + digit(ones || '零'))
}
