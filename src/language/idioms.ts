import { withoutLastCourtesies } from './courtesies.ts'

const NOW = '(?:\\s+(?:now|right now|today|currently|at the moment))?'
const STILL = '(?:(?:still|currently|turned|switched)\\s+)*'

/** Sentences whose words stand around a name, and the command that says the same; later rows see what earlier made. */
const IDIOMS: readonly (readonly [RegExp, string])[] = [
  [/^(what|who|how)'s\b/i, '$1 is'],
  [/^(?=(?:who|what|which|is|how|whoami)\b)(.*[^?!.])[?!.]+$/is, '$1'],
  [/^(?:is\s+)?anything\s+(?=paused|on hold|off|running)/i, 'what is '],
  [
    new RegExp(`^(?:what|which)(?:\\s+plans)?\\s+(?:is|are)\\s+${STILL}(?:paused|on hold)${NOW}$`, 'i'),
    'what is paused',
  ],
  [
    new RegExp(`^(?:what|which)(?:\\s+plans)?\\s+(?:is|are)\\s+${STILL}(?:off|inactive)${NOW}$`, 'i'),
    'which plans are off',
  ],
  [
    new RegExp(`^(?:what|which)(?:\\s+plans)?\\s+(?:is|are)\\s+${STILL}(?:on|running|active)${NOW}$`, 'i'),
    'which plans are running',
  ],
  [
    new RegExp(`^is\\s+(\\S.*?)\\s${STILL}(?:paused|on hold|on|off|running|active)${NOW}$`, 'is'),
    'plan show $1',
  ],
  [/^how is\s+(\S.*?)(?:\s+doing)?$/is, 'plan show $1'],
  [/^what (?:is|are)\s+(?:the\s+)?(?=(?:status|schedule|hours) (?:of|for)\b)/i, ''],
  [/^(turn|switch|shut|power)\s+(?!(?:on|off|down|to)\s)(\S.*?)\s(on|off|down)$/is, '$1 $3 $2'],
  [/^put\s+(\S.*?)\son hold(?![^\s.,;:!?])/is, 'pause $1'],
  [/^take\s+(\S.*?)\soff hold(?![^\s.,;:!?])/is, 'resume $1'],
]

/** A sentence in the words of a command: `turn web-prod off` is `turn off web-prod`. */
export function expandIdiom(sentence: string): string {
  if (sentence.length > MAX_LENGTH || !/[\s?]/.test(sentence)) return sentence
  const typed = withoutLastCourtesies(sentence)
  const expanded = IDIOMS.reduce((text, [pattern, command]) => text.replace(pattern, command), typed)
  return expanded === typed ? sentence : expanded
}

const MAX_LENGTH = 500
