import { withoutLastCourtesies } from './courtesies.ts'

/** Verbs that say that a pause is to have other days, and by how much. */
const MOVE = 'move|shift|push(?: back)?|postpone|delay'
const BY = '(\\s.*?)\\s+by\\s+(\\d+[dwm]|\\S.*?(?:day|week|month)s?)(?!\\S)'

const aboutPause = (verb: string, behind = '(?!\\S)') =>
  new RegExp(`^(?:${verb})(?:\\s+(?:the\\s+)?pause(?:\\s+(?:of|on|for))?)?${behind}`, 'is')

/** Days before the verb: `next week pause web-prod`. */
const FIRST_WHEN =
  /^((?:on|from|until|next|this|today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?![^\s,])(?:\s+(?!not\s|never\s|\S*n['’]?t\s)[^\s,]+){0,5}?),?\s+pause\s+(?=\S)(.*)$/is

/** What people say in several ways of what can be several things: each is offered with what stands behind it. */
const UNCLEAR: readonly [said: RegExp, means: readonly string[]][] = [
  [/^(?:can|could|may)\s+(?:we|i)\s+/i, ['']],
  [/^do\s+(?!not\s).*?\sand\s+(pause|resume)\s+(?=\S)/i, ['$1 ']],
  [FIRST_WHEN, ['pause $2 $1']],
  [/^pause\s+(?:stop|end|cancel|lift)(?!\S)/i, ['resume']],
  [/^(?:stop|undo|release)\s+(?:pausing|the pause (?:of|on|for))(?!\S)/i, ['resume']],
  [/^(?:stop|halt|kill|shut\s?down|power (?:off|down))(?!\S)/i, ['pause', 'plan off']],
  [/^(?:start|restart|wake(?: up)?|power (?:on|up))(?!\S)/i, ['resume', 'plan on']],
  [/^continue(?: with)?(?!\S)/i, ['resume']],
  [
    /^(?:undo|revert|roll\s?back|take (?:it|that|this) back|cancel(?= (?:it|that|this)))(?:\s+(?:it|that|this|(?:the |my )?last(?: \w+)?))?[.!?]*$/i,
    ['history', 'resume', 'pause list'],
  ],
  [/^(?:freeze|snooze)(?!\S)/i, ['pause']],
  [aboutPause('prolong|lengthen'), ['pause extend']],
  [aboutPause(MOVE, BY), ['pause change$1 $2 later']],
  [aboutPause('shorten', BY), ['pause change$1 $2 shorter']],
  [aboutPause(`${MOVE}|shorten`), ['pause change']],
  [/^(?:kick|remove|delete)(?=\s.*@)/is, ['member remove']],
  [/^add(?=\s.*@)/is, ['member add']],
  [
    /^(?:make|set|give|change|edit|update)(?:\s+(?:(?:the\s+)?role of|user|member))?(?=\s.*@)/is,
    ['member edit', 'member add'],
  ],
  [/^(?:set|change|update)\s+(?:the\s+)?(?:billing\s+)?quantity(?:\s+to)?(?!\S)/i, ['billing quantity']],
  [/^cancel billing(?!\S)/i, ['billing cancel']],
  [/^(?:set|change|edit|update)\s+(?:the\s+)?(?:hours|schedule)\s+(?:of|for)(?!\S)/i, ['plan edit']],
  [/^(?:set|change)\s+(?:the\s+)?order of\s+(?:the\s+)?resources\s+(?:of|in)(?!\S)/i, ['resource order']],
  [/^rename(?!\S)/i, ['plan edit', 'org rename', 'credential edit']],
  [/^rotate(?:\s+(?:the\s+)?cred(?:ential)?)?(?!\S)/i, ['credential edit']],
  [/^info(?:\s+(?:on|about|of))?(?!\S)/i, ['show']],
  [/^(?:audit|logs?)(?!\S)/i, ['history']],
]

/** The same of verbs that lack their noun. */
const NOUNLESS: typeof UNCLEAR = [
  [
    /^(?:set|edit|change|update|modify|reschedule)(?!\S|\s+(?:all|every))/i,
    ['plan edit', 'pause change', 'resource edit'],
  ],
  [
    /^(?:remove|delete)(?!\S|\s+(?:all|every|(?:the\s+)?plans?(?!\S)))/i,
    ['resource remove', 'credential remove'],
  ],
  [/^add(?!\S)/i, ['resource add', 'plan create', 'credential add']],
]

/** What tells what somebody asks who begins so; nothing of the question is repeated in it. */
const ANSWERS: readonly [asked: RegExp, told: readonly string[]][] = [
  [/\b(?:pay|costs?|prices?|bill|billed|seats?|invoices?|subscription)\b/i, ['billing', 'billing history']],
  [/\b(?:org|organization|team|members?|users?|admins?|owners?)\b/i, ['org', 'member']],
  [/^(?:who|why|what happened|when (?:was|did))(?!\S)/i, ['history', 'pause list']],
  [/./, ['plan', 'plan week', 'pause list']],
]

/** Sentences that another one can mean whose verb is of several. */
export const unclearIn = (said: string): string[] => meantBy(said, UNCLEAR)

/** The same of a question, and of a verb without its noun. */
export function nounlessIn(said: string): string[] {
  if (unclearIn(said).length > 0) return []
  if (isQuestion(said)) return ANSWERS.find(([asked]) => asked.test(said))?.[1].slice() ?? []
  return meantBy(said, NOUNLESS)
}

function meantBy(said: string, table: typeof UNCLEAR): string[] {
  const [pattern, means = []] = table.find(([pattern]) => pattern.test(said)) ?? []
  return pattern === undefined
    ? []
    : means.map(words =>
        withoutLastCourtesies(said)
          .replace(pattern, words)
          .replace(/(?<!\?)\?+$/, ''),
      )
}

/** Whether somebody asks, and wants nothing changed. */
const isQuestion = (said: string): boolean =>
  /^(?:who|what|when|where|which|why|how|is|are|was|were|do(?!\s+not\s)|does|did|has|have|should)(?!\S)/i.test(
    said,
  )

/** Whether a word belongs to what people say to each other, so that it is no slip of another. */
export const isTalk = (word = ''): boolean =>
  isQuestion(word) || /^(?:can|could|may|i|we|you|it|this|that|no|not|never|don't|dont)$/i.test(word)
