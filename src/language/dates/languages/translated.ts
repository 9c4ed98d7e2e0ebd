import { SAME_WORD, WEEKDAYS } from '../reading/words.ts'
import { WORDS } from './words.ts'

/** Days in other languages as the English grammar says them, which reads what is made of them. */

/** Names of days that are things as well: `среда разработки`. */
const THINGS: ReadonlySet<string> = new Set(
  'среда среду среды средои середа середу середи середою'.split(' '),
)
export const isThing = (word: string): boolean => THINGS.has(word)

/** A day's name in short stays one, as does that of a thing, which is no day among other words: `so` is `sun`. */
const asShort = (word: string, other: string): string =>
  WEEKDAYS.has(word) && (/^\p{Script=Latin}{2,3}$/u.test(other) || isThing(other)) ? word.slice(0, 3) : word

type Numbered = readonly [find: RegExp, english: string]

interface Translation {
  /** Weekdays that are one word with a part of the day, or with their week. */
  glued: RegExp | undefined
  definite: boolean
  numbered: readonly Numbered[]
  find: RegExp
  english: ReadonlyMap<string, string>
}

/** A last number that is an hour, and no day of the month: `hasta las 17`, `às 18h`. */
const hour = (before: string): Numbered[] => {
  const said = (number: string) =>
    new RegExp(`(?<!\\p{L})(?:${before}) ${number}(?: ?(?:h(?:oras)?|uur))?(?= *(?:$|[,)]))`, 'gu')
  return [
    [said('(\\d{1,2})'), 'until $1 oclock'],
    [said('(\\d{1,2})[:h](\\d\\d)'), 'until $1:$2'],
  ]
}
/** Two last numbers that are days of a month, and no hours: `с 24 по 28`. */
const fromDayTo = (from: string, mark: string, until: string): Numbered => [
  new RegExp(`^(?:${from})(\\d{1,2})${mark} (?:${until}) (\\d{1,2})${mark}$`, 'gu'),
  'from the $1th until the $2th',
]
/** A day of the month that is called so: `do dia 24`, `dia 24`. */
const dayOfMonth = (articles: string): Numbered[] => [
  [new RegExp(`(?<=(?<!\\p{L})(?:${articles}) )dia (?=\\d)`, 'gu'), ''],
  [/(?<!\p{L})dia (?=\d)/gu, 'the '],
]
/** A date as Japanese and Chinese write it: `2026年12月24日`. */
const DATE: readonly Numbered[] = [
  [/(\d{4})年(?=\d{1,2}月)/gu, '$1 '],
  [/(?<=\d月)(\d{1,2}(?:[-–~～]\d{1,2})?)[日号號]/gu, ' $1 '],
]
/** What is said before a number makes another thing of it. */
const NUMBERED: Readonly<Record<string, readonly Numbered[]>> = {
  de: [
    ...hour('(?:bis )?um'),
    fromDayTo('(?:vom |von )?', '\\.', 'bis|bis zum'),
    [/(?<!\p{L})in 14 tagen(?!\p{L})/gu, 'in 2 weeks'],
    [/(?<=(?<!\p{L})(?:bis|bis zum|am|den|dem) )(\d{1,2})\.(?=\s*$)/gu, 'the $1th'],
    [/(?<!\p{L})am (?=\d)/gu, 'on the '],
    [/(?<!\d)([1-4])\. quartal/gu, 'q$1'],
    [/(?<=\d (?:tage|wochen|monate)) lang(?!\p{L})/gu, ''],
  ],
  es: [fromDayTo('del ', '', 'al'), ...hour('(?:hasta |a )?las'), ...dayOfMonth('del|al|el')],
  fr: [fromDayTo('du ', '', 'au'), [/(\d) h(?!\p{L})/gu, '$1h']],
  it: [fromDayTo('dal ', '', 'al'), ...hour('(?:fino )?alle')],
  nl: [
    ...hour('(?:tot )?om'),
    [/(?<!\p{L})voor (?=\d+ (?:dag|we(?:ek|ken)|maand))/gu, 'for '],
    [/(?<=\d)(?:e|de|ste)(?![\p{L}\d])/gu, ''],
  ],
  pt: [...hour('(?:ate )?as'), ...dayOfMonth('do|ao|o|no'), fromDayTo('do ', '', 'ao')],
  ru: [fromDayTo('со? ', '(?:-?го)?', 'по'), ...hour('(?<=\\p{L} )во?'), [/(?<=\d)-?го(?![\p{L}\d])/gu, '']],
  uk: [fromDayTo('(?:з|із|від) ', '(?:-?го)?', 'по'), ...hour('(?<=\\p{L} )об?')],
  sv: [
    ...hour('(?:till )?(?:kl|klockan)\\.?'),
    [/(?<!\p{L})(?:kl|klockan)\.? ?(?=\d)/gu, 'at '],
    [/(?<!\p{L})v\.? ?(?=\d)/gu, 'week '],
    [/(?<=\d):[ae](?![\p{L}\d])/gu, ''],
  ],
  ja: [
    [/来月の?(\d{1,2})日/gu, 'the $1 of next month'],
    [/^(\d{1,2})日(?:から|[〜～~])(\d{1,2})日(?:まで)?$/gu, 'the $1 until the $2'],
    [/から(?=\d+(?:日間|週間|か月|ヶ月|カ月))/gu, ' for '],
    [/^(.*\p{L}の?)(\d{1,2})時まで$/gu, 'until $1 $2 oclock'],
    [/(\d{1,2})時まで/gu, 'until $1 oclock'],
    [/\(([月火水木金土日])\)/gu, '($1曜)'],
    [/(?<=時|曜日?)から(?=\d|\p{L}曜)/gu, '–'],
    [/(?<!\d)([月火水木金土日])(?:から|[〜～~-])([月火水木金土日])(?![\p{L}\d])/gu, '$1曜〜$2曜'],
    ...DATE,
  ],
  zh: [
    [/下[个個]?月(\d{1,2})[日号號]/gu, 'the $1 of next month'],
    [/^[从從]?(\d{1,2})[日号號][到至](\d{1,2})[日号號]$/gu, 'the $1 until the $2'],
    [/^[从從]?(.+?)(?:起|开始|開始)[,，]?(?=\d+[天周週个個])/gu, '$1 for '],
    [/[到至](\d{1,2})[点點]/gu, 'until $1 oclock'],
    [/(?<=[一二三四五六日天])[到至](?=周|週|星期|礼拜|禮拜)/gu, ' to '],
    ...DATE,
  ],
}

/** Parts of a day that a weekday is one word with: `Freitagabend`. */
const PARTS_OF_DAY: Readonly<Record<string, string>> = {
  de: 'morgen|vormittag|mittag|nachmittag|abend|nacht',
  nl: 'morgen|ochtend|middag|avond|nacht',
  sv: 'morgon|formiddag|eftermiddag|kvall|natt',
}

/** A week that is one word with a day in it, and shares a sign with it: `下周一` is `下周 周一`. */
const WEEK_OF_DAY: Readonly<Record<string, RegExp>> = {
  zh: /((?:下下?|本|这|這|每)[个個]?(周|週|星期|礼拜|禮拜))(?=[一二三四五六日天])/gu,
}

/** Languages in which a weekday with its article is the one to come, and not any: `el viernes`. */
const DEFINITE = new Set(['es'])
const THE_WEEKDAY = new RegExp(`^the (?=(?:${[...WEEKDAYS.keys()].join('|')})\\b)`)

/** Languages that put no spaces between words. */
const UNSPACED = new Set(['ja', 'zh'])

const TRANSLATIONS: ReadonlyMap<string, Translation> = new Map(
  Object.entries(WORDS).map(([language, words]) => {
    const english = new Map(
      words.split(';').flatMap(row => {
        const [word = '', others = ''] = row.trim().replaceAll(/\s+/g, ' ').split(': ')
        return others.split(', ').map((other): [string, string] => [other, asShort(word, other)])
      }),
    )
    const others = [...english.keys()]
      .sort((a, b) => b.length - a.length)
      .map(RegExp.escape)
      .join('|')
    const spaced = !UNSPACED.has(language)
    const find = spaced
      ? new RegExp(`(?<![\\p{L}\\d'])(?:${others})(?![\\p{L}\\d'])`, 'gu')
      : new RegExp(others, 'gu')
    const weekdays = [...english].flatMap(([other, word]) => (WEEKDAYS.has(word) ? [other] : [])).join('|')
    const parts = PARTS_OF_DAY[language]
    const glued = parts
      ? new RegExp(`(?<!\\p{L})(${weekdays})(${parts})(?!\\p{L})`, 'gu')
      : WEEK_OF_DAY[language]
    const definite = DEFINITE.has(language)
    return [language, { glued, definite, numbered: NUMBERED[language] ?? [], find, english }]
  }),
)

/** The names of the days of a week as tokens have them, and the words up to them, a table a language: `montag` and `mo` are 0. */
export const WEEKDAYS_ABROAD = [...TRANSLATIONS.values()]
  .map(({ english }) => ({
    names: new Map(
      [...english].flatMap(([other, word]): [string, number][] => {
        const day = WEEKDAYS.get(SAME_WORD.get(word) ?? word)
        return day === undefined ? [] : [[SAME_WORD.get(other) ?? other, day]]
      }),
    ),
    until: [...english].flatMap(([other, word]) => (word === 'until' ? [other] : [])),
  }))
  .filter(({ names }) => names.size > 0)

/**
 * A phrase in the words of the English grammar, as it stands and without its articles; what the table does not have stays.
 * None where it has nothing of the phrase.
 */
export function translations(phrase: string, language: string): readonly string[] {
  const translation = TRANSLATIONS.get(language)
  if (!translation) return []
  const space = UNSPACED.has(language) ? ' ' : ''
  const plain = phrase.toLowerCase().normalize(space ? 'NFC' : 'NFD')
  const bare = space ? inFigures(plain) : plain.replaceAll(ACCENTS, '')
  const spelled = language === 'de' ? new Set([bare, bare.replaceAll(UMLAUT, '$1')]) : [bare]
  return [...spelled].flatMap(words => translated(words, translation, space))
}

function translated(said: string, translation: Translation, space: string): string[] {
  const { glued, definite, numbered, find, english } = translation
  const words = glued ? said.replaceAll(glued, '$1 $2') : said
  const feast = words.replace(AT_FEAST, 'on ')
  const led = /\d/.test(feast)
    ? numbered.reduce((said, [find, english]) => said.replaceAll(find, english), feast)
    : feast
  const made = led.replaceAll(find, (found, at: number) =>
    at === 0 && found === AT ? found : `${space}${english.get(found)}${space}`,
  )
  if (made === words || DANGLING.test(made)) return []
  const article = definite ? made.replace(THE_WEEKDAY, 'on ') : made
  const whole = article
    .replace(/^of |\bof (?=\w+day until )/, 'from ')
    .replace(/\bbetween (?!.*\band\b)/, 'in ')
  const without = whole.replaceAll(/\bthe /g, '')
  return without === whole ? [whole] : [whole, without]
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

function numeral(said: string): string {
  const [tens = '', ones] = said.split('十')
  const digit = (sign: string) => DIGITS.indexOf(sign)
  return String(ones === undefined ? digit(tens) : 10 * digit(tens || '一') + digit(ones || '零'))
}

/** What goes on behind it says nothing of days: `morgen op productie` is no `tomorrow on`. */
const DANGLING = / on$/

/** As keyboards without umlauts write them: `naechste`. */
const UMLAUT = /([aou])e/g

/** What joins two days, before the first is `on` or an article: `a 24 de dezembro`, `à vendredi`. */
const AT = 'a'
/** Before a feast the same is no end, where nothing stands before it: `à noël`, `au nouvel an`, `a natale`. */
const AT_FEAST =
  /^(?:au?|a la) (?=(?:noel|paques|pentecote|nouvel an|natale|pasqua|pasquetta|capodanno|ferragosto)(?!\p{L}))/u
const ACCENTS = /\p{M}/gu
