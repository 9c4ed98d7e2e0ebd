import type { webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { At } from '../person.ts'
import { keyOf, type Origin } from './origin.ts'

type Place = Pick<At, 'zone' | 'locale'>

/** How long a profile counts as known: people travel, but seldom within minutes. A failure is asked about again sooner. */
const KNOWN_MS = 10 * 60 * 1000
const FAILED_MS = 30 * 1000
const REMEMBERED = 10_000

/** Whoever has no zone in Slack is taken at UTC. */
const profileSchema = z.object({
  user: z.object({ tz: z.string().nullish(), locale: z.string().nullish() }).default({}),
})

export type People = ReturnType<typeof createPeople>

/** Time zones and locales of Slack's people, of their profiles (https://docs.slack.dev/reference/methods/users.info). */
export function createPeople({ clock, log }: { clock: () => Date; log: Logger }) {
  const known = new Map<string, { place: Place; until: number }>()

  function remember(key: string, place: Place, until: number): Place {
    known.delete(key)
    known.set(key, { place, until })
    for (const oldest of known.keys()) {
      if (known.size <= REMEMBERED) break
      known.delete(oldest)
    }
    return place
  }

  return {
    /** Where a person's clock stands. Where Slack fails: as last known, else without a zone. */
    async place(client: webApi.WebClient, origin: Origin): Promise<Place> {
      const key = keyOf(origin)
      const last = known.get(key)
      const now = clock().getTime()
      if (last && now < last.until) return last.place
      try {
        const { user } = profileSchema.parse(
          await client.users.info({ user: origin.user, include_locale: true }),
        )
        return remember(key, { zone: user.tz || 'UTC', locale: user.locale ?? undefined }, now + KNOWN_MS)
      } catch (error) {
        log.warn({ person: key, reason: error instanceof Error ? error.message : 'unknown' }, 'no profile')
        return remember(key, last?.place ?? { zone: undefined }, now + FAILED_MS)
      }
    },
  }
}
