import { SAME_WORD, WEEKDAYS } from '../reading/words.ts'
import { WORDS } from './words.ts'

/** Days in other languages as the English grammar says them, which reads what is made of them. */

/** A day's name in short stays one, which is no day among other words: `so` is `sun`. */
const asShort = (word: string, other: string): string =>
  WEEKDAYS.has(word) && /^\p{Script=Latin}{2,3}$/u.test(other) ? word.slice(0, 3) : word

type Numbered = readonly [find: RegExp, english: string]

interface Translation {
  numbered: readonly Numbered[]
  find: RegExp
  english: ReadonlyMap<string, string>
}

/** A last number that is an hour, and no day of the month: `hasta las 17`. */
const hour = (before: string): Numbered => [
  new RegExp(`(?<!\\p{L})(?:${before}) (\\d{1,2})(?= *(?:$|[,)]))`, 'gu'),
  'until $1 oclock',
]
/** What is said before a number makes another thing of it. */
const NUMBERED: Readonly<Record<string, readonly Numbered[]>> = {
  de: [hour('(?:bis )?um'), [/(?<!\p{L})am (?=\d)/gu, 'on the ']],
  es: [hour('(?:hasta |a )?las')],
  it: [hour('(?:fino )?alle')],
  nl: [hour('(?:tot )?om')],
  pt: [hour('(?:ate )?as')],
  sv: [hour('(?:till )?(?:kl|klockan)\\.?'), [/(?<!\p{L})v\.? ?(?=\d)/gu, 'week ']],
}

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
    const others = [...english.keys()].sort((a, b) => b.length - a.length).join('|')
    const spaced = !UNSPACED.has(language)
    const find = spaced
      ? new RegExp(`(?<![\\p{L}\\d'])(?:${others})(?![\\p{L}\\d'])`, 'gu')
      : new RegExp(others, 'gu')
    return [language, { numbered: NUMBERED[language] ?? [], find, english }]
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
  const bare = space ? plain : plain.replaceAll(ACCENTS, '')
  const spelled = language === 'de' ? new Set([bare, bare.replaceAll(UMLAUT, '$1')]) : [bare]
  return [...spelled].flatMap(words => translated(words, translation, space))
}

function translated(words: string, { numbered, find, english }: Translation, space: string): string[] {
  const led = /\d/.test(words)
    ? numbered.reduce((said, [find, english]) => said.replaceAll(find, english), words)
    : words
  const made = led.replaceAll(find, (found, at: number) =>
    at === 0 && found === AT ? found : `${space}${english.get(found)}${space}`,
  )
  if (made === words) return []
  const said = made.replace(/^of /, 'from ').replace(/\bbetween (?!.*\band\b)/, 'in ')
  const without = said.replaceAll(/\bthe /g, '')
  return without === said ? [said] : [said, without]
}

/** As keyboards without umlauts write them: `naechste`. */
const UMLAUT = /([aou])e/g

/** What joins two days, before the first is `on` or an article: `a 24 de dezembro`, `à vendredi`. */
const AT = 'a'
const ACCENTS = /\p{M}/gu
