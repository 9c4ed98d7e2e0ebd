import { serve } from './bolt-app.js'
import { pause } from './by-fetch.js'
import { readPause, readPauseForm } from './work.js'

/** Bolt whose changes are done at once, and written down nowhere. */

await serve({
  async pauseCommand({ command, ack }) {
    await ack({ response_type: 'in_channel', ...(await pause(command.user_id, readPause(command.text))) })
  },
  async pauseForm({ body, view, ack, client }) {
    await ack()
    const message = await pause(body.user.id, readPauseForm(view))
    const { origin } = JSON.parse(view.private_metadata)
    await client.chat.postMessage({ channel: origin.channel, ...message })
  },
})
