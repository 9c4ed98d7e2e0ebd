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
