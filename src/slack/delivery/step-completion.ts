import type { webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import { cut, type Mrkdwn, toPlainText } from '../../message/mrkdwn.ts'
import type { Delivery, PostedMessage, Reply } from '../../message/reply.ts'
import type { Origin } from '../origin.ts'
import { isRefused } from './delivery-error.ts'

/** Slack documents no limit: enough for a sentence. */
const MAX_ERROR_LENGTH = 1000

/** Completes the workflow steps of origins. A step that Slack no longer accepts counts as completed. */
export function createStepCompletion({ log }: { log: Logger }) {
  async function report(call: Promise<unknown>): Promise<Delivery> {
    try {
      await call
      return 'delivered'
    } catch (error) {
      log.warn({ err: error }, 'Slack did not take the end of a step')
      return isRefused(error) ? 'delivered' : 'not yet'
    }
  }

  return {
    /** Completes a step with a reply and a link to its message. */
    async succeed(client: webApi.WebClient, { step = '' }: Origin, reply: Reply, posted?: PostedMessage) {
      const outputs = await outputsOf(client, reply, posted)
      return report(client.functions.completeSuccess({ function_execution_id: step, outputs }))
    },

    fail(client: webApi.WebClient, { step = '' }: Origin, text: Mrkdwn): Promise<Delivery> {
      const error = cut(toPlainText(text), MAX_ERROR_LENGTH)
      return report(client.functions.completeError({ function_execution_id: step, error }))
    },
  }
}

/** The outputs for later steps: the reply's text, its first and last day, and a link to its message. */
async function outputsOf(
  client: webApi.WebClient,
  { text, announces, outdates = [] }: Reply,
  posted?: PostedMessage,
): Promise<Record<string, string>> {
  const pauses = announces ?? outdates
  const [from] = pauses.map(pause => pause.from).toSorted()
  const until = pauses
    .map(pause => pause.until)
    .toSorted()
    .at(-1)
  const link = posted && (await linkTo(client, posted))
  return {
    result: toPlainText(text),
    ...(from && { from }),
    ...(until && { until }),
    ...(link && { link }),
  }
}

async function linkTo(client: webApi.WebClient, { channel, ts }: PostedMessage): Promise<string | undefined> {
  const response = await client.chat.getPermalink({ channel, message_ts: ts }).catch(() => undefined)
  return response?.permalink
}
