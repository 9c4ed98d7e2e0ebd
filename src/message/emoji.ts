import { nameToEmoji } from 'gemoji'

/** Slack's names that GitHub lacks. Source: short names of github.com/iamcal/emoji-data, as in Slack. */
const SLACK: Record<string, string> = {
  black_circle_for_record: '⏺️',
  black_square_for_stop: '⏹️',
  double_vertical_bar: '⏸️',
  knife_fork_plate: '🍽️',
  lower_left_ballpoint_pen: '🖊️',
  simple_smile: '🙂',
  spiral_calendar_pad: '🗓️',
  spiral_note_pad: '🗒️',
  white_frowning_face: '☹️',
}

const emojis = new Map([...Object.entries(nameToEmoji), ...Object.entries(SLACK)])

const LIGHT = 0x1f3fb
/** The regional indicator symbol A; two of these letters are a flag. */
const LETTER_A = 0x1f1e6

const parseFlag = (name: string) => {
  const [, country] = /^flag-([a-z]{2})$/.exec(name) ?? []
  return country && String.fromCodePoint(...[...country].map(letter => LETTER_A + letter.charCodeAt(0) - 97))
}

/** Returns the emoji with Slack's `name`, as text. `tone` is Slack's skin tone, 2 to 6. */
export const emojiOf = (name: string, tone?: string): string | undefined => {
  const emoji = emojis.get(name) ?? emojis.get(name.replace(/^large_/, '')) ?? parseFlag(name)
  return emoji && tone
    ? emoji.replace('\u{fe0f}', '') + String.fromCodePoint(LIGHT + Number(tone) - 2)
    : emoji
}
