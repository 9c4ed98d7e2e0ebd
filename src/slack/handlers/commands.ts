import type { SlackCommandMiddlewareArgs } from '@slack/bolt'
import { z } from 'zod'
import { createBounded } from '../../core/bounded.ts'
import { sayDoing } from '../../core/explain/past-changes.ts'
import { read } from '../../language/read.ts'
import { mrkdwn } from '../../message/mrkdwn.ts'
import type { Reply } from '../../message/reply.ts'
import { answerOf } from '../delivery/deliver.ts'
import { keyOf, originOfCommand } from '../origin.ts'
import { patiently } from './ack-within.ts'
import { doorOf, requestId } from './answering.ts'
import type { Listener, ListenerParts } from './listener.ts'
import { wordsOf } from './typed-words.ts'

/** What a payload may lack, whatever Bolt says of it; a command alone may come without a text. */
const typedSchema = z.object({
  command: z.string(),
  text: z.string().nullish(),
  trigger_id: z.string().optional(),
})

/**
 * Answers slash commands: with the ack itself where the answer is there in time, else by the response_url. The
 * ack then says what is being done, and stays true when that is over: Slack lets nobody change it.
 */
export function answerCommands(parts: ListenerParts): Listener<SlackCommandMiddlewareArgs> {
  const { conversation, operations, clock } = parts
  const all = [...operations.values()]
  const seen = createBounded<true>()

  /** Whether this very request came before: it is not answered again, unless it is a change, which the journal knows. */
  function isReplayed(key: string, sentence: string): boolean {
    if (!seen.has(key)) {
      seen.set(key, true)
      return false
    }
    const reading = read(sentence, all)
    return reading.kind !== 'operation' || reading.operation.effect !== 'change'
  }

  return async ({ command, ack, client, context }) => {
    const origin = originOfCommand(command, clock())
    const { command: name, text, trigger_id: trigger } = typedSchema.parse(command)
    const key = `command ${origin.team} ${keyOf(origin)} ${requestId(trigger)}`
    const sentence = await sentenceOf(name, text ?? '')
    if (isReplayed(key, sentence)) return ack()
    let underWay: string | undefined
    using answer = patiently(parts, () => ack(answerOf(late(underWay))))
    const request = {
      ...{ context, key },
      taken(doing: string | undefined) {
        underWay = doing
      },
    }
    const door = doorOf(parts, { client, origin, trigger, request })
    const { open } = door
    await conversation.sentence(
      {
        ...door,
        say: async (reply, later) => {
          const carried = await answer.send(() => ack(answerOf(reply)))
          return carried || door.say(reply, later)
        },
        report: reply => {
          void answer.send(() => ack())
          door.report(reply)
        },
        open:
          open &&
          (async view => {
            await answer.send(() => ack())
            return open(view)
          }),
      },
      sentence,
    )
    await answer.send(() => ack())
  }
}

/** What is said in time where the answer is not there yet. */
const late = (doing: string | undefined): Reply => ({
  text:
    doing === undefined
      ? mrkdwn`:hourglass_flowing_sand: This is taking longer than usual: the answer is on its way.`
      : mrkdwn`${sayDoing(doing)} This is taking longer than usual: the result will follow.`,
  to: 'me',
})

/** What a slash command says: `/pause x` is `/dayshift pause x`. */
async function sentenceOf(command: string, text: string): Promise<string> {
  const noun = command.replace(/^\//, '')
  const typed = await wordsOf(text)
  return noun === 'dayshift' ? typed : `${noun} ${typed}`.trim()
}
