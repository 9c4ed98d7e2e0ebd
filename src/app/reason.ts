import { z } from 'zod'
import { Unfit } from '../core/unavailable.ts'

/** An error in a word or two that hold nothing of anybody's: Slack's own word, SQLite's sentence, or a code. */
export function whyOf(error: unknown): string | undefined {
  if (error instanceof Unfit) return error.message
  const read = telling.safeParse(error).data
  return read?.data?.error ?? read?.errstr ?? read?.code
}

const word = z.string().regex(/^[\w ]{1,60}$/)

const telling = z.object({
  data: z.object({ error: word }).optional().catch(undefined),
  errstr: word.optional().catch(undefined),
  code: word.optional().catch(undefined),
})
