import type { createBot } from '../src/app/bot.ts'
import type { DispatchOptions } from '../src/slack/transport/dispatch.ts'

/** The options of a receiver without load shedding and metrics. */
export const ADMIT_ALL: Pick<DispatchOptions, 'loadShedding' | 'onHandled'> = {
  loadShedding: { admit: () => () => {} },
  onHandled: () => {},
}

/** Options of a bot without metrics and without a description of what a pause means. */
export const NO_TELEMETRY: Pick<Parameters<typeof createBot>[0], 'onAnswer' | 'pauseMeans'> = {
  pauseMeans: '',
  onAnswer: () => {},
}
