import { z } from 'zod'
import type { Wrong } from './action.ts'

/** Slack says no in the body, with the messages that it has for developers. */
const slack = z.object({
  ok: z.literal(false),
  error: z.string().default('not_ok'),
  response_metadata: z.object({ messages: z.array(z.string()) }).optional(),
})

/** The service may say a status of its own in the body of a good answer. */
const service = z.object({ status: z.number().optional(), message: z.string().optional() })

/** What Slack refused, of its answer to the bot. */
export const wrongOfSlack = (status: number, content: unknown): Wrong | undefined => {
  const { data } = slack.safeParse(content)
  if (data) return { error: data.error, messages: data.response_metadata?.messages ?? [] }
  return status >= 400 ? { error: `status ${status}`, messages: [] } : undefined
}

/** What the service refused, or failed in, of its answer to the bot. */
export const wrongOfService = (status: number, content: unknown): Wrong | undefined => {
  const { status: said = 0, message } = service.safeParse(content).data ?? {}
  const worst = Math.max(status, said)
  return worst >= 400 ? { error: `status ${worst}`, messages: message ? [message] : [] } : undefined
}
