import { withoutLastCourtesies } from './courtesies.ts'

const NOW = '(?:\\s+(?:now|right now|today|currently|at the moment))?'
const STILL = '(?:(?:still|currently|turned|switched)\\s+)*'
const RUNS = '(?:paused|on hold|off|down|stopped|on|up|running|resumed|active|inactive)'

const ALL = '(?:everything|all(?: of)?(?: the| our)? plans|all)'

/** Sentences whose words stand around a name, and the command that says the same; later rows see what earlier made. */
const IDIOMS: readonly (readonly [RegExp, string])[] = [
  [/^(what|who|how)'s\b/i, '$1 is'],
  [/^(?=(?:who|what|which|is|how|why|when|until|whoami)\b)(.*[^?!.])[?!.]+$/is, '$1'],
  [/^(?:is\s+)?anything\s+(?=paused|on hold|off|running)/i, 'what is '],
  [
    new RegExp(`^(?:what|which)(?:\\s+plans)?\\s+(?:is|are)\\s+${STILL}(?:paused|on hold)${NOW}$`, 'i'),
    'what is paused now',
  ],
  [
    new RegExp(`^(?:what|which)(?:\\s+plans)?\\s+(?:is|are)\\s+${STILL}(?:off|inactive)${NOW}$`, 'i'),
    'which plans are off',
  ],
  [
    new RegExp(
      `^(?:what|which)(?:\\s+plans)?\\s+(?:runs?|(?:is|are)\\s+${STILL}(?:on|running|active))${NOW}$`,
      'i',
    ),
    'which plans are running',
  ],
  [
    new RegExp(`^(?:until )?(?:when|how long) (?:is|are|will|does|do)\\s+${ALL}\\s.*$`, 'is'),
    'what is back next',
  ],
  [new RegExp(`^(?:why|who)\\s(?:\\S+\\s+){1,2}?${ALL}(?:\\s.*)?$`, 'is'), 'what is paused now'],
  [new RegExp(`^is\\s+(\\S.*?)\\s${STILL}(?:back|${RUNS})${NOW}$`, 'is'), 'plan show $1'],
  [
    new RegExp(`^why (?:is|isn't|is not|was)\\s+(\\S.*?)\\s(?:not\\s+)?${STILL}${RUNS}${NOW}$`, 'is'),
    'pause why $1',
  ],
  [/^(who\s.*\S)\s+and (?:why|when|since when|until when)$/is, '$1'],
  [
    /^who (?:has )?(?:paused|stopped|suspended|(?:turned|switched) off|shut down)\s+(\S.*)$/is,
    'pause why $1',
  ],
  [/^who (?:has )?(?:turned|switched|shut)\s+(\S.*?)\s(?:off|down)$/is, 'pause why $1'],
  [
    new RegExp(
      `^(?:until )?(?:when|how long) (?:is|will|does)\\s+(\\S.*?)\\s${STILL}(?:be\\s+|come\\s+)?(?:back|${RUNS})(?:\\s+again)?${NOW}$`,
      'is',
    ),
    'pause why $1',
  ],
  [/^what (?:do|does)\s+(\S.*?)\s+(?:do|mean)$/is, 'help $1'],
  [/^how is\s+(\S.*?)(?:\s+doing)?$/is, 'plan show $1'],
  [/^what (?:is|are)\s+(?:the\s+)?(?=(?:status|schedule|hours) (?:of|for)\b)/i, ''],
  [/^(turn|switch|shut|power)\s+(?!(?:on|off|down|to)\s)(\S.*?)(?<!\sback)\s(on|off|down)$/is, '$1 $3 $2'],
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
