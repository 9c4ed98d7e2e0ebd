/** The words of days and hours: every word that means a thing, once. The grammar is written in the first of each row. */

const rows = (table: Record<string, string>): [string, string][] =>
  Object.entries(table).flatMap(([word, others]) =>
    others.split(' ').map((other): [string, string] => [other, word]),
  )

/** Shortenings and other spellings → the word that the grammar knows. */
export const SAME_WORD: ReadonlyMap<string, string> = new Map(
  rows({
    monday: 'mon',
    tuesday: 'tue tues',
    wednesday: 'wed weds',
    thursday: 'thu thur thurs',
    friday: 'fri',
    saturday: 'sat',
    sunday: 'sun',
    january: 'jan',
    february: 'feb',
    march: 'mar',
    april: 'apr',
    june: 'jun',
    july: 'jul',
    august: 'aug',
    september: 'sep sept',
    october: 'oct',
    november: 'nov',
    december: 'dec',
    days: "days'",
    today: 'tdy',
    tomorrow: 'tmrw tmr tmrrw tomo tmw',
    next: 'nxt',
    week: "wk week's",
    weeks: "wks weeks'",
    weekend: 'wkend wknd',
    month: 'mth mo',
    months: 'mths mos',
    year: 'yr',
    years: "yrs year's years'",
    patricks: "patrick's",
    valentines: "valentine's valentine",
    weekdays: 'workdays',
    oclock: "o'clock",
    until: 'till til untill',
    through: 'thru',
    and: '& plus',
    christmas: 'xmas',
    rest: 'remainder',
    coming: 'upcoming',
    working: 'business work',
    please: 'pls plz',
  }),
)

const numbered = (first: number, words: string): ReadonlyMap<string, number> =>
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

/** 2–9: how many tens. */
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

/** Words that count, as in `3 days`: what they count and how many of it. */
export const COUNTED: ReadonlyMap<string, { unit: Unit; times: number }> = new Map([
  ...counted('day', 1, 'd day days'),
  ...counted('week', 1, 'w week weeks'),
  ...counted('week', 2, 'fortnight fortnights'),
  ...counted('month', 1, 'month months'),
  ...counted('quarter', 1, 'quarter quarters'),
  ...counted('year', 1, 'y year years'),
])

/** Holidays that keep their date, by their words: [day, month]. */
export const FIXED_HOLIDAYS: Record<string, readonly [number, number]> = {
  'new years day': [1, 1],
  'new year': [1, 1],
  'new years': [1, 1],
  epiphany: [6, 1],
  'valentines day': [14, 2],
  'st patricks day': [17, 3],
  halloween: [31, 10],
  'christmas eve': [24, 12],
  'christmas day': [25, 12],
  christmas: [25, 12],
  'boxing day': [26, 12],
  'new years eve': [31, 12],
  'new year eve': [31, 12],
  nye: [31, 12],
}

/** Holidays that move with Easter, by their words: days after Easter Sunday. */
export const EASTER_HOLIDAYS: Record<string, number> = {
  'good friday': -2,
  'easter sunday': 0,
  'easter monday': 1,
  easter: 0,
  'ascension day': 39,
  'whit monday': 50,
}

/** Holidays that move with the fourth Thursday of November, by their words: days after it. */
export const THANKSGIVING_HOLIDAYS: Record<string, number> = {
  'thanksgiving day': 0,
  thanksgiving: 0,
  'black friday': 1,
  'cyber monday': 4,
}

/** Words that a refusal need not point at. */
export const KNOWN_WORDS: ReadonlySet<string> = new Set([
  ...SAME_WORD.values(),
  ...WEEKDAYS.keys(),
  ...MONTHS.keys(),
  ...UNITS_1_TO_19.keys(),
  ...TENS.keys(),
  ...ORDINALS.keys(),
  ...COUNTED.keys(),
  ...Object.keys({ ...FIXED_HOLIDAYS, ...EASTER_HOLIDAYS, ...THANKSGIVING_HOLIDAYS }).flatMap(words =>
    words.split(' '),
  ),
  ...'rest onwards working weekdays a an the this of on in at for from to until through between and after before st nd rd th starting just please all'.split(
    ' ',
  ),
])

const OFTEN_MISSPELT = [...WEEKDAYS.keys(), ...MONTHS.keys(), 'today', 'tomorrow', 'until', 'weekend']

/** The day or month that a word of five letters or more is one slip of the finger away from. */
export function misspelt(word: string): string | undefined {
  if (word.length < 5 || KNOWN_WORDS.has(SAME_WORD.get(word) ?? word)) return undefined
  return OFTEN_MISSPELT.find(meant => isOneSlip(word, meant))
}

/** One letter more, less, other, or two in the wrong order. */
function isOneSlip(a: string, b: string): boolean {
  let i = 0
  while (i < a.length && a[i] === b[i]) i++
  const [restA, restB] = [a.slice(i), b.slice(i)]
  const swapped = `${restA.charAt(1)}${restA.charAt(0)}${restA.slice(2)}`
  return (
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    (restA.length > 1 && swapped === restB)
  )
}
