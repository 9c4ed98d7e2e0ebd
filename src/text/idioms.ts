/** What people say around a name, and how it is said before one. */
const IDIOMS: readonly [said: RegExp, means: string][] = [
  [/^(what|who)['’]s\b/i, '$1 is'],
  [/^(?=(?:who|what|which|is)\b)(.*[^?!.])[?!.]+$/is, '$1'],
  [/^what (?:is|are)\s+(?:the\s+)?(?=(?:status|schedule|hours) of\b)/i, ''],
  [/^is\s+(\S.*?)\spaused$/is, 'status $1'],
  [/^(?:turn|switch)\s+(?!on\b|off\b)(\S.*?)\s(on|off)(?![^\s.,;:!?])/is, 'turn $2 $1'],
  [/^put\s+(\S.*?)\son hold\b/is, 'pause $1'],
  [
    /^(?:plan rename|rename(?: plan)?)\s+(?!org)(\S.*?)\s(?:to|as)\s+"?([^"\\]+?)"?$/is,
    'plan edit $1 name:"$2"',
  ],
]

/** Nobody says one at such length. */
const LONGEST = 500

/** A sentence whose words stand around a name, with the name behind them: `turn web-prod off` is `turn off web-prod`. */
export const idiomatic = (sentence: string): string =>
  sentence.length > LONGEST
    ? sentence
    : IDIOMS.reduce((said, [pattern, means]) => said.replace(pattern, means), sentence)
