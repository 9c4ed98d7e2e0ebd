import { createBounded } from '../../core/bounded.ts'
import { beginningOfReason, type FoundDays, findDays } from '../../language/dates/find.ts'
import { LANGUAGES } from '../../language/dates/languages/translate.ts'
import { today } from '../../language/dates/zone.ts'
import type { At } from '../../language/dates.ts'
import { withoutMarks, withoutStruck } from '../../language/marks.ts'

/** Where days begin in a sentence, whatever stands before and behind them. It does not depend on who says them when. */
export const beginningOfDays = (sentence: string): number | undefined => firstDays(sentence)?.at

/**
 * Whether a sentence says days that may be some, in any language, since nobody has been asked yet who says it:
 * `whenever` never are, whoever says it when. Where it begins with days they may be what a plan is called. In a long one
 * there may be some: to be sure of that takes too long.
 */
export const mayStandIn = (sentence: string): boolean =>
  sentence.length > LONGEST_SEARCHED ||
  holdsDays(sentence) ||
  LANGUAGES.some(locale => holdsDays(sentence, locale)) ||
  mayFollow(sentence)

/** In characters: in every language it takes some thousandths of a second then. */
const LONGEST_SEARCHED = 200

function holdsDays(sentence: string, locale?: string): boolean {
  const found = firstDays(sentence, locale)
  return found !== undefined && (!found.never || holdsDays(sentence.slice(found.end), locale))
}

/** Whether days may stand behind one word that says some as well: `tomorrow friday`, but not `friday or saturday`. */
function mayFollow(sentence: string): boolean {
  const [, name = '', behind = ''] = /^(\S+)\s+(.+)$/s.exec(sentence) ?? []
  return daysIn(name, ANY_DAY)?.end === name.length && firstDays(behind)?.at === 0 && holdsDays(behind)
}

interface Place {
  at: number
  end: number
  never: boolean
}

/** Those before a stated reason, whatever signs stand before them, else those that are led to behind it. */
function firstDays(sentence: string, locale?: string): Place | undefined {
  const said = { ...ANY_DAY, locale }
  const why = beginningOfReason(sentence) ?? sentence.length
  const words = sentence
    .matchAll(/\S+/g)
    .take(locale === undefined ? WORDS_BEFORE_DAYS : WORDS_BEFORE_DAYS_ABROAD)
    .filter(({ index }) => index < why)
  for (const { index } of words) {
    const found = daysIn(sentence.slice(index), said)
    const isFirst = found && !/[\p{L}\p{N}]/u.test(sentence.slice(index, index + found.start))
    if (isFirst) return placeOf(found, index)
  }
  const behind = daysIn(sentence.slice(why), said)
  return behind && placeOf(behind, why)
}

const placeOf = ({ start, end, never }: FoundDays, at: number): Place => ({
  at: at + start,
  end: at + end,
  never,
})

type Speaking = Omit<At, 'zone'> & { zone?: string | undefined }

const ANY_DAY = { now: new Date(0), zone: 'UTC' }
const WORDS_BEFORE_DAYS = 40
/** Days in other languages are read where they stand right behind a name. */
const WORDS_BEFORE_DAYS_ABROAD = 5

/**
 * Every part of a sentence that may hold a name asks where the days begin behind it, and people say the same of one plan
 * after the other.
 */
const found = createBounded<{ days: FoundDays | undefined }>({ most: 500 })

/**
 * The same as `findDays`, in UTC where no zone is known: what it finds in the same words is the same for a day and a
 * language.
 */
export function daysIn(text: string, at: Speaking): FoundDays | undefined {
  const { zone = 'UTC', now, locale } = at
  const key = `${today(now, zone)} ${locale ?? ''} ${text}`
  const known = found.get(key)
  if (known) return known.days
  const days = findDays(withoutMarks(withoutStruck(text)), { ...at, zone })
  found.set(key, { days })
  return days
}
