import { createBounded } from '../../core/bounded.ts'

/** What came of one more request: it passes, or it is one too many, and the first of those or not. */
export type Pace = 'fits' | 'first too many' | 'too many'

type Bucket = { tokens: number; at: number; told: boolean }

export type RateOptions = {
  /** As many at once, after a rest. */
  burst: number
  /** As many in the long run. */
  perSecond: number
  /** Milliseconds of a clock that never goes back. */
  now: () => number
}

/**
 * A token bucket for each of the people who were here last. Whoever has used theirs up may go on as it fills, and is
 * told again only when they were let in between.
 */
export function createRate({ burst, perSecond, now }: RateOptions) {
  const buckets = createBounded<Bucket>()

  return (person: string): Pace => {
    const time = now()
    const { tokens, at, told } = buckets.get(person) ?? { tokens: burst, at: time, told: false }
    const filled = Math.min(burst, tokens + ((time - at) / 1000) * perSecond)
    const fits = filled >= 1
    buckets.set(person, { tokens: fits ? filled - 1 : filled, at: time, told: !fits })
    if (fits) return 'fits'
    return told ? 'too many' : 'first too many'
  }
}
