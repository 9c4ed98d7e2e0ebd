import process from 'node:process'
import bolt from '@slack/bolt'
import {
  headersFor,
  listOf,
  listPath,
  optionsOf,
  pausedMessage,
  pauseOf,
  pausePath,
  port,
  readPause,
  readPaused,
  readPauseForm,
  readPlans,
  serviceUrl,
  signingSecret,
  slackApiUrl,
  token,
} from './work.js'

/** Bolt as its documents show it (https://docs.slack.dev/tools/bolt-js): an App with its own receiver, and fetch. */

/** As many commands as the bot has operations, of which the two that are asked for stand in the middle. */
const others = Math.max(0, Number(process.env.LISTENERS) - 2)

const app = new bolt.App({ token, signingSecret, clientOptions: { slackApiUrl } })

async function ask(user, method, path, body) {
  const response = await fetch(`${serviceUrl}${path}`, {
    method,
    headers: headersFor(user),
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`The service answered ${response.status}`)
  return response.json()
}

const plansOf = async user => readPlans(await ask(user, 'GET', listPath))

async function pause(user, { name, reason }) {
  const pausing = pauseOf(await plansOf(user), name, reason)
  return pausedMessage(user, pausing, readPaused(await ask(user, 'POST', pausePath, pausing.body)))
}

const listenToOthers = (from, until) => {
  for (let index = from; index < until; index++) app.command(`/other-${index}`, async ({ ack }) => ack())
}

listenToOthers(0, others / 2)
app.command('/plan', async ({ command, ack }) => {
  await ack({ response_type: 'ephemeral', ...listOf(await plansOf(command.user_id)) })
})
app.command('/pause', async ({ command, ack }) => {
  await ack({ response_type: 'in_channel', ...(await pause(command.user_id, readPause(command.text))) })
})
listenToOthers(others / 2, others)

app.action(/^plan\.list/, async ({ body, ack, respond }) => {
  await ack()
  await respond({
    response_type: 'ephemeral',
    replace_original: false,
    ...listOf(await plansOf(body.user.id)),
  })
})

app.options('plan', async ({ body, payload, ack }) => {
  await ack(optionsOf(await plansOf(body.user.id), payload.value))
})

app.view('pause.add', async ({ body, view, ack, client }) => {
  const message = await pause(body.user.id, readPauseForm(view))
  await ack()
  const { origin } = JSON.parse(view.private_metadata)
  await client.chat.postMessage({ channel: origin.channel, ...message })
})

await app.start(port)
