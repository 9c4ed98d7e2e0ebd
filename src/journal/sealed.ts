import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import type { Reply } from '../operation.ts'
import { rawSchema } from '../raw.ts'
import type { Sealer } from '../sealing/seal.ts'
import type { Known, Saying } from './entry.ts'

const sayingSchema = z.object({
  raw: rawSchema,
  sentence: z.object({ rest: z.string(), sentence: z.string() }).optional(),
  secrets: z.array(z.string()),
}) satisfies z.ZodType<Saying>

const knownSchema = z.object({
  reads: z.record(z.string(), z.unknown()),
  at: z.object({ zone: z.string().optional(), locale: z.string().optional() }).optional(),
  sentAgain: z.boolean().optional(),
})

const paragraphSchema = z.object({
  text: z.object({ mrkdwn: z.string() }),
  // Blocks that this program built, and sealed itself.
  blocks: z.custom<NonNullable<Reply['blocks']>>(Array.isArray).optional(),
})

const replySchema = paragraphSchema.extend({
  to: z.enum(['channel', 'me']),
  aside: paragraphSchema.optional(),
}) satisfies z.ZodType<Reply>

/**
 * What the service said of a thousand plans is a tenth as long when it is packed, and is written and sealed so much faster;
 * to pack what it said of forty takes longer than to write it as it is.
 */
const LONG = 8000

/** As much memory as an ordinary list takes: zlib's own quarter of a megabyte each time costs more than the packing. */
const LITTLE = { level: 1, memLevel: 4, windowBits: 12, chunkSize: 2048 }

/** JSON never begins so. */
const PACKED = 'z'

/** A JSON text, packed where it is long. The inverse of `roomy`. */
export const dense = (json: string): string =>
  json.length > LONG ? `${PACKED}${deflateRawSync(json, LITTLE).toString('base64')}` : json

/** The JSON text that `dense` packed, or left as it was. */
export const roomy = (text: string): string =>
  text.startsWith(PACKED) ? inflateRawSync(Buffer.from(text.slice(1), 'base64')).toString() : text

/**
 * How an entry holds what nobody is to read: sealed for that entry alone. Nothing comes of what no key opens, or of what
 * cannot be read: it is not to stand in the way of others.
 */
export function createSealed(sealer: Sealer) {
  function open(sealed: string | null, id: string): unknown {
    if (sealed === null) return undefined
    try {
      return JSON.parse(roomy(sealer.open(sealed, id)))
    } catch {
      return undefined
    }
  }

  return {
    seal: (held: Saying | Known | Reply | string, id: string): string =>
      sealer.seal(dense(JSON.stringify(held).toWellFormed()), id),
    saying: (sealed: string | null, id: string): Saying | undefined =>
      sayingSchema.safeParse(open(sealed, id)).data,
    known: (sealed: string | null, id: string): Known =>
      knownSchema.safeParse(open(sealed, id)).data ?? { reads: {} },
    reply: (sealed: string | null, id: string): Reply | undefined =>
      replySchema.safeParse(open(sealed, id)).data,
    origin: (sealed: string | null, id: string): string | undefined =>
      z.string().safeParse(open(sealed, id)).data,
  }
}
