/** The words of days and hours: every word that means a thing, once. The grammar is written in the first of each row. */

const rows = (table: Record<string, string | readonly string[]>): [string, string][] =>
  Object.entries(table).flatMap(([word, others]) =>
    (typeof others === 'string' ? others.split(' ') : others).map((other): [string, string] => [other, word]),
  )

/** Shortenings and other spellings → the word that the grammar knows. */
export const SAME_WORD: ReadonlyMap<string, string> = new Map(
  rows({
    monday: 'mon',
    tuesday: 'tue tues',
    wednesday: 'wed weds wensday',
    thursday: 'thu thur thurs thrs',
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
    tomorrow: 'tmrw tmrow tmr tmrrw tmmrw tomo tomoz tomoro tommorow tmw 2moro 2morow 2morro 2morrow 2mrw',
    tonight: 'tonite',
    night: 'nite',
    next: 'nxt',
    week: "wk week's",
    weeks: "wks weeks'",
    weekend: ['wkend', 'wknd', 'week-end', 'week end'],
    month: 'mth',
    months: 'mths mos',
    quarter: 'qtr',
    quarters: 'qtrs',
    year: 'yr',
    years: "yrs year's years'",
    forty: 'fourty',
    patricks: "patrick's",
    stephens: "stephen's",
    valentines: "valentine's valentine",
    presidents: "presidents' president's",
    veterans: "veterans' veteran's",
    fathers: "father's fathers'",
    georges: "george's",
    davids: "david's",
    andrews: "andrew's",
    mothers: "mother's mothers'",
    saints: "saints'",
    souls: "souls'",
    fools: "fools' fool's",
    weekday: 'workday wkday',
    weekdays: 'workdays wkdays',
    oclock: "o'clock",
    until: "till til untill upto til' till'",
    except: 'excl exc',
    without: 'w/o',
    through: 'thru',
    and: '& plus n',
    christmas: 'xmas xmass x-mas',
    fortnight: 'fortnite',
    rest: 'remainder',
    from: 'wef',
    beginning: 'commencing',
    coming: 'upcoming',
    working: 'business work biz',
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
  ...counted('month', 1, 'mo month months'),
  ...counted('quarter', 1, 'quarter quarters'),
  ...counted('year', 1, 'y year years'),
])

/** Holidays that keep their date, by their words: [day, month]. */
export const FIXED_HOLIDAYS: Record<string, readonly [number, number]> = {
  'new years day': [1, 1],
  'new year': [1, 1],
  'new years': [1, 1],
  epiphany: [6, 1],
  'burns night': [25, 1],
  'australia day': [26, 1],
  'groundhog day': [2, 2],
  'valentines day': [14, 2],
  valentines: [14, 2],
  'leap day': [29, 2],
  'st davids day': [1, 3],
  'pi day': [14, 3],
  'st patricks day': [17, 3],
  'st . patricks day': [17, 3],
  'saint patricks day': [17, 3],
  'april fools': [1, 4],
  'april fools day': [1, 4],
  'earth day': [22, 4],
  'st georges day': [23, 4],
  'anzac day': [25, 4],
  'may day': [1, 5],
  'cinco de mayo': [5, 5],
  juneteenth: [19, 6],
  'canada day': [1, 7],
  'bastille day': [14, 7],
  'german unity day': [3, 10],
  'day of german unity': [3, 10],
  halloween: [31, 10],
  'all saints day': [1, 11],
  'all saints': [1, 11],
  'all souls day': [2, 11],
  'bonfire night': [5, 11],
  'guy fawkes night': [5, 11],
  'guy fawkes': [5, 11],
  'veterans day': [11, 11],
  'remembrance day': [11, 11],
  'armistice day': [11, 11],
  'st andrews day': [30, 11],
  'st nicholas day': [6, 12],
  'st . nicholas day': [6, 12],
  'christmas eve': [24, 12],
  'christmas day': [25, 12],
  christmas: [25, 12],
  'boxing day': [26, 12],
  'st stephens day': [26, 12],
  'new years eve': [31, 12],
  'new year eve': [31, 12],
  nye: [31, 12],
  hogmanay: [31, 12],
  nyd: [1, 1],
  ny: [1, 1],
}

/** Holidays that move with Easter, by their words: days after Easter Sunday. */
export const EASTER_HOLIDAYS: Record<string, number> = {
  'mardi gras': -47,
  'shrove tuesday': -47,
  'pancake day': -47,
  'ash wednesday': -46,
  'palm sunday': -7,
  'maundy thursday': -3,
  'holy thursday': -3,
  'good friday': -2,
  'easter friday': -2,
  'holy saturday': -1,
  'easter saturday': -1,
  'easter sunday': 0,
  'easter day': 0,
  easter: 0,
  'easter monday': 1,
  'ascension day': 39,
  ascension: 39,
  'ascension thursday': 39,
  pentecost: 49,
  'whit sunday': 49,
  'whit monday': 50,
  'pentecost monday': 50,
  'corpus christi': 60,
}

/** Holidays of a weekday in a month, by their words: the nth (-1 the last) such weekday (0 Monday) of it, and days after. */
export const WEEKDAY_HOLIDAYS: Record<
  string,
  readonly [nth: number, weekday: number, month: number, more?: number]
> = {
  'martin luther king day': [3, 0, 1],
  'mlk day': [3, 0, 1],
  mlk: [3, 0, 1],
  'presidents day': [3, 0, 2],
  'memorial day': [-1, 0, 5],
  'labor day': [1, 0, 9],
  'columbus day': [2, 0, 10],
  'indigenous peoples day': [2, 0, 10],
  'remembrance sunday': [2, 6, 11],
  'thanksgiving day': [4, 3, 11],
  thanksgiving: [4, 3, 11],
  'black friday': [4, 3, 11, 1],
  'cyber monday': [4, 3, 11, 4],
}
