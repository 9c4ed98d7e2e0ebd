import { MONTHS, SAME_WORD, setOf, WEEKDAYS } from '../words.ts'
import { wordsOfAll } from './translate.ts'

/** What a word can be around days in any language: a name of one, what leads from one to another, an article; or no day. */
type Kind = 'month' | 'weekday' | 'range' | 'small' | 'other'

type Words = Readonly<Record<Kind, ReadonlySet<string>>>
let loaded: Words | undefined

/** Whether a word of any language, English included, can be of a kind: `dez`, `mo`, `bis`, `zum`. */
export function isKind(kind: Kind, text: string): boolean {
  loaded ??= makeWords()
  return loaded[kind].has(text.normalize('NFD').replaceAll(/\p{M}/gu, ''))
}

const RANGE = /^(until|from|starting)( the)?$/
const SMALL = /^(until|from|starting|the|of|on|in)( the)?$/
const DAYS = /^(today|tomorrow|tonight|until|weekend)$/
/** English words that other languages have as well. */
const ENGLISH = setOf('a as in an on am van tom out set gen ago')

function makeWords(): Words {
  const all = [
    ...SAME_WORD,
    ...[...WEEKDAYS.keys(), ...MONTHS.keys()].map(name => [name, name] as const),
    ...wordsOfAll(),
  ]
  const pick = (isMeant: (english: string) => boolean, part = (words: string[]) => words) =>
    new Set(all.flatMap(([other, english]) => (isMeant(english) ? part(other.split(/[ .]+/)) : [])))
  const alone = (words: string[]) => (words.length === 1 ? words : [])
  const namedBy = (names: ReadonlyMap<string, number>) => (english: string) =>
    names.has(SAME_WORD.get(english) ?? english)
  const [isMonth, isWeekday] = [namedBy(MONTHS), namedBy(WEEKDAYS)]
  return {
    month: pick(isMonth, alone).difference(ENGLISH),
    weekday: pick(isWeekday, alone),
    range: pick(
      english => RANGE.test(english),
      ([first = '']) => [first],
    ).difference(ENGLISH),
    small: pick(english => SMALL.test(english)),
    other: pick(english => !isMonth(english) && !isWeekday(english) && !DAYS.test(english)),
  }
}
