import type { createBot } from '../src/app/bot.ts'
import type { DispatchOptions } from '../src/slack/transport/dispatch.ts'

/** The options of a receiver that rejects nothing and measures nothing. */
export const LET_ALL_IN: Pick<DispatchOptions, 'loadShedding' | 'handled'> = {
  loadShedding: { admit: () => () => {} },
  handled: () => {},
}

/** What a bot is made of whose work has no end, and whose answers nobody counts. */
export const UNWATCHED: Pick<Parameters<typeof createBot>[0], 'withFreshDeadline' | 'onAnswer'> = {
  withFreshDeadline: work => work(),
  onAnswer: () => {},
}
