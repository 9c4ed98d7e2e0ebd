import { setTimeout as after } from 'node:timers/promises'
import type { Database } from '../../storage/database.ts'
import type { Store } from '../kept/store.ts'
import type { Playground } from '../slack.ts'
import { team } from '../workspace.ts'
import type { createLinking, Embedded } from './linking.ts'

/** How long what is under way may take until the reset goes on without it. */
const PATIENCE_MS = 2000

const OURS = 'Messages, Home tabs, open forms, the guide, the history and the links of accounts start over'

/**
 * Starts everything over while the bot runs: what people see, who is linked, what waits for the private page, and the
 * data of the embedded service, where the playground has it.
 */
export const createReset = (deps: {
  playground: Playground
  kept: Store
  linking: ReturnType<typeof createLinking>
  database: Database
  embedded: Embedded | undefined
}) => {
  const { playground, kept, linking, database, embedded } = deps
  let underWay: Promise<void> | undefined

  const startOver = async () => {
    await Promise.race([playground.settled().catch(() => {}), after(PATIENCE_MS, undefined, { ref: false })])
    embedded?.reset()
    await linking.startOver()
    await database.deleteFrom('tickets').execute()
    // A workspace's own may stand in the same file.
    await database.deleteFrom('changes').where('team', '=', team.id).execute()
    await database.deleteFrom('homes').where('person', 'like', `${team.id}:%`).execute()
    // Last, so that it takes with it what was said of the steps before.
    kept.steps.reset()
    playground.reset()
    await kept.written()
  }

  return {
    /** Resolves when everything has started over; whoever asks meanwhile waits for the same. */
    reset: (): Promise<void> => {
      underWay ??= startOver().finally(() => {
        underWay = undefined
      })
      return underWay
    },
    /** What a reset does, for whoever is to confirm it. */
    resetMeans: embedded
      ? `${OURS}, and so do the plans and all else in the scheduling service.`
      : `${OURS}. The data of the scheduling service stays as it is: it is not Dayshift’s own.`,
  }
}
