import { z } from 'zod'
import { createBounded } from '../../core/bounded.ts'
import { parseCommand } from '../../language/commands.ts'
import { mrkdwn } from '../../message/mrkdwn.ts'
import type { Reply } from '../../message/reply.ts'
import { responseOf } from '../delivery/deliver.ts'
import { isUpdatedLater } from '../delivery/metadata.ts'
import { keyOf, originOfCommand } from '../origin.ts'
import {
  ackWithin,
  createExchange,
  formatDoing,
  type HandlerParts,
  requestId,
  type SlackRequest,
} from './request-exchange.ts'
import { answerSentence, typedWords } from './sentences.ts'

const commandSchema = z.object({
  command: z.string(),
  text: z.string().nullish(),
  trigger_id: z.string().optional(),
})

/**
 * Answers slash commands: with the acknowledgement itself where the answer is ready in time, else by the response_url. A
 * late acknowledgement says what is being done, in words that stay true: Slack lets nobody change it.
 */
export function createCommands(parts: HandlerParts) {
  const { catalog, clock } = parts
  const seen = createBounded<true>()

  /** Whether this request was answered before; a repeated change is left to the change log. */
  function isRepeated(key: string, sentence: string): boolean {
    if (!seen.has(key)) {
      seen.set(key, true)
      return false
    }
    const parsed = parseCommand(sentence, catalog)
    return parsed.kind !== 'operation' || parsed.operation.effect === 'read'
  }

  return async (request: SlackRequest): Promise<void> => {
    const { body, ack } = request
    const origin = originOfCommand(body, clock())
    const { command, text, trigger_id: trigger } = commandSchema.parse(body)
    const key = `command ${origin.team} ${keyOf(origin)} ${requestId(trigger)}`
    const sentence = await sentenceOf(command, text ?? '')
    if (isRepeated(key, sentence)) return ack()
    let doing: string | undefined
    using answer = ackWithin(parts, () => ack(responseOf(late(doing))))
    const acknowledge = () => answer.send(() => ack())
    const exchange = createExchange(parts, request, {
      origin,
      trigger,
      incoming: {
        key,
        onRecorded(recorded) {
          doing = recorded
        },
      },
    })
    const { say, report, open } = exchange
    exchange.say = async (reply, options) => {
      if (isUpdatedLater(reply, origin.user))
        return say(reply, { ...options, ack: posted => answer.send(() => ack(responseOf(posted))) })
      if (!(await answer.send(() => ack(responseOf(reply))))) return say(reply, options)
      return reply.privateNote ? say({ ...reply.privateNote, to: 'me' }) : true
    }
    exchange.report = reply => {
      void acknowledge()
      report(reply)
    }
    exchange.open =
      open &&
      (async view => {
        await acknowledge()
        return open(view)
      })
    await answerSentence(parts, exchange, sentence)
    await acknowledge()
  }
}

const late = (doing: string | undefined): Reply => ({
  text:
    doing === undefined
      ? mrkdwn`:hourglass_flowing_sand: This is taking longer than usual: the answer is on its way.`
      : mrkdwn`${formatDoing(doing)} This is taking longer than usual: the result will follow.`,
  to: 'me',
})

/**
 * The sentence of a slash command: `/pause x` is `/dayshift pause x`, and so is `/acme-pause x`, as commands of several
 * apps may bear the same name.
 */
async function sentenceOf(command: string, text: string): Promise<string> {
  const [, noun = command.slice(1)] = /[/_-](dayshift|plan|pause|resume)$/.exec(command) ?? []
  const typed = await typedWords(text)
  return noun === 'dayshift' ? typed : `${noun} ${typed}`.trim()
}
