import type { App } from '@slack/bolt'
import { messageOf } from './deliver.ts'
import { type Doors, doorOf } from './doors.ts'
import { keyOf, originOfCommand } from './origin.ts'
import { patiently } from './patience.ts'
import { wordsOf } from './words.ts'

/** Answers slash commands: with the ack itself where the answer is there in time, else by the response_url. */
export function answerCommands(app: App, doors: Doors): void {
  const { conversation, clock, patienceMs } = doors

  app.command(/.*/, async ({ command, ack, client }) => {
    const origin = originOfCommand(command, clock())
    const answer = patiently(patienceMs, () => ack())
    const { trigger_id: trigger } = command
    const request = { key: `command ${origin.team} ${keyOf(origin)} ${trigger}` }
    const door = doorOf(doors, origin, client, { trigger, request })
    await conversation.sentence(
      {
        ...door,
        say: async reply => {
          const carried = await answer.send(() =>
            ack({
              ...messageOf(reply),
              response_type: reply.to === 'channel' ? 'in_channel' : 'ephemeral',
            }),
          )
          return carried || door.say(reply)
        },
        report: reply => {
          void answer.send(() => ack())
          door.report(reply)
        },
        open: async view => {
          await answer.send(() => ack())
          return door.open(view)
        },
      },
      sentenceOf(command.command, command.text),
    )
    await answer.send(() => ack())
  })
}

/** What a slash command says: `/pause x` is `/dayshift pause x`. */
function sentenceOf(command: string, text: string): string {
  const noun = command.replace(/^\//, '')
  const typed = wordsOf(text)
  return noun === 'dayshift' ? typed : `${noun} ${typed}`.trim()
}
