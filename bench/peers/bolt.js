import bolt from '@slack/bolt'
import { listenToOthers, pause, plansOf } from './by-fetch.js'
import {
  listOf,
  optionsOf,
  port,
  readPause,
  readPauseForm,
  signingSecret,
  slackApiUrl,
  token,
} from './work.js'

/** Bolt as its documents show it (https://docs.slack.dev/tools/bolt-js): an App with its own receiver. */

const app = new bolt.App({ token, signingSecret, clientOptions: { slackApiUrl } })

listenToOthers('first', name => app.command(name, async ({ ack }) => ack()))
app.command('/plan', async ({ command, ack }) => {
  await ack({ response_type: 'ephemeral', ...listOf(await plansOf(command.user_id)) })
})
app.command('/pause', async ({ command, ack }) => {
  await ack({ response_type: 'in_channel', ...(await pause(command.user_id, readPause(command.text))) })
})
listenToOthers('second', name => app.command(name, async ({ ack }) => ack()))

app.action(/^plan\.list/, async ({ body, ack, respond }) => {
  await ack()
  const list = listOf(await plansOf(body.user.id))
  await respond({ response_type: 'ephemeral', replace_original: false, ...list })
})

app.options('plan', async ({ body, payload, ack }) => {
  await ack(optionsOf(await plansOf(body.user.id), payload.value))
})

app.view('pause.add', async ({ body, view, ack, client }) => {
  await ack()
  const message = await pause(body.user.id, readPauseForm(view))
  const { origin } = JSON.parse(view.private_metadata)
  await client.chat.postMessage({ channel: origin.channel, ...message })
})

await app.start(port)
