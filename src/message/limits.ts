/** What Slack refuses beyond, in characters or items (https://docs.slack.dev/reference/block-kit/). */
export const limits = {
  messageBlocks: 50,
  /** Undocumented, answered as msg_blocks_too_long: 12 000 characters, less some for the line that tells of a cut. */
  blocksText: 11_900,
  viewBlocks: 100,
  section: 3000,
  contextElements: 10,
  actionsElements: 25,
  buttonText: 75,
  buttonValue: 2000,
  selectOptions: 100,
  optionText: 75,
  optionValue: 150,
  radioOptions: 10,
  placeholder: 150,
  label: 2000,
  hint: 2000,
  textInput: 3000,
  title: 24,
  submit: 24,
  privateMetadata: 3000,
  messageText: 4000,
} as const

/**
 * The text, cut with an ellipsis where it is longer than `limit`, never inside a code point.
 * The limit counts UTF-16 units, the stricter of the two ways to count.
 */
export function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${beginning(text, limit - 1).trimEnd()}…`
}

/** The text in one line for JSON, where a control character takes six: they become spaces. */
export const cutLine = (text: string, limit: number): string => cut(text.replace(/\p{Cc}/gu, ' '), limit)

/** As much of the text as fits into `limit`, never half a code point. */
export function beginning(text: string, limit: number): string {
  const splitsPair = text.length > limit && /[\uD800-\uDBFF]/.test(text.charAt(limit - 1))
  return text.slice(0, splitsPair ? limit - 1 : limit)
}
