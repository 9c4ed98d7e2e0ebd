import { start, tellChannel } from './bolt-app.js'
import { parsePause, pausePlan, readPauseForm } from './shared.js'

/** Bolt that executes changes immediately without storing them. */
await start({
  async pauseCommand({ command, ack }) {
    const message = await pausePlan(command.user_id, parsePause(command.text))
    await ack({ response_type: 'in_channel', ...message })
  },
  async pauseForm({ body, view, ack }) {
    await ack()
    const { channel, ...pause } = readPauseForm(view)
    await tellChannel({ channel }, await pausePlan(body.user.id, pause))
  },
})
