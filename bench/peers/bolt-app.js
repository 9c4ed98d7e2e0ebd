import bolt from '@slack/bolt'
import * as shared from './shared.js'

/** Bolt as in its documentation (https://docs.slack.dev/tools/bolt-js): an App with its own receiver. */
export const app = new bolt.App({
  token: shared.token,
  signingSecret: shared.signingSecret,
  clientOptions: { slackApiUrl: shared.slackApiUrl },
})

/** Starts the app; `pauseCommand` and `pauseForm` are its listeners for changes. */
export async function start({ pauseCommand, pauseForm }) {
  const addCommand = name => app.command(name, async ({ ack }) => ack())

  shared.addOtherListeners(addCommand)
  app.command('/plan', async ({ command, ack }) => {
    await ack(await shared.showPlans(command.user_id))
  })
  app.command('/pause', pauseCommand)
  shared.addOtherListeners(addCommand)
  app.action(/^plan\.list/, async ({ body, ack, respond }) => {
    await ack()
    await respond({ replace_original: false, ...(await shared.showPlans(body.user.id)) })
  })
  app.options('plan', async ({ body, payload, ack }) => {
    await ack(await shared.offerPlans(body.user.id, payload.value))
  })
  app.view('pause.add', pauseForm)
  await app.start(shared.port)
}

/** Starts the app with changes that `accept` stores before they are acknowledged, and a worker executes. */
export function startDurable(accept, wake = () => {}) {
  async function change(ack, trigger, input) {
    await accept(trigger, input)
    await ack()
    await wake()
  }
  return start({
    pauseCommand({ command, ack }) {
      const { user_id: user, response_url: responseUrl, trigger_id: trigger } = command
      return change(ack, trigger, { user, responseUrl, pause: shared.parsePause(command.text) })
    },
    pauseForm({ body, view, ack }) {
      const { channel, ...pause } = shared.readPauseForm(view)
      return change(ack, body.trigger_id, { user: body.user.id, channel, pause })
    },
  })
}

/** Announces a change in the channel, by response_url if there is one. */
export async function tellChannel({ channel, responseUrl }, message) {
  if (channel) return app.client.chat.postMessage({ channel, ...message })
  const body = JSON.stringify({ response_type: 'in_channel', ...message })
  const { ok } = await fetch(responseUrl, { method: 'POST', headers: shared.JSON_TYPE, body })
  if (!ok) throw new Error('Slack did not take the answer')
}
