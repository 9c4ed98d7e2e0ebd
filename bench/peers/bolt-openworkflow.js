import { join } from 'node:path'
import process from 'node:process'
import { OpenWorkflow } from 'openworkflow'
import { BackendSqlite } from 'openworkflow/sqlite'
import { app, serve } from './bolt-app.js'
import { pause } from './by-fetch.js'
import { readPause, readPauseForm } from './work.js'

/** Bolt whose changes are workflows of openworkflow over SQLite: accepted durably, acknowledged, done and told in steps. */

const workflows = new OpenWorkflow({ backend: BackendSqlite.connect(join(process.cwd(), 'workflows.db')) })

const pausing = workflows.defineWorkflow({ name: 'pause' }, async ({ input, step }) => {
  const message = await step.run({ name: 'pause' }, () => pause(input.user, input.words))
  await step.run({ name: 'tell' }, async () => {
    if (input.channel) await app.client.chat.postMessage({ channel: input.channel, ...message })
    else await respond(input.responseUrl, { response_type: 'in_channel', ...message })
    return true
  })
})
/** Each claims by a write of its own, so more of them are slower. */
const worker = workflows.newWorker({ concurrency: 16 })

async function respond(url, message) {
  const headers = { 'content-type': 'application/json' }
  const { ok } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(message) })
  if (!ok) throw new Error('Slack did not take the answer')
}

/** Slack's trigger is the same when it asks again. The worker looks at once, and not only at its next turn. */
async function accept(trigger, input, ack) {
  await pausing.run(input, { idempotencyKey: trigger })
  await ack()
  await worker.tick()
}

await worker.start()
await serve({
  pauseCommand({ command, ack }) {
    const { user_id: user, text, response_url: responseUrl, trigger_id: trigger } = command
    return accept(trigger, { user, words: readPause(text), responseUrl }, ack)
  },
  pauseForm({ body, view, ack }) {
    const { channel } = JSON.parse(view.private_metadata).origin
    return accept(body.trigger_id, { user: body.user.id, words: readPauseForm(view), channel }, ack)
  },
})
