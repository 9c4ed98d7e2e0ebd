import { z } from 'zod'
import { argsSchema } from '../../core/args.ts'
import { parseJson } from '../../message/json.ts'
import { originSchema } from '../../slack/origin.ts'
import type { Invite, PendingRequest } from '../../slack/views/forms.ts'
import type { Tickets } from '../../storage/tickets.ts'

/** Where the page is served. The ticket is in the query, which no log keeps. */
export const PAGE_PATH = '/private'

const pendingSchema = z.object({
  operation: z.string(),
  values: z.record(z.string(), z.string()),
  data: z.object({
    args: argsSchema,
    facts: z.record(z.string(), z.unknown()).optional(),
    expected: z.record(z.string(), z.string()).optional(),
  }),
  origin: originSchema,
}) satisfies z.ZodType<PendingRequest>

/** Makes addresses of private pages, each good once and for fifteen minutes. */
export const createInvite =
  (deps: { issue: Tickets['issue']; publicUrl: string }): Invite =>
  async pending =>
    `${deps.publicUrl}${PAGE_PATH}?ticket=${await deps.issue(JSON.stringify(pending), pending.origin)}`

/** The request of a ticket; undefined for anything else. */
export const parsePending = (text: string): PendingRequest | undefined =>
  pendingSchema.safeParse(parseJson(text)).data
