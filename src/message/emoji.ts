import { nameToEmoji } from 'gemoji'

/** Names that Slack has and GitHub has not. Source: the short names of github.com/iamcal/emoji-data, which Slack uses. */
const SLACK: Record<string, string> = {
  black_circle_for_record: '⏺️',
  black_square_for_stop: '⏹️',
  double_vertical_bar: '⏸️',
  knife_fork_plate: '🍽️',
  large_brown_circle: '🟤',
  large_green_circle: '🟢',
  large_orange_circle: '🟠',
  large_purple_circle: '🟣',
  large_yellow_circle: '🟡',
  lower_left_ballpoint_pen: '🖊️',
  simple_smile: '🙂',
  spiral_calendar_pad: '🗓️',
  spiral_note_pad: '🗒️',
  white_frowning_face: '☹️',
}

const known = new Map([...Object.entries(nameToEmoji), ...Object.entries(SLACK)])

const TONE = 0x1f3fb
const REGIONAL = 0x1f1e6

const flagOf = (name: string) => {
  const [, land] = /^flag-([a-z]{2})$/.exec(name) ?? []
  return land && String.fromCodePoint(...[...land].map(letter => REGIONAL + letter.charCodeAt(0) - 97))
}

/** The emoji that Slack calls so, as text; undefined where there is none. */
export const emojiOf = (name: string, tone?: string): string | undefined => {
  const found = known.get(name) ?? flagOf(name)
  return found && tone ? found.replace('\u{fe0f}', '') + String.fromCodePoint(TONE + Number(tone) - 2) : found
}
