import { withoutLastCourtesies } from './courtesies.ts'

const NOW = '(?:\\s+(?:now|right now|today|currently|at the moment))?'
const STILL = '(?:(?:still|currently|turned|switched)\\s+)*'
const RUNS = '(?:paused|on hold|off|down|stopped|on|up|running|resumed|active|inactive)'

const ALL = '(?:everything|all(?: of)?(?: the| our)? plans|all)'

const RUNS_AGAIN = `(?:be\\s+|come\\s+)?(?:back|${RUNS})(?:\\s+again)?`
const WHICH = '(?:what|which)(?:\\s+plans)?\\s+'
const WHEN = '(?:until )?(?:when|how long)'
const whole = (sentence: string): RegExp => new RegExp(`^${sentence}$`, 'is')

/** Sentences whose words stand around a name, and the command that says the same; later rows see what earlier made. */
const IDIOMS: readonly (readonly [RegExp, string])[] = [
  [/^(what|who|how)'s\b/i, '$1 is'],
  [/^(?=(?:who|what|which|is|how|why|when|until|whoami)\b)(.*[^?!.])[?!.]+$/is, '$1'],
  [/^(?:is\s+)?anything\s+(?=paused|on hold|off|running)/i, 'what is '],
  [whole(`${WHICH}(?:is|are)\\s+${STILL}(?:paused|on hold)${NOW}`), 'what is paused now'],
  [whole(`${WHICH}(?:is|are)\\s+${STILL}(?:off|inactive)${NOW}`), 'which plans are off'],
  [whole(`${WHICH}(?:runs?|(?:is|are)\\s+${STILL}(?:on|running|active))${NOW}`), 'which plans are running'],
  [whole(`${WHEN} (?:is|are|will|does|do)\\s+${ALL}\\s.*`), 'what is back next'],
  [whole(`(?:why|who)\\s(?:\\S+\\s+){1,2}?${ALL}(?:\\s.*)?`), 'what is paused now'],
  [whole(`is\\s+(\\S.*?)\\s${STILL}(?:back|${RUNS})${NOW}`), 'plan show $1'],
  [whole(`why (?:is|isn't|is not|was)\\s+(\\S.*?)\\s(?:not\\s+)?${STILL}${RUNS}${NOW}`), 'pause why $1'],
  [/^(who\s.*\S)\s+and (?:why|when|since when|until when)$/is, '$1'],
  [
    /^who (?:has )?(?:paused|stopped|suspended|(?:turned|switched) off|shut down)\s+(\S.*)$/is,
    'pause why $1',
  ],
  [/^who (?:has )?(?:turned|switched|shut)\s+(\S.*?)\s(?:off|down)$/is, 'pause why $1'],
  [whole(`${WHEN} (?:is|will|does)\\s+(\\S.*?)\\s${STILL}${RUNS_AGAIN}${NOW}`), 'pause why $1'],
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
