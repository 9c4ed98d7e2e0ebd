import { serve } from '@hono/node-server'
import { SlackApp } from 'slack-edge'
import { SlackAPIClient } from 'slack-web-api-client'
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

/** slack-edge as its README shows it: `app.run` for each Request, which the usual adapter makes of Node's. */

const client = new SlackAPIClient(token, { baseUrl: slackApiUrl })

/** Its own asks Slack who the bot is for every request, and can ask nobody but slack.com: this one asks once. */
const who = client.auth.test()
async function authorize() {
  const { team, team_id: teamId, url, bot_id: botId, user_id: botUserId, user } = await who
  return { botToken: token, team, teamId, url, botId, botUserId, userId: botUserId, user, botScopes: [] }
}

const app = new SlackApp({
  env: { SLACK_SIGNING_SECRET: signingSecret, SLACK_BOT_TOKEN: token, SLACK_LOGGING_LEVEL: 'WARN' },
  authorize,
})

listenToOthers('first', name => app.command(name, async () => {}))
app.command('/plan', async ({ payload }) => ({
  response_type: 'ephemeral',
  ...listOf(await plansOf(payload.user_id)),
}))
app.command('/pause', async ({ payload }) => ({
  response_type: 'in_channel',
  ...(await pause(payload.user_id, readPause(payload.text))),
}))
listenToOthers('second', name => app.command(name, async () => {}))

app.action(
  /^plan\.list/,
  async () => {},
  async ({ payload, context: { respond } }) => {
    await respond({
      response_type: 'ephemeral',
      replace_original: false,
      ...listOf(await plansOf(payload.user.id)),
    })
  },
)

app.options('plan', async ({ payload }) => optionsOf(await plansOf(payload.user.id), payload.value))

app.viewSubmission(
  'pause.add',
  async () => {},
  async ({ payload }) => {
    const message = await pause(payload.user.id, readPauseForm(payload.view))
    const { origin } = JSON.parse(payload.view.private_metadata)
    await client.chat.postMessage({ channel: origin.channel, ...message })
  },
)

serve({ port, hostname: '127.0.0.1', fetch: request => app.run(request) })
