/** Parses `word: other, another; …` into pairs of each other and its word. */
export const tableOf = (text: string): [other: string, word: string][] =>
  text.split(';').flatMap(row => {
    const [word = '', others = ''] = row.trim().replaceAll(/\s+/g, ' ').split(': ')
    return others.split(', ').map((other): [string, string] => [other, word])
  })

/** Splits words at white space. */
export const setOf = (words = ''): ReadonlySet<string> =>
  new Set(words.split(/\s+/).filter(word => word !== ''))

/** Short forms and other spellings, by the word of the grammar. */
export const SAME_WORD: ReadonlyMap<string, string> = new Map(
  tableOf(`
    monday: mon; tuesday: tue, tues; wednesday: wed, weds, wensday, wendsday; thursday: thu, thur, thurs, thrs; friday: fri,
    frid; saturday: sat; sunday: sun; january: jan; february: feb; march: mar; april: apr; june: jun; july: jul;
    august: aug; september: sep, sept; october: oct; november: nov; december: dec; days: days'; today: tdy, 2day;
    now: immediately, rn; tomorrow: tmrw, tmrow, tmr, tmrrw, tmmrw, tomo, tomoz, tomoro, tommorow, tmw, 2moro, 2morow,
    2morro, 2morrow, 2mrw; tonight: tonite; night: nite; next: nxt; week: wk, week's; weeks: wks, weeks';
    weekend: wkend, wknd, week-end, week end; month: mth; months: mths, mos; quarter: qtr; quarters: qtrs; year: yr;
    years: yrs, year's, years'; forty: fourty; patricks: patrick's; stephens: stephen's;
    valentines: valentine's, valentine; presidents: presidents', president's; veterans: veterans', veteran's;
    fathers: father's, fathers'; mothers: mother's, mothers'; saints: saints'; fools: fools', fool's;
    weekday: workday, wkday; weekdays: workdays, wkdays; oclock: o'clock; until: till, til, untill, upto, til', till';
    between: btw, btwn; the: teh, hte; for: fo; except: excl, exc; without: w/o; through: thru; and: &, plus, n;
    christmas: xmas, xmass, x-mas; fortnight: fortnite; rest: remainder; from: wef; beginning: commencing;
    coming: upcoming; inclusive: incl; working: business, work, biz; please: pls, plz`),
)

/** Numbers words, from `first` on. */
export const numbered = (first: number, words: string): ReadonlyMap<string, number> =>
  new Map(words.split(' ').map((word, i) => [word, i + first]))

/** 0 (Monday) – 6. */
export const WEEKDAYS = numbered(0, 'monday tuesday wednesday thursday friday saturday sunday')

/** 1–12. */
export const MONTHS = numbered(
  1,
  'january february march april may june july august september october november december',
)

export const UNITS_1_TO_19 = numbered(
  1,
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
)

/** The tens, 2–9. */
export const TENS = numbered(2, 'twenty thirty forty fifty sixty seventy eighty ninety')

export const ORDINALS: ReadonlyMap<string, number> = new Map([
  ...numbered(
    1,
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth',
  ),
  ['thirtieth', 30],
])

export type Unit = 'day' | 'working day' | 'week' | 'month' | 'quarter' | 'year'

const counted = (unit: Unit, times: number, words: string) =>
  words.split(' ').map((word): [string, { unit: Unit; times: number }] => [word, { unit, times }])

/** The units of lengths such as `3 days`, with the count that a word implies. */
export const COUNTED: ReadonlyMap<string, { unit: Unit; times: number }> = new Map([
  ...counted('day', 1, 'd day days'),
  ...counted('week', 1, 'w week weeks'),
  ...counted('week', 2, 'fortnight fortnights'),
  ...counted('month', 1, 'mo month months'),
  ...counted('quarter', 1, 'quarter quarters'),
  ...counted('year', 1, 'y year years'),
])

/** A word, number or sign of a text: its position, its lower case, and the word of the grammar. */
export interface Token {
  start: number
  end: number
  text: string
  word: string
  digits: boolean
  /** No space before it: `24th`, `24/12`. */
  tight: boolean
}

/** Slack's mentions are single tokens, as are `w/o`, `x-mas` and `week-end`. */
const TOKEN =
  /<[@#][^\s<>]*>|2(?:day|m(?:or+ow?|rw))(?!\p{L})|\d+|[Ww]eek[- ][Ee]nd(?!\p{L})|[Xx]-[Mm]as|[Ww]\/[Oo](?!\p{L})|'?\p{L}(?:[\p{L}\p{M}]|'(?!\d))*|\.{2,}|!{2,}|-{2,}>?|[-=]>|➡\ufe0f|[^\s\p{L}\d]/gu
const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '..': ['…', '...'],
    '→': ['->', '-->', '---', '=>', '>', '⇒', '➡', '➡\ufe0f', '➔', '➜'],
    '–': ['--', '~', '—', '―', '‒', '−'],
    '-': ['－', '‐', '‑'],
    ',': ['⋅', '·', '•'],
  }).flatMap(([sign, others]) => others.map((other): [string, string] => [other, sign])),
)

/** Splits a text into tokens, which contain every character except spaces. */
export function tokens(text: string): Token[] {
  const found: Token[] = []
  let end = 0
  const plainText = text.replaceAll('’', "'").replaceAll(/[０-９]/g, digit => digit.normalize('NFKC'))
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(plainText); match; match = TOKEN.exec(plainText)) {
    const { 0: raw, index } = match
    const plain = (raw.length > 1 && raw.startsWith("'") ? raw.slice(1) : raw).toLowerCase()
    const digits = /^\d+$/.test(plain)
    const word = digits ? plain : (SAME_WORD.get(plain) ?? SIGNS.get(plain) ?? plain)
    const tight = index === end && index > 0
    end = index + raw.length
    found.push({ start: index, end, text: plain, word, digits, tight })
  }
  return found
}

/** Signs around a phrase that do not belong to it: quotes, brackets, formatting, emoji. */
const AROUND = /["'“”‘’«»‹›`*_()[\]]|\p{Extended_Pictographic}|\p{M}|\p{Cf}/u
const BEFORE = new RegExp(`^(?:\\s|${AROUND.source})+`, 'u')
const BEHIND = new RegExp(`(?:\\s|${AROUND.source}|\\.{2,}|!{2,}|[…?,;])+$`, 'u')
const SEVERAL = /[,/&]|(?<!\p{L})(?:and|or|plus|n)(?!\p{L})/iu

export const isAround = ({ text }: Token): boolean => AROUND.test(text)

/**
 * Removes the signs around a phrase, except a bracket that it opens, and a question mark of doubt after several
 * days.
 */
export function unwrap(text: string): string {
  const inner = text.replace(BEFORE, '')
  const [signs = ''] = BEHIND.exec(inner) ?? []
  const bare = inner.slice(0, inner.length - signs.length)
  const isKept = (sign: string) =>
    (sign === ')' && bare.includes('(')) || (sign === '?' && SEVERAL.test(bare))
  return bare + signs.slice(0, [...signs].findLastIndex(isKept) + 1)
}

/** Whether a token is a word or number. */
export const isWord = ({ text }: Token): boolean => /[\p{L}\d]/u.test(text)
