import { z } from 'zod'
import { rawSchema } from '../core/raw.ts'
import type { Reply } from '../message/reply.ts'
import type { Sealer } from '../storage/seal.ts'
import type { ReadsSoFar, Saying } from './entry.ts'

/** What was said, and where the answer to it belongs. */
type Asked = { said: Saying; origin: string }

const sayingSchema = z.object({
  raw: rawSchema,
  sentence: z.object({ rest: z.string(), sentence: z.string() }).optional(),
  secrets: z.array(z.string()),
}) satisfies z.ZodType<Saying>

/**
 * Where the answer belongs is read also where only another version knows what was said. The version before kept it in a
 * column of its own.
 */
const askedSchema = z.union([
  z.object({ said: sayingSchema.optional().catch(undefined), origin: z.string() }),
  sayingSchema.transform(said => ({ said, origin: undefined })),
])

const knownSchema = z.object({
  // The version before kept answers as they came: these are asked for anew.
  reads: z.record(z.string(), z.string()).catch({}),
  at: z.object({ zone: z.string().optional(), locale: z.string().optional() }).optional(),
  sentAgain: z.boolean().optional(),
})

const markupSchema = z.object({ mrkdwn: z.string() })

const paragraphSchema = z.object({
  text: markupSchema,
  // Blocks that this program built, and sealed itself.
  blocks: z.custom<NonNullable<Reply['blocks']>>(Array.isArray).optional(),
})

const replySchema = paragraphSchema.extend({
  to: z.enum(['channel', 'me']),
  asked: markupSchema.optional(),
  over: markupSchema.optional(),
  aside: paragraphSchema.optional(),
}) satisfies z.ZodType<Reply>

/**
 * How an entry holds what nobody is to read: sealed for that entry alone. Nothing comes of what no key opens, or of what
 * cannot be read: it is not to stand in the way of others.
 */
export function createSealed(sealer: Sealer) {
  function open(sealed: string | null, id: string): unknown {
    if (sealed === null) return undefined
    try {
      return JSON.parse(sealer.open(sealed, id))
    } catch {
      return undefined
    }
  }

  return {
    /** What is written at the same time is sealed as one: that takes longer than to write it. */
    seal: (held: Asked | ReadsSoFar | Reply | string, id: string): string =>
      sealer.seal(JSON.stringify(held).toWellFormed(), id),
    asked: (sealed: string | null, id: string) => askedSchema.safeParse(open(sealed, id)).data,
    known: (sealed: string | null, id: string): ReadsSoFar =>
      knownSchema.safeParse(open(sealed, id)).data ?? { reads: {} },
    reply: (sealed: string | null, id: string): Reply | undefined =>
      replySchema.safeParse(open(sealed, id)).data,
    origin: (sealed: string | null, id: string): string | undefined =>
      z.string().safeParse(open(sealed, id)).data,
  }
}
