import { withoutLastGraces } from './graces.ts'

const NOW = '(?:\\s+(?:now|right now|today|currently|at the moment))?'

/** What else can be renamed than a plan. */
const NO_PLAN = '(?:(?:the|my|our)\\s+)*(?:org|organization|cred|credential|resource|member|user|pause)\\s'

/** What people say around a name, and how it is said before one. */
const IDIOMS: readonly [said: RegExp, means: string][] = [
  [/^(what|who|how)'?s\b/i, '$1 is'],
  [/^(?:is\s+)?anything\s+(?=paused|on hold)/i, 'what is '],
  [/^(?=(?:who|what|which|is|how|whoami)\b)(.*[^?!.])[?!.]+$/is, '$1'],
  [
    new RegExp(
      `^(?:what|which)(?:\\s+plans)?\\s+(?:is|are)\\s+(?:(?:still|currently)\\s+)?(?:paused|on hold)${NOW}$`,
      'i',
    ),
    'what is paused',
  ],
  [
    /^(?:what|which|who)(?:\s+are)?(?:\s+(?:the|my|our|all))*\s+([a-z]+s)(?:\s+(?:are there|do (?:we|i|you) have))?$/i,
    '$1',
  ],
  [
    /^(what (?:is|are)|show(?: me)?|cancel|end|lift|extend|remove|delete)\s+(\S+)'s\s+(pause|status|schedule|hours|resources)(?!\S)/i,
    '$1 $3 of $2',
  ],
  [/^what (?:is|are)\s+(?:the\s+)?(?=(?:status|schedule|hours) (?:of|for)\b)/i, ''],
  [
    new RegExp(
      `^is\\s+(\\S.*?)\\s(?:(?:still|currently|turned|switched)\\s+)*(?:paused|on hold|on|off|running|active|up|down)${NOW}$`,
      'is',
    ),
    'status $1',
  ],
  [
    /^(?:plan\s+)?(turn|switch|shut|power)\s+(?!(?:on|off|down|to)\s)(\S.*?)\s(on|off|down)(?:$|(?=,?\sand\s)|(?=[\s.,;:!?])(?!.*\s(?:on|off|down)$))/is,
    '$1 $3 $2',
  ],
  [/^how is\s+(\S.*?)(?:\s+doing)?$/is, 'status $1'],
  [/^put\s+(\S.*?)\son hold(?![^\s.,;:!?])/is, 'pause $1'],
  [/^take\s+(\S.*?)\soff hold(?![^\s.,;:!?])/is, 'resume $1'],
  [/^(?:put|place|schedule)\s+an?\s+(?:hold|pause)\s+(?:on|for)\s+(?=\S)/i, 'pause '],
  [
    /^(show(?: me)?|view|describe|edit|change|update|modify|cancel|end|lift|extend|remove|delete)\s+the\s+(?!new\s)(\S+)\s+(plan|pause|cred|credential)(?![^\s.,;:!?])/i,
    '$1 $3 $2',
  ],
  [
    new RegExp(
      `^(?:plan\\s+rename|rename(?!\\s+${NO_PLAN}))\\s+("[^"]+"|\\S(?:(?!\\s(?:to|as)\\s).)*)\\s(?:to|as)\\s+(?:"([^"\\\\]+)"|((?:(?!\\s(?:to|as)\\s)[^"\\\\])+))$`,
      'is',
    ),
    'plan edit $1 name:"$2$3"',
  ],
]

/** Nobody says one at such length. */
const LONGEST = 500

/** A sentence whose words stand around a name, with the name behind them: `turn web-prod off` is `turn off web-prod`. */
export function idiomatic(sentence: string): string {
  if (sentence.length > LONGEST) return sentence
  const typed = withoutLastGraces(sentence)
  const said = IDIOMS.reduce((said, [pattern, means]) => said.replace(pattern, means), typed)
  return said === typed ? sentence : said
}
