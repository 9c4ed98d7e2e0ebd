import { serve } from '@hono/node-server'
import { SlackApp } from 'slack-edge'
import { SlackAPIClient } from 'slack-web-api-client'
import * as shared from './shared.js'

/** slack-edge as its README shows it: `app.run` for each Request, which the usual adapter makes of Node's. */

const client = new SlackAPIClient(shared.token, { baseUrl: shared.slackApiUrl })
const identity = client.auth.test()
const listPlans = async user => shared.formatPlans(await shared.listPlans(user))

const app = new SlackApp({
  env: {
    SLACK_SIGNING_SECRET: shared.signingSecret,
    SLACK_BOT_TOKEN: shared.token,
    SLACK_LOGGING_LEVEL: 'WARN',
  },
  /** The built-in one calls slack.com for every request. */
  async authorize() {
    const { team, team_id: teamId, url, bot_id: botId, user_id: botUserId, user } = await identity
    const botToken = shared.token
    return { botToken, team, teamId, url, botId, botUserId, userId: botUserId, user, botScopes: [] }
  },
})
const addCommand = name => app.command(name, async () => {})

shared.addOtherListeners(addCommand)
app.command('/plan', async ({ payload }) => ({
  response_type: 'ephemeral',
  ...(await listPlans(payload.user_id)),
}))
shared.addOtherListeners(addCommand)
app.action(
  /^plan\.list/,
  async () => {},
  async ({ payload, context: { respond } }) => {
    const list = await listPlans(payload.user.id)
    await respond({ response_type: 'ephemeral', replace_original: false, ...list })
  },
)
app.options('plan', async ({ payload }) =>
  shared.optionsFor(await shared.listPlans(payload.user.id), payload.value),
)

serve({ port: shared.port, hostname: '127.0.0.1', fetch: request => app.run(request) })
