import { z } from 'zod'
import { rawSchema } from '../../core/raw.ts'
import { parsed } from '../../message/json.ts'
import { originSchema } from '../../slack/origin.ts'
import type { Tickets } from '../../storage/tickets.ts'

/** Where the page is served. The ticket stands in the query, which no log keeps. */
export const PAGE_PATH = '/private'

/** What waits for its secrets: an operation, all else that was said to it, and where its answer belongs. */
export type Waiting = z.infer<typeof waitingSchema>

const waitingSchema = z.object({ operation: z.string(), raw: rawSchema, origin: originSchema })

/** Makes the way to a page where the secrets of what waits are typed: its address, good once and for fifteen minutes. */
export const createInvite =
  (deps: { issue: Tickets['issue']; publicUrl: string }) =>
  async (waiting: Waiting): Promise<string> =>
    `${deps.publicUrl}${PAGE_PATH}?ticket=${await deps.issue(JSON.stringify(waiting), waiting.origin)}`

/** The inverse of what an invitation writes down; nothing where another version wrote it. */
export function readWaiting(text: string): Waiting | undefined {
  return waitingSchema.safeParse(parsed(text)).data
}
