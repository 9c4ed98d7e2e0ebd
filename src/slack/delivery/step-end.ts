import type { webApi } from '@slack/bolt'
import { cut, unformatted } from '../../message/mrkdwn.ts'
import type { PostedMessage, Reply } from '../../message/reply.ts'
import type { Delivery } from './deliver.ts'
import { deliveryFailureOf } from './delivery-error.ts'

/** Slack tells no limit of its own: enough for a sentence. */
const MAX_ERROR_LENGTH = 1000

/**
 * Ends a step of a workflow: with what was done, or with why nothing was. A step that is over already, or that Slack does
 * not know any more, counts as ended.
 */
export async function endStep(
  client: webApi.WebClient,
  execution: string,
  end: { outputs: Record<string, string> } | { error: Reply },
): Promise<Delivery> {
  const about = { function_execution_id: execution }
  try {
    if ('outputs' in end) await client.functions.completeSuccess({ ...about, outputs: end.outputs })
    else {
      const error = cut(unformatted(end.error.text), MAX_ERROR_LENGTH)
      await client.functions.completeError({ ...about, error })
    }
    return 'delivered'
  } catch (error) {
    return deliveryFailureOf(error) === 'refused' ? 'delivered' : 'not yet'
  }
}

/** What later steps of a workflow can use: what was done, from which day to which, and the link to where it was told. */
export async function outputsOf(
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
    result: unformatted(text),
    ...(from && { from }),
    ...(until && { until }),
    ...(link && { link }),
  }
}

async function linkTo(client: webApi.WebClient, { channel, ts }: PostedMessage): Promise<string | undefined> {
  const found = await client.chat.getPermalink({ channel, message_ts: ts }).catch(() => undefined)
  return found?.permalink
}
