import { createSlackAdapter } from '@chat-adapter/slack'
import { createMemoryState } from '@chat-adapter/state-memory'
import { serve } from '@hono/node-server'
import { Actions, Button, Card, CardText, Chat, Section } from 'chat'
import { Hono } from 'hono'
import { listenToOthers, pause, plansOf } from './by-fetch.js'
import { listOf, optionsOf, port, readPause, readPauseForm, slackApiUrl } from './work.js'

/** Vercel's Chat SDK as its guide for Hono shows it; it answers a command by messages alone, and not in the ack. */

const bot = new Chat({
  userName: 'bench',
  adapters: { slack: createSlackAdapter({ apiUrl: slackApiUrl }) },
  state: createMemoryState(),
  logger: 'warn',
})

/** The same message as a card of its own. */
const cardOf = ({ blocks }) =>
  Card({
    children: blocks.flatMap(({ text, accessory, elements }) => [
      ...(text ? [Section([CardText(text.text)])] : []),
      ...(accessory ? [Actions([buttonOf(accessory)])] : []),
      ...(elements ? [Actions(elements.map(buttonOf))] : []),
    ]),
  })

const buttonOf = ({ action_id: id, text, value }) => Button({ id, label: text.text, value })

const ALONE = { fallbackToDM: false }

listenToOthers('first', name => bot.onSlashCommand(name, async () => {}))
bot.onSlashCommand('/plan', async ({ channel, user }) => {
  await channel.postEphemeral(user, cardOf(listOf(await plansOf(user.userId))), ALONE)
})
bot.onSlashCommand('/pause', async ({ channel, user, text }) => {
  await channel.post(cardOf(await pause(user.userId, readPause(text))))
})
listenToOthers('second', name => bot.onSlashCommand(name, async () => {}))

bot.onAction('plan.list:0', async ({ thread, user }) => {
  await thread.postEphemeral(user, cardOf(listOf(await plansOf(user.userId))), ALONE)
})

bot.onOptionsLoad('plan', async ({ user, query }) =>
  optionsOf(await plansOf(user.userId), query).options.map(({ text, value }) => ({
    label: text.text,
    value,
  })),
)

bot.onModalSubmit('pause.add', async ({ user, raw }) => {
  const message = await pause(user.userId, readPauseForm(raw.view))
  const { origin } = JSON.parse(raw.view.private_metadata)
  await bot.channel(`slack:${origin.channel}`).post(cardOf(message))
})

const app = new Hono()
app.post('/slack/events', ({ req }) => bot.webhooks.slack(req.raw))
serve({ port, hostname: '127.0.0.1', fetch: app.fetch })
