import type { createBot } from '../src/app/bot.ts'
import type { Entrance } from '../src/slack/transport/dispatch.ts'

/** The entrance of a receiver that lets everybody in, and tells nobody of it. */
export const LET_ALL_IN: Entrance = {
  gate: { enter: () => () => {}, unread: () => undefined },
  handled: () => {},
  within: work => work(),
}

/** What a bot is made of whose work has no end, and whose answers nobody counts. */
export const UNWATCHED: Pick<Parameters<typeof createBot>[0], 'withFreshDeadline' | 'onAnswer'> = {
  withFreshDeadline: work => work(),
  onAnswer: () => {},
}
