import { LRUCache } from 'lru-cache'
import { frozen } from '../derived.ts'
import type { Answer, EndpointName } from './contract/index.ts'

type Remembered<A> = { get(text: string): A | undefined; set(text: string, answer: A): unknown }

/** In characters, for each endpoint: a few of the longest lists, or very many short ones. */
const SIZED = { maxSize: 4_000_000, sizeCalculation: (_: unknown, text: string) => text.length }

const remembered: { [N in EndpointName]?: Remembered<Answer<N>> } = {}

/**
 * What was read before of an answer with the very same text. To read one costs more than all else that is done for a
 * request, and the people of an organization are told much the same.
 */
export const recall = <N extends EndpointName>(name: N, text: string): Answer<N> | undefined =>
  remembered[name]?.get(text)

/** Keeps what was read of an answer, which nobody can change from now on; gives it back. */
export function remember<N extends EndpointName>(name: N, text: string, answer: Answer<N>): Answer<N> {
  if (text !== '') cacheOf(remembered, name).set(text, frozen(answer))
  return answer
}

function cacheOf<N extends EndpointName>(all: { [K in N]?: Remembered<Answer<K>> }, name: N) {
  const known: Remembered<Answer<N>> = all[name] ?? new LRUCache<string, Answer<N>>(SIZED)
  all[name] = known
  return known
}
