import { z } from 'zod'
import { layers, loose, type Members, members } from './answer.ts'

/** Assumed: an error says what is wrong in `message`, `error` (as text) or `error.message`, or as the first of many do. */
const wordsIn = ({ message, error, detail, errors }: Members): unknown =>
  [message, error, members(error).message, detail, ...[detail, errors].flatMap(firstOf)].find(isSaid)

/** The words of the first of several errors: `[{"message": "…"}]`, or `[{"msg": "…"}]`. */
function firstOf(several: unknown): unknown[] {
  if (!Array.isArray(several)) return []
  const { message, msg } = members(several[0])
  return [several[0], message, msg]
}

const isSaid = (words: unknown) => typeof words === 'string' && words.trim() !== ''

/** Assumed: in place of a number, an error is told by a word in `status`, by a `false`, or by an `error` alone. */
function isFailure({ status, success, ok, error }: Members): boolean {
  if ([status, success, ok].includes(false)) return true
  if (typeof status === 'string') return FAILURE.test(status)
  return success !== true && ok !== true && (error === true || wordsIn({ error }) !== undefined)
}

const FAILURE = /^\s*(err|fail|exception|invalid|reject|refuse|denied|forbidden|unauthori|not.?found)/i

/** `404`, `"404"`, `"404 Not Found"`, `"0"`: of any other number than a success's nobody knows what it means. */
const statusNumber = z.union([
  z.number(),
  z
    .string()
    .regex(/^\s*(\d{3}\b|\d+\s*$)/)
    .transform(said => Number.parseInt(said, 10)),
])

/**
 * Reads from an answer's body whether the service did as it was asked: the number in `status`, or where there is none
 * whether it `failed`, and the service's own words.
 */
export const errorAnswer = z.preprocess(
  answer => {
    const top = members(answer)
    return { status: top.status, failed: isFailure(top), message: layers(answer).map(wordsIn).find(isSaid) }
  },
  z
    .object({ status: loose(statusNumber), failed: z.boolean(), message: loose(z.string()) })
    .transform(said => ({ ...said, failed: said.failed && said.status === undefined })),
)
