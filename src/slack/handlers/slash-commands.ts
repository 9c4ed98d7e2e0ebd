import { z } from 'zod'
import { mrkdwn } from '../../message/mrkdwn.ts'
import type { Reply } from '../../message/reply.ts'
import { responseOf } from '../delivery/deliver.ts'
import { createExchange, findOrigin, formatDoing, type HandlerParts, type SlackRequest } from './exchange.ts'
import { answerSentence, typedWords } from './sentences.ts'

const commandSchema = z.object({
  command: z.string(),
  text: z.string().nullish(),
})

/**
 * Answers slash commands: with the acknowledgement itself where the answer is ready in time, else by the
 * response_url. A late acknowledgement says what is being done, in words that stay true: it cannot be changed
 * later.
 */
export const createCommands =
  (parts: HandlerParts) =>
  async (request: SlackRequest): Promise<void> => {
    const { body, client, ack } = request
    const { command, text } = commandSchema.parse(body)
    ack.late = () => responseOf(late(request.doing))
    const exchange = createExchange(parts, client, await findOrigin(parts, request), {
      request,
      incoming: {},
    })
    await answerSentence(parts, exchange, await sentenceOf(command, text ?? ''))
  }

const late = (doing: string | undefined): Reply => ({
  text:
    doing === undefined
      ? mrkdwn`:hourglass_flowing_sand: This is taking longer than usual: the answer is on its way.`
      : mrkdwn`${formatDoing(doing)} This is taking longer than usual: the result will follow.`,
  to: 'me',
})

/**
 * The sentence of a slash command: `/pause x` is `/dayshift pause x`, and so is `/acme-pause x`, as commands
 * of several apps may bear the same name.
 */
async function sentenceOf(command: string, text: string): Promise<string> {
  const [, noun = command.slice(1)] = /[/_-](dayshift|plan|pause|resume)$/.exec(command) ?? []
  const typed = await typedWords(text)
  return noun === 'dayshift' ? typed : `${noun} ${typed}`.trim()
}
