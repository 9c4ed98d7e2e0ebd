/** Everybody who asks: so many that nobody asks for more than one person may. */
export const PEOPLE = 6000

/** The workspace that they are in, and the organization that all of them act in. */
export const TEAM = 'T0BENCH'
export const ORGANIZATION = { id: '1001', name: 'Acme' }

export const SIGNING_SECRET = 'a secret that only Slack and the bot know'
export const BOT_TOKEN = 'xoxb-bench'

/** One of them in Slack; each is in a channel of their own, so that an answer tells whom it is for. */
export const personAt = (index: number) => ({ user: `U0P${index}`, channel: `C0P${index}` })

/** The service's token of one of them. */
export const tokenAt = (index: number): string => `token-of-${index}`

/** Whom something that was sent to Slack is for, by the channel that it names. */
export function personIn(text: string): number | undefined {
  const [, index] = /C0P(\d+)/.exec(text) ?? []
  return index === undefined ? undefined : Number(index)
}
