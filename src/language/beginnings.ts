import type { Operation } from '../core/operation.ts'
import { nounOf } from '../core/raw.ts'
import { ofOperations } from './of-operations.ts'
import { nounsOf } from './synonyms.ts'

/** A way to begin a sentence: `plan edit`. */
export type Beginning = { words: string; operation: Operation }

/** `second` is the word behind the first, where nothing can stand between them. */
type Sought = Beginning & { second: string | undefined; pattern: RegExp; leadsOn: RegExp }

/** The longest first; and the same by their first word, so that a sentence is compared with the few that it may have. */
type Index = { all: readonly Sought[]; byWord: ReadonlyMap<string, readonly Sought[]> }

const indexOf = ofOperations(index)

/** All the ways to begin a sentence, the longest first. */
export const beginnings = (operations: readonly Operation[]): readonly Beginning[] => indexOf(operations).all

/** The longest beginning that a sentence has, and what stands behind it: a noun alone says nothing, as in `disable plan`. */
export function begin(typed: string, operations: readonly Operation[]) {
  const [, first = '', behindFirst] = FIRST_WORDS.exec(typed.toLowerCase()) ?? []
  for (const { words, operation, second, pattern, leadsOn } of indexOf(operations).byWord.get(first) ?? []) {
    if (second !== undefined && second !== behindFirst) continue
    const [found] = pattern.exec(typed) ?? []
    if (found === undefined) continue
    const behind = typed.slice(found.length).replace(/^[.,:;!…]+(?=\s|$)/, '')
    const rest = behind.trim().replace(leadsOn, '')
    return { words, operation, behind: rest.toLowerCase() === nounOf(operation.id) ? '' : rest }
  }
  return undefined
}

function index(operations: readonly Operation[]): Index {
  const nouns = nounsOf(operations)
  const isNoun = (word: string | undefined) => word !== undefined && nouns.has(word.replace(/s$/, ''))
  const all = operations
    .flatMap(operation =>
      operation.sentences.map((words): Sought => {
        const each = words.split(' ')
        const isVerb = !isNoun(each[0])
        const leadsOn = leadsOnBehind(operation, isVerb && isNoun(each.at(-1)))
        return {
          words,
          operation,
          second: isVerb ? undefined : each[1],
          pattern: patternOf(each, isVerb),
          leadsOn,
        }
      }),
    )
    .sort((a, b) => b.words.length - a.words.length)
  return { all, byWord: Map.groupBy(all, ({ words }) => words.split(' ', 1)[0] ?? '') }
}

/** Behind a verb people say more than they need: `show me all the plans`. */
function patternOf(words: readonly string[], isVerb: boolean): RegExp {
  const between = isVerb ? '\\s+(?:(?:me|all|of|the|an?|my|our|new)\\s+)*' : '\\s+'
  return new RegExp(`^${words.join(between)}(?=\\s|$|[.,:;!?…]+(?:\\s|$))`, 'i')
}

/** What leads from the first words to a name. One that is new may begin with most of these words itself. */
function leadsOnBehind({ inputs: [first], effect }: Operation, isNounLast: boolean): RegExp {
  if (isNounLast) return first?.control.kind === 'text' ? LEADS_ON_TO_NEW_NAME : LEADS_ON_FROM_NOUN
  return effect === 'read' ? LEADS_ON : NOTHING
}

/** `schedule of web-prod`; `create a plan called reports`; `add a resource to web-prod`. */
const LEADS_ON = /^of\s+(?=\S)/i
const LEADS_ON_TO_NEW_NAME = /^(?:called|named|for)\s+(?=\S)/i
const LEADS_ON_FROM_NOUN = /^(?:of|called|named|to|for|on|in)\s+(?=\S)/i
const NOTHING = /^/

const FIRST_WORDS = /^([^\s.,:;!?…]+)(?:\s+([^\s.,:;!?…]+))?/
