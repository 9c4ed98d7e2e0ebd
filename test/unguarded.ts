import type { createBot } from '../src/app/bot.ts'
import type { DispatchOptions } from '../src/slack/transport/dispatch.ts'

/** The options of a receiver that rejects nothing and measures nothing. */
export const LET_ALL_IN: Pick<DispatchOptions, 'loadShedding' | 'handled'> = {
  loadShedding: { admit: () => () => {} },
  handled: () => {},
}

/** What a bot is made of whose work has no end, whose answers nobody counts, and which does not say what a pause means. */
export const UNWATCHED: Pick<
  Parameters<typeof createBot>[0],
  'withFreshDeadline' | 'onAnswer' | 'pauseMeans'
> = {
  pauseMeans: '',
  withFreshDeadline: work => work(),
  onAnswer: () => {},
}
