import { nameToEmoji } from 'gemoji'
import { html } from 'hono/html'
import type { Html } from '../html.ts'

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

/** A name between colons, with the tone of its skin where it has one. */
export const SHORTCODE = /:([a-z0-9_+'-]+):(?::skin-tone-([2-6]):)?/

const TONE = 0x1f3fb
const REGIONAL = 0x1f1e6

const flagOf = (name: string) => {
  const [, land] = /^flag-([a-z]{2})$/.exec(name) ?? []
  return land && String.fromCodePoint(...[...land].map(letter => REGIONAL + letter.charCodeAt(0) - 97))
}

/** The emoji that Slack calls so, as text; undefined where there is none. */
const emojiOf = (name: string, tone?: string): string | undefined => {
  const found = known.get(name) ?? flagOf(name)
  return found && tone ? found.replace('\u{fe0f}', '') + String.fromCodePoint(TONE + Number(tone) - 2) : found
}

/** A match of `SHORTCODE` as an emoji with its name for those who do not see it; undefined where there is none. */
export const renderEmoji = (name: string, tone?: string): Html | undefined => {
  const found = emojiOf(name, tone)
  if (!found) return undefined
  return html`<span class="emoji" role="img" aria-label="${name.replaceAll(/[_-]/g, ' ')}">${found}</span>`
}
