import { createBounded } from '../core/bounded.ts'
import { frozen } from '../core/derived.ts'
import type { Answer, EndpointName } from './contract/contract.ts'

/** In characters, of all endpoints together: many of the longest lists, or very many short ones. */
const MOST = 8_000_000

/** What one text means, by the endpoint that said it. */
type Meanings = { readonly [N in EndpointName]?: Answer<N> }

/**
 * What was read before of answers with the very same text. To read one costs more than all else that is done for a
 * request, and the people of an organization are told much the same.
 */
export function createRemembered(most = MOST) {
  const known = createBounded<Meanings>({ most, sizeOf: text => text.length })
  return {
    recall: <N extends EndpointName>(name: N, text: string): Answer<N> | undefined => known.get(text)?.[name],

    /** Keeps what was read of an answer, which nobody can change from now on; gives it back. */
    remember<N extends EndpointName>(name: N, text: string, answer: Answer<N>): Answer<N> {
      known.set(text, { ...known.get(text), [name]: frozen(answer) })
      return answer
    },
  }
}
