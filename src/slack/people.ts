import type { webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { At } from '../person.ts'
import { keyOf, type Origin } from './origin.ts'

type Place = Pick<At, 'zone' | 'locale'>

/** How long a profile counts as known: people travel, but seldom within minutes. */
const KNOWN_MS = 10 * 60 * 1000
const REMEMBERED = 10_000

const profileSchema = z.object({ user: z.object({ tz: z.string().min(1), locale: z.string().optional() }) })

export type People = ReturnType<typeof createPeople>

/** Time zones and locales of Slack's people, of their profiles (https://docs.slack.dev/reference/methods/users.info). */
export function createPeople({ clock, log }: { clock: () => Date; log: Logger }) {
  const known = new Map<string, { place: Place; since: number }>()

  return {
    /** Where a person's clock stands. Without an answer from Slack: as last known, else in UTC. */
    async place(client: webApi.WebClient, origin: Origin): Promise<Place> {
      const key = keyOf(origin)
      const last = known.get(key)
      const now = clock().getTime()
      if (last && now - last.since < KNOWN_MS) return last.place
      try {
        const { user } = profileSchema.parse(
          await client.users.info({ user: origin.user, include_locale: true }),
        )
        const place = { zone: user.tz, locale: user.locale }
        known.delete(key)
        known.set(key, { place, since: now })
        for (const oldest of known.keys()) {
          if (known.size <= REMEMBERED) break
          known.delete(oldest)
        }
        return place
      } catch (error) {
        log.warn({ person: key, reason: error instanceof Error ? error.message : 'unknown' }, 'no profile')
        return last?.place ?? { zone: 'UTC' }
      }
    },
  }
}
