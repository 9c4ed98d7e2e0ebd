/**
 * Slack's limits, apart from the bot's own builders so that neither hides the other's mistake.
 * Lengths are UTF-16 code units, the stricter reading of "characters". Sources: docs.slack.dev/reference/block-kit,
 * /surfaces/modals, /interactivity/handling-user-interaction; `blocksText` from slackapi/bolt-js#2509.
 */
export const limits = {
  id: 255,
  url: 3000,
  altText: 2000,
  message: { blocks: 50, text: 40_000, updatedText: 4000, blocksText: 12_000 },
  view: { blocks: 100, title: 24, privateMetadata: 3000, bytes: 250_000 },
  section: 3000,
  actions: 25,
  context: 10,
  contextText: 3000,
  label: 2000,
  hint: 2000,
  placeholder: 150,
  button: { text: 75, value: 2000 },
  option: { text: 75, value: 150 },
  options: 100,
  choices: 10,
  input: { maxLength: 3000 },
  responseUrl: { uses: 5, milliseconds: 30 * 60_000 },
  trigger: { uses: 1, milliseconds: 3000 },
  ack: { milliseconds: 3000 },
} as const
