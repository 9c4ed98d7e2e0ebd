import process from 'node:process'
import { serve } from '@hono/node-server'
import { SlackApp } from 'slack-edge'
import { SlackAPIClient } from 'slack-web-api-client'
import * as shared from './shared.js'

/** slack-edge as in its README: `app.run` for each Request, which the usual adapter creates from Node's. */

const client = new SlackAPIClient(shared.token, { baseUrl: shared.slackApiUrl })
const identity = client.auth.test()

const { SLACK_SIGNING_SECRET, SLACK_BOT_TOKEN } = process.env
const app = new SlackApp({
  env: { SLACK_SIGNING_SECRET, SLACK_BOT_TOKEN, SLACK_LOGGING_LEVEL: 'WARN' },
  /** The built-in function calls slack.com for every request. */
  async authorize() {
    const { team, team_id: teamId, url, bot_id: botId, user_id: botUserId, user } = await identity
    const botToken = shared.token
    return { botToken, team, teamId, url, botId, botUserId, userId: botUserId, user, botScopes: [] }
  },
})
const addCommand = name => app.command(name, async () => {})

shared.addOtherListeners(addCommand)
app.command('/plan', ({ payload }) => shared.showPlans(payload.user_id))
shared.addOtherListeners(addCommand)
app.action(
  /^plan\.list/,
  async () => {},
  async ({ payload, context: { respond } }) => {
    await respond({ replace_original: false, ...(await shared.showPlans(payload.user.id)) })
  },
)
app.options('plan', ({ payload }) => shared.offerPlans(payload.user.id, payload.value))

serve({ port: shared.port, hostname: '127.0.0.1', fetch: request => app.run(request) })
