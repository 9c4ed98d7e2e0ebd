import process from 'node:process'
import { PgBoss } from 'pg-boss'
import { startDurable, tellChannel } from './bolt-app.js'
import { pausePlan } from './shared.js'

/** Bolt with changes as jobs of pg-boss over PostgreSQL, which syncs every commit (`synchronous_commit=on`). */

const boss = new PgBoss({ connectionString: process.env.DATABASE_URL, useListenNotify: true })
boss.on('error', error => process.stderr.write(`${error.stack}\n`))
await boss.start()
/** `exclusive` accepts one job per key at a time: retries of Slack have the same trigger. */
await boss.createQueue('pause', { notify: true, policy: 'exclusive' })

/** A worker fetches up to `batchSize` jobs with one statement; a short batch ends the burst. */
const options = { localConcurrency: 4, batchSize: 16, burstWhenBatchFull: true, perJobResults: true }
await boss.work('pause', options, async jobs => {
  const done = jobs.map(async ({ data }) => tellChannel(data, await pausePlan(data.user, data.pause)))
  const results = await Promise.allSettled(done)
  return results.map(({ status }, index) => ({
    id: jobs[index].id,
    status: status === 'fulfilled' ? 'completed' : 'failed',
  }))
})

await startDurable((trigger, input) => boss.send('pause', input, { singletonKey: trigger }))
