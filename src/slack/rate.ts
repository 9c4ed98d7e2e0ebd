import { createBounded } from '../bounded.ts'

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

  function add(person: string, at: number): Bucket {
    const bucket = { tokens: burst, at, told: false }
    buckets.set(person, bucket)
    return bucket
  }

  return (person: string): Pace => {
    const time = now()
    const bucket = buckets.get(person) ?? add(person, time)
    const { tokens, at, told } = bucket
    const filled = Math.min(burst, tokens + ((time - at) / 1000) * perSecond)
    const fits = filled >= 1
    Object.assign(bucket, { tokens: fits ? filled - 1 : filled, at: time, told: !fits })
    if (fits) return 'fits'
    return told ? 'too many' : 'first too many'
  }
}
