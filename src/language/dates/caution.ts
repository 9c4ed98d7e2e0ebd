import { type Why, whys } from './reasons.ts'
import { setOf, type Token, tokens, WEEKDAYS } from './words.ts'

/**
 * Words of caution next to days that no rule consumed, by class. The dictionaries translate those of other
 * languages.
 */
interface Class extends Caution {
  /** Before the days, behind them, and alone. */
  anywhere?: string
  /** Ask next to days, with only small words between. */
  before?: string
  behind?: string
  /** Ask if other days follow directly. */
  link?: string
  /** Explains the refusal of a phrase that no rule can read. */
  alone?: string
}
export interface Caution {
  why: Why
  /** The days are excluded, so there is nothing to ask. */
  refuses?: true
}

const DAILY = `mondays tuesdays wednesdays thursdays fridays saturdays sundays weekends weekdays mornings afternoons evenings
  nights`
const CLASSES: readonly Class[] = [
  { why: whys.ofTheirCalendar, alone: 'sprint sprints iteration iterations fiscal financial fy semester' },
  {
    why: whys.denied,
    before: `not never no don't dont doesn't doesnt isn't won't without but except apart excluding excl minus skip skipping cannot can't`,
    behind: 'not-,',
    refuses: true,
    alone: 'never',
  },
  {
    why: whys.recurring,
    anywhere: 'every each weekly daily monthly nightly biweekly fortnightly recurring repeating',
    before: `yearly other ${DAILY}`,
    behind: 'repeats repeated',
    refuses: true,
    alone: `yearly repeats ${DAILY}`,
  },
  {
    why: whys.noEnd,
    before: 'since after from start starts starting begin begins beginning earliest < > ≤ ≥ →',
    behind: 'onwards onward forward going-forward ff',
    alone: 'further onwards onward earliest since',
  },
  { why: whys.noStart, before: 'by before latest prior', alone: 'latest later by before' },
  {
    why: whys.howMany,
    alone:
      'few several some many max maximum min minimum least most about roughly approximately approx nearly almost tops',
  },
  {
    why: whys.howMuchMore,
    before: 'another more extra',
    behind: 'more longer extra',
    alone: 'another more longer',
  },
  {
    why: whys.vague,
    anywhere:
      'asap forever indefinitely permanently always soon whenever eventually somewhere while bit ages',
    alone: 'sometime someday anytime now',
  },
  {
    why: whys.season,
    before: 'spring summer autumn fall winter',
    alone: 'spring summer autumn fall winter holidays vacation long',
  },
  {
    why: whys.except,
    link: 'except excluding excl without minus but not skip skipping bar save than apart unless exclude',
    behind: `exclusive excluded excepted except excluding excl exclude skip skipping not-included non-inclusive weekdays
      weekends working-days`,
    alone:
      'except excluding without minus bar save skip skipping not but unless other apart excluded excepted exclusive',
  },
  {
    why: whys.corrected,
    before: 'instead rather',
    behind: 'nope nvm oops never-mind cancel-that',
    link: 'no nope sorry oops whoops actually rather correction wait instead edit scratch strike mean meant better * make that',
    alone: 'sorry oops whoops actually rather correction instead',
  },
  {
    why: whys.eitherOr,
    anywhere: `maybe perhaps probably possibly likely hopefully potentially presumably tentatively provisionally approximately
      approx roughly circa minimum min max maximum ± twice once earlier think guess believe`,
    before: `or about around ca sometime someday anytime later any some point nearly almost least most than might could may
      either neither ~ st nd rd th first second third within half end next last past previous ago`,
    behind: `ish tba tbc tbd tops most least sometime someday few several earliest latest later ago less minus
      preferably not previous about around unsure pending pending-approval whichever after-next first-week
      second-week third-week fourth-week x-2 x-3 or-so or-two or-three or-more or-never or-day or-until
      or-earlier or-later or-sooner or-longer or-when or-whenever or-something or-not give-or not-sure
      some-time some-point any-day either-day`,
    link: 'or maybe perhaps probably possibly likely alternatively else even worst never',
    alone: 'or around circa ish tbc tbd',
  },
  {
    why: whys.wholeDays,
    before: 'morning afternoon evening night hours late early mid middle',
    behind:
      'morning mornings afternoon afternoons evening evenings night nights eve noon midnight am pm early late',
  },
  {
    why: whys.whichWeek,
    before: 'week weeks january february april june july august september october november december',
    behind: 'week weekend',
  },
  {
    why: whys.twoPlaces,
    link: 'and plus also then again later afterwards too followed well + / & through to until from',
  },
  {
    why: whys.notOfPause,
    before: `need needs needed require requires required want wants wanted moved shifted rescheduled postponed running live
      online back resume resumes resuming unpause unpauses reopen reopens reopening return returns returning expire expires
      lift lifts lifting lifted finish finishes ends ending stops stopped eta due deadline done finished fixed completed ready wake
      take takes took`,
    behind: 'back',
    refuses: true,
  },
]

const SMALL = setOf(
  `the a an at on in for of over during is it this that them , : ( - – . .. = ; it's i we as by only just please be day days time
  office work school again pause paused pausing stop stopping suspend ooo pto off leave holiday vacation kindly simply also both
  ok okay`,
)
/** The first class of each word. */
const classesBy = (place: 'before' | 'behind' | 'link' | 'alone'): ReadonlyMap<string, Class> => {
  const wordsOf = (each: Class) =>
    setOf(`${each[place] ?? ''} ${place === 'link' ? '' : (each.anywhere ?? '')}`)
  return new Map(CLASSES.toReversed().flatMap(each => [...wordsOf(each)].map(word => [word, each] as const)))
}
const BEFORE = classesBy('before')
const BEHIND = classesBy('behind')
const ALONE = classesBy('alone')
/** Words that link days to others directly after them. */
export const LINKS: ReadonlyMap<string, Caution> = classesBy('link')

/** The beginning of a condition: `if the release slips`, but not `if possible` or `if you can`. */
export const CONDITION =
  /(?<![\p{L}\d])(?:if(?!\s+(?:possible|any|so|ok|okay|fine|you|i\s+(?:may|can|could)|(?:that|it)(?:['’]s|\s+is)|thats|that\s+works)\b)|unless|provided|providing\s+that|assuming|supposing|in\s+case|in\s+the\s+event|(?:as|so)\s+(?:long|soon)\s+as(?!\s+possible)|on\s+condition|depending|subject\s+to|given\s+that|pending\s+(?:approval|confirmation)|should\s+(?:the|we|it))(?![\p{L}\d'’])(?!\s*$)/iu

const PAST: Caution = { why: whys.notOfPause, refuses: true }
/** After a denial, as in `not needed`, these words give no class; `needed until friday` has one. */
const DENIALS = setOf("not no nobody none never isn't dont don't wont won't")
const NEEDED = /^(need|require|want|moved|shifted|rescheduled|postponed|running|live|online)/

/** The class of the words directly before days, ignoring small words; `not needed` and `no deploys` have none. */
export function cautionBefore(
  words: readonly Token[],
  first: string,
): (Caution & { at: number }) | undefined {
  const begin = words.findLastIndex(({ word }) => word === ',' || word === ';') + 1
  const clause = words.slice(begin)
  const last = clause.findLastIndex(({ word }) => !SMALL.has(word))
  const word = clause[last]?.word ?? ''
  const found = BEFORE.get(word)
  // `every other friday`
  const at = clause.slice(0, last).findLastIndex(({ word }) => !BEFORE.has(word)) + 1
  // `has been idle for 30 days`
  const isPast = clause.slice(-4).some(({ word }) => /^(was|were|been)$/.test(word))
  if (isPast && !/^(until|through)$/.test(first)) return { ...PAST, at: begin }
  if (found?.why !== whys.notOfPause) return found && { ...found, at: begin + at }
  const isDenied = clause.slice(0, last).some(({ word }) => DENIALS.has(word))
  const isLasting = !NEEDED.test(word) && /^(until|through|for|from)$/.test(first)
  return isDenied || isLasting ? undefined : { ...found, at: begin + at }
}

/** `weekly` repeats a friday before it, but not the days before a `weekly report`. */
const OF_NOUNS: ReadonlySet<Why> = new Set([whys.recurring, whys.noStart, whys.vague])
const ASIDE = setOf(', ( - only just at the for a but without to be i we it might could may')
/** Words that may also begin a reason: a `late shift`, `i think it is idle`. */
const OF_REASON = setOf('about around early late later earlier less minus extra pending think guess believe')
/** The class of the words directly after days. */
export function cautionBehind(words: readonly Token[]): (Caution & { at: number }) | undefined {
  const at = words.findIndex(({ word }) => !ASIDE.has(word))
  const [first, next] = [words[at], words[at + 1]]
  if (!first) return undefined
  const pair = BEHIND.get(`${first.word}-${next?.word}`)
  if (pair) return { ...pair, at: at + 1 }
  const found = BEHIND.get(first.word)
  const mayBeOfNoun = found && (OF_NOUNS.has(found.why) || OF_REASON.has(first.word))
  const isOfNoun = mayBeOfNoun && next && /\p{L}/u.test(next.text) && !isUnit(next)
  // `not needed`, `not in use`; and `not friday` is linked
  const isOfPlan =
    first.word === 'not' &&
    (/(ed|ing)$|^(ready|available|in)$/.test(next?.word ?? '') || WEEKDAYS.has(next?.word ?? ''))
  const isNone = isOfNoun || isOfPlan || (next?.tight && next.text === '-')
  return found && !isNone ? { ...found, at } : undefined
}
const isUnit = ({ word }: Token): boolean =>
  WEEKDAYS.has(word) || ['week', 'month', 'day', 'other'].includes(word)

/** Explains the refusal of a phrase by one of its words of caution. */
export function refusalBy(phrase: string): Why | undefined {
  if (CONDITION.test(phrase)) return whys.condition
  const found = tokens(phrase).map(({ word }) => ALONE.get(word))
  return CLASSES.find(each => found.includes(each))?.why
}
