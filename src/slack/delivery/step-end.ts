import type { webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { ClaimedChange } from '../../changes/change-rows.ts'
import type { ChangeStore } from '../../changes/change-store.ts'
import { STEP_END } from '../../changes/recovery.ts'
import { cut, type Mrkdwn, unformatted } from '../../message/mrkdwn.ts'
import type { Delivery, PostedMessage, Reply } from '../../message/reply.ts'
import { keyOf, type Origin, originLater } from '../origin.ts'
import { deliveryFailureOf } from './delivery-error.ts'

/** Slack tells no limit of its own: enough for a sentence. */
const MAX_ERROR_LENGTH = 1000

const endSchema = z.object({
  execution: z.string(),
  outputs: z.record(z.string(), z.string()).optional(),
  error: z.string().optional(),
})
type End = z.infer<typeof endSchema>

export type StepEnds = ReturnType<typeof createStepEnds>

/** Ends the steps that origins name: with what was done, or with why nothing was. */
export function createStepEnds(deps: {
  store: Pick<ChangeStore, 'schedule'>
  clock: () => Date
  log: Logger
}) {
  const { store, clock, log } = deps

  /** `not yet` where the end itself has to be tried again; what was posted before is not posted again for it. */
  async function end(
    client: webApi.WebClient,
    origin: Origin,
    how: Omit<End, 'execution'>,
  ): Promise<Delivery> {
    const { team, enterprise = null, step: execution = '' } = origin
    const ending = { execution, ...how }
    const delivery = await send(client, ending)
    if (delivery === 'delivered') return delivery
    try {
      await store.schedule({
        key: JSON.stringify([STEP_END, execution]),
        operation: STEP_END,
        args: ending,
        origin: originLater(origin),
        actor: keyOf(origin),
        team,
        enterprise,
        dueAt: clock(),
      })
      return 'delivered'
    } catch (error) {
      log.warn({ err: error }, 'the end of a step is not scheduled')
      return delivery
    }
  }

  return {
    /** With a reply, and where it was told. */
    succeed: async (client: webApi.WebClient, origin: Origin, reply: Reply, posted?: PostedMessage) =>
      end(client, origin, { outputs: await outputsOf(client, reply, posted) }),

    fail: (client: webApi.WebClient, origin: Origin, text: Mrkdwn) =>
      end(client, origin, { error: cut(unformatted(text), MAX_ERROR_LENGTH) }),

    /** Sends an end again that Slack did not take. */
    repeat: (client: webApi.WebClient, { stored }: ClaimedChange): Promise<Delivery> =>
      send(client, endSchema.parse(stored?.args)),
  }
}

/** A step that is over already, or that Slack does not know any more, counts as ended. */
async function send(client: webApi.WebClient, { execution, outputs, error = '' }: End): Promise<Delivery> {
  const about = { function_execution_id: execution }
  try {
    if (outputs) await client.functions.completeSuccess({ ...about, outputs })
    else await client.functions.completeError({ ...about, error })
    return 'delivered'
  } catch (failure) {
    return deliveryFailureOf(failure) === 'refused' ? 'delivered' : 'not yet'
  }
}

/** What later steps of a workflow can use: what was done, from which day to which, and the link to where it was told. */
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
