import { isDeepStrictEqual } from 'node:util'
import { type Answer, contract, type EndpointName } from './contract/contract.ts'

/** What the contract itself says of an answer: what of it could not be read, and the count in the place of a list. */
const REMARK = /unread$|^resourceCount$/i

const isRemark = (key: string, held: unknown): boolean =>
  REMARK.test(key) && (typeof held === 'number' || held === true)

const withoutRemarks = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer, (key, held) => (isRemark(key, held) ? undefined : held)) ?? 'null')

/**
 * An answer that was read before, from the JSON of it; nothing where that is not what this version reads of an answer, but
 * another one's, or nobody's: what is read of what was read is the same again, but for the remarks.
 */
export function reread<N extends EndpointName>(name: N, json: string): Answer<N> | undefined {
  try {
    const kept: Answer<N> = JSON.parse(json)
    const read = contract[name].answer.safeParse(kept)
    return read.success && isDeepStrictEqual(withoutRemarks(read.data), withoutRemarks(kept))
      ? kept
      : undefined
  } catch {
    return undefined
  }
}
