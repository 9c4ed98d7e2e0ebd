import { isNoun, isWord } from './joints.ts'
import { type Token, tokens } from './tokens.ts'

/** What days depend on, which nobody can wait for: `tomorrow if the release slips`, `until friday unless bob objects`. */

const CONDITIONS = [
  ...['if', 'unless', 'provided', 'providing that', 'assuming', 'supposing', 'in case', 'in the event'],
  ...['as long as', 'so long as', 'on condition', 'on the condition', 'depending on', 'subject to'],
  ...['given that', 'pending approval', 'pending confirmation', 'should the', 'should we', 'should it'],
].map(wordsOf)
/** What is polite, or lets others choose: `if possible`, `if you can`. */
const GRACES = [
  ...['possible', 'you can', 'you could', 'you may', 'you like', 'you want', 'you please', 'you would'],
  ...["you don't mind", 'you do not mind', 'i may', 'i can', 'i could', 'ok', 'okay', 'fine', 'any', 'so'],
  ...["that's ok", "that's okay", "that's fine", "that's alright", "that's possible", 'that works'],
  ...['thats ok', 'thats okay', 'thats fine', 'that is ok', 'that is okay', 'that is fine', 'allowed'],
  ...["it's ok", "it's okay", "it's fine", "it's possible", 'it is ok', 'it is possible', 'nobody minds'],
  ...["that's all right", 'no one minds', "you're ok", 'you are ok', 'that is possible', 'permitted'],
].map(wordsOf)
/** Words before it that make something else of it: `even if it rains`, `what if`, `just in case`, `is provided`. */
const OTHERWISE: ReadonlySet<string> = new Set(
  'even what as just is are was were be been being not'.split(' '),
)
/** What somebody looks for, or does, where that is so: `check if it works`, `ping bob if it breaks`. */
const OF_OTHERS: ReadonlySet<string> = new Set(
  `check checks checking see sees seeing verify verifies verifying know find ask asks asking wonder
  wondering decide learn ensure confirm determine investigate measure prove evaluate ping call contact tell message dm
  mail email page shout notify alert talk write let resume unpause extend restart revert rollback abort retry escalate`.split(
    /\s+/,
  ),
)

function wordsOf(said: string): readonly string[] {
  return tokens(said).map(({ word }) => word)
}

const isSaid = (words: readonly Token[], at: number, said: readonly string[]): boolean =>
  said.every((word, i) => words[at + i]?.word === word)

/** Whether a condition of the days in a sentence begins with a token. */
export function isCondition(words: readonly Token[], at: number): boolean {
  const said = CONDITIONS.find(said => isSaid(words, at, said))
  const behind = at + (said?.length ?? 0)
  if (!said || !words[behind] || OTHERWISE.has(words[at - 1]?.word ?? '')) return false
  if (said[0] === 'provided' && !isNoun(words[behind])) return false
  if (said[0] === 'if' && GRACES.some(grace => isSaid(words, behind, grace))) return false
  const clause = words.slice(words.findLastIndex((word, i) => i < at && !isWord(word)) + 1, at)
  return !clause.some(({ word }) => OF_OTHERS.has(word))
}
