import bolt from '@slack/bolt'
import { plansOf } from './by-fetch.js'
import { listOf, port, signingSecret, slackApiUrl, token } from './work.js'

/** Bolt with one listener alone, as its documents begin: the least that it starts with. */

const app = new bolt.App({ token, signingSecret, clientOptions: { slackApiUrl } })

app.command('/plan', async ({ command, ack }) => {
  await ack({ response_type: 'ephemeral', ...listOf(await plansOf(command.user_id)) })
})

await app.start(port)
