import bolt from '@slack/bolt'
import * as shared from './shared.js'

/** Bolt as its documentation shows it (https://docs.slack.dev/tools/bolt-js): an App with its own receiver. */
export const app = new bolt.App({
  token: shared.token,
  signingSecret: shared.signingSecret,
  clientOptions: { slackApiUrl: shared.slackApiUrl },
})

/** Starts the app; `pauseCommand` and `pauseForm` are its listeners for changes. */
export async function start({ pauseCommand, pauseForm }) {
  const listPlans = async user => shared.formatPlans(await shared.listPlans(user))
  const addCommand = name => app.command(name, async ({ ack }) => ack())

  shared.addOtherListeners(addCommand)
  app.command('/plan', async ({ command, ack }) => {
    await ack({ response_type: 'ephemeral', ...(await listPlans(command.user_id)) })
  })
  app.command('/pause', pauseCommand)
  shared.addOtherListeners(addCommand)
  app.action(/^plan\.list/, async ({ body, ack, respond }) => {
    await ack()
    const list = await listPlans(body.user.id)
    await respond({ response_type: 'ephemeral', replace_original: false, ...list })
  })
  app.options('plan', async ({ body, payload, ack }) => {
    await ack(shared.optionsFor(await shared.listPlans(body.user.id), payload.value))
  })
  app.view('pause.add', pauseForm)
  await app.start(shared.port)
}

/** Starts the app with changes that `accept` stores before they are acknowledged, and that a worker carries out. */
export function startDurable(accept, wake = () => {}) {
  return start({
    async pauseCommand({ command, ack }) {
      const { user_id: user, response_url: responseUrl, trigger_id: trigger } = command
      await accept(trigger, { user, responseUrl, pause: shared.parsePause(command.text) })
      await ack()
      await wake()
    },
    async pauseForm({ body, view, ack }) {
      const { channel, ...pause } = shared.readPauseForm(view)
      await accept(body.trigger_id, { user: body.user.id, channel, pause })
      await ack()
      await wake()
    },
  })
}

/** Tells the channel of a change, by response_url where there is one. */
export async function tellChannel({ channel, responseUrl }, message) {
  if (channel) return app.client.chat.postMessage({ channel, ...message })
  const body = JSON.stringify({ response_type: 'in_channel', ...message })
  const headers = { 'content-type': 'application/json' }
  const { ok } = await fetch(responseUrl, { method: 'POST', headers, body })
  if (!ok) throw new Error('Slack did not take the answer')
}
