import { createSlackAdapter } from '@chat-adapter/slack'
import { createMemoryState } from '@chat-adapter/state-memory'
import { serve } from '@hono/node-server'
import { Actions, Button, Card, CardText, Chat, Section } from 'chat'
import { Hono } from 'hono'
import * as shared from './shared.js'

/** Vercel's Chat SDK as in its guide for Hono; it answers a command by a message instead of the ack. */

const bot = new Chat({
  userName: 'bench',
  adapters: { slack: createSlackAdapter({ apiUrl: shared.slackApiUrl }) },
  state: createMemoryState(),
  logger: 'warn',
})

const buttonOf = ({ action_id: id, text, value }) => Button({ id, label: text.text, value })

async function showPlans(target, user) {
  const { blocks } = await shared.showPlans(user.userId)
  const children = blocks.flatMap(({ text, accessory }) => [
    Section([CardText(text.text)]),
    ...(accessory ? [Actions([buttonOf(accessory)])] : []),
  ])
  await target.postEphemeral(user, Card({ children }), { fallbackToDM: false })
}

const addCommand = name => bot.onSlashCommand(name, async () => {})

shared.addOtherListeners(addCommand)
bot.onSlashCommand('/plan', ({ channel, user }) => showPlans(channel, user))
shared.addOtherListeners(addCommand)
bot.onAction('plan.list:0', ({ thread, user }) => showPlans(thread, user))
bot.onOptionsLoad('plan', async ({ user, query }) => {
  const { options } = await shared.offerPlans(user.userId, query)
  return options.map(({ text, value }) => ({ label: text.text, value }))
})

const app = new Hono()
app.post('/slack/events', ({ req }) => bot.webhooks.slack(req.raw))
serve({ port: shared.port, hostname: '127.0.0.1', fetch: app.fetch })
