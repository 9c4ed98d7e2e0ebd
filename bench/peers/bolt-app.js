import bolt from '@slack/bolt'
import { listenToOthers, plansOf } from './by-fetch.js'
import { listOf, optionsOf, port, signingSecret, slackApiUrl, token } from './work.js'

/** Bolt as its documents show it (https://docs.slack.dev/tools/bolt-js): an App with its own receiver. */
export const app = new bolt.App({ token, signingSecret, clientOptions: { slackApiUrl } })

/** Listens to all that is asked for; changes are for the listeners that are given. */
export async function serve({ pauseCommand, pauseForm }) {
  listenToOthers('first', name => app.command(name, async ({ ack }) => ack()))
  app.command('/plan', async ({ command, ack }) => {
    await ack({ response_type: 'ephemeral', ...listOf(await plansOf(command.user_id)) })
  })
  app.command('/pause', pauseCommand)
  listenToOthers('second', name => app.command(name, async ({ ack }) => ack()))

  app.action(/^plan\.list/, async ({ body, ack, respond }) => {
    await ack()
    const list = listOf(await plansOf(body.user.id))
    await respond({ response_type: 'ephemeral', replace_original: false, ...list })
  })

  app.options('plan', async ({ body, payload, ack }) => {
    await ack(optionsOf(await plansOf(body.user.id), payload.value))
  })

  app.view('pause.add', pauseForm)
  await app.start(port)
}
