import { OpenWorkflow } from 'openworkflow'
import { BackendSqlite } from 'openworkflow/sqlite'
import { startDurable, tellChannel } from './bolt-app.js'
import { pausePlan } from './shared.js'

/** Bolt with changes as workflows of openworkflow over SQLite, syncing every commit (`synchronous` FULL). */

const workflows = new OpenWorkflow({ backend: BackendSqlite.connect('workflows.db') })

const pausing = workflows.defineWorkflow({ name: 'pause' }, async ({ input, step }) => {
  const message = await step.run({ name: 'pause' }, () => pausePlan(input.user, input.pause))
  await step.run({ name: 'tell' }, () => tellChannel(input, message).then(() => true))
})
/** Each concurrent run claims with a separate write, so a higher number is slower. */
const worker = workflows.newWorker({ concurrency: 16 })
await worker.start()

/** Without a tick, the worker would claim the run at its next poll. */
await startDurable(
  (trigger, input) => pausing.run(input, { idempotencyKey: trigger }),
  () => worker.tick(),
)
