import { withoutLastCourtesies } from './courtesies.ts'
import { alikeNouns } from './synonyms.ts'

const NOW = '(?:\\s+(?:now|right now|today|currently|at the moment))?'

/** What else can be renamed than a plan. */
const OTHERS = ['org', 'credential', 'resource', 'member', 'pause'].flatMap(alikeNouns).join('|')
const NO_PLAN = `(?:(?:the|my|our)\\s+)*(?:${OTHERS})\\s`

type Idiom = { like: string; said: RegExp; means: string }

/** What people say around a name, and how it is said before one. Each goes on with what those before it made. */
export const IDIOMS: readonly Idiom[] = [
  { like: "what's paused", said: /^(what|who|how)'?s\b/i, means: '$1 is' },
  { like: 'anything paused', said: /^(?:is\s+)?anything\s+(?=paused|on hold)/i, means: 'what is ' },
  { like: 'who am i?', said: /^(?=(?:who|what|which|is|how|whoami)\b)(.*[^?!.])[?!.]+$/is, means: '$1' },
  {
    like: 'which plans are on hold right now',
    said: new RegExp(
      `^(?:what|which)(?:\\s+plans)?\\s+(?:is|are)\\s+(?:(?:still|currently)\\s+)?(?:paused|on hold)${NOW}$`,
      'i',
    ),
    means: 'what is paused',
  },
  {
    like: 'which plans are off now',
    said: new RegExp(
      `^(?:what|which)(?:\\s+plans)?\\s+(?:is|are)\\s+(?:(?:still|currently|turned|switched)\\s+)*(?:on|off|running|active|inactive|up|down)${NOW}$`,
      'i',
    ),
    means: 'plan list states:"yes"',
  },
  {
    like: 'what plans do we have',
    said: /^(?:what|which|who)(?:\s+are)?(?:\s+(?:the|my|our|all))*\s+([a-z]+s)(?:\s+(?:are there|do (?:we|i|you) have))?$/i,
    means: '$1',
  },
  {
    like: "cancel web-prod's pause",
    said: /^(what (?:is|are)|show(?: me)?|cancel|end|lift|extend|remove|delete)\s+(\S+)'s\s+(pause|status|schedule|hours|resources)(?!\S)/i,
    means: '$1 $3 of $2',
  },
  {
    like: 'what is the status of web-prod',
    said: /^what (?:is|are)\s+(?:the\s+)?(?=(?:status|schedule|hours) (?:of|for)\b)/i,
    means: '',
  },
  {
    like: 'is web-prod still paused',
    said: new RegExp(
      `^is\\s+(\\S.*?)\\s(?:(?:still|currently|turned|switched)\\s+)*(?:paused|on hold|on|off|running|active|up|down)${NOW}$`,
      'is',
    ),
    means: 'status $1',
  },
  {
    like: 'turn web-prod off',
    said: /^(?:plan\s+)?(turn|switch|shut|power)\s+(?!(?:on|off|down|to)\s)(\S.*?)\s(on|off|down)(?:$|(?=,?\sand\s)|(?=[\s.,;:!?])(?!.*\s(?:on|off|down)$))/is,
    means: '$1 $3 $2',
  },
  { like: 'how is web-prod doing', said: /^how is\s+(\S.*?)(?:\s+doing)?$/is, means: 'status $1' },
  {
    like: 'put web-prod on hold until friday',
    said: /^put\s+(\S.*?)\son hold(?![^\s.,;:!?])/is,
    means: 'pause $1',
  },
  { like: 'take web-prod off hold', said: /^take\s+(\S.*?)\soff hold(?![^\s.,;:!?])/is, means: 'resume $1' },
  {
    like: 'put a hold on web-prod until friday',
    said: /^(?:put|place|schedule)\s+an?\s+(?:hold|pause)\s+(?:on|for)\s+(?=\S)/i,
    means: 'pause ',
  },
  {
    like: 'edit the web-prod plan',
    said: /^(show(?: me)?|view|describe|edit|change|update|modify|cancel|end|lift|extend|remove|delete)\s+the\s+(?!new\s)(\S+)\s+(plan|pause|cred|credential)(?![^\s.,;:!?])/i,
    means: '$1 $3 $2',
  },
  {
    like: 'add resource i-0123 web-1 to web-prod',
    said: /^(?:add|create|attach)\s+(?:an?\s+|the\s+)?resource\s+(\S+(?:\s+\S+)?)\s+to\s+(?:the\s+|plan\s+)*("[^"]+"|\S+)$/i,
    means: 'resource add $2 $1',
  },
  {
    like: 'remove resource web-1 from web-prod',
    said: /^(edit|change|update|remove|delete|detach)\s+(?:the\s+)?resource\s+(\S.*?)\s+(?:from|of|in|out of)\s+(?:the\s+|plan\s+)*("[^"]+"|\S+)$/is,
    means: 'resource $1 $3 $2',
  },
  {
    like: 'make the pause of web-prod 2 days longer',
    said: /^make\s+(?:the\s+)?pause\s+(?:of|on|for)\s+(\S.*?)\s+(\S+\s+\w+)\s+longer$/is,
    means: 'pause extend $1 by $2',
  },
  { like: 'plan show me web-prod', said: /^(\w+\s+show)\s+me\s+(?=\S)/i, means: '$1 ' },
  { like: 'credentials list', said: /^([a-z]+s)\s+list$/i, means: '$1' },
  {
    like: 'rename web-prod to web',
    said: new RegExp(
      `^(?:plan\\s+rename|rename(?!\\s+${NO_PLAN}))\\s+("[^"]+"|\\S(?:(?!\\s(?:to|as)\\s).)*)\\s(?:to|as)\\s+(?:"([^"\\\\]+)"|((?:(?!\\s(?:to|as)\\s)[^"\\\\])+))$`,
      'is',
    ),
    means: 'plan edit $1 name:"$2$3"',
  },
]

/** Nobody says one at such length, or in a word. */
const LONGEST = 500
const SEVERAL_WORDS = /[\s?]/

/** A sentence whose words stand around a name, with the name behind them: `turn web-prod off` is `turn off web-prod`. */
export function idiomatic(sentence: string): string {
  if (sentence.length > LONGEST || !SEVERAL_WORDS.test(sentence)) return sentence
  const typed = withoutLastCourtesies(sentence)
  const said = IDIOMS.reduce((sentence, { said, means }) => sentence.replace(said, means), typed)
  return said === typed ? sentence : said
}
