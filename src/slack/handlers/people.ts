import type { webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import { createCache } from '../../core/cache.ts'
import type { Caller, IncomingRequest, Locale } from '../../core/context.ts'
import { BARE_MENTION } from '../../message/mrkdwn.ts'
import { externalWorkspace, followUpOrigin, keyOf, type Origin } from '../origin.ts'

/** How long a profile is cached; less for failures and for profiles without an e-mail. */
const PROFILE_TTL_MS = 60 * 60 * 1000
const FAILURE_TTL_MS = 30 * 1000

const MAX_MENTIONED = 10

/** A person's profile in Slack; only a locale without a zone if Slack does not return it. */
type Profile = Partial<Omit<ReturnType<typeof parseProfile>, 'locale'>> & { locale: Locale }

function parseProfile({ user = {} }: webApi.UsersInfoResponse) {
  return {
    locale: { zone: user.tz || 'UTC', locale: user.locale || undefined },
    handle: user.name || undefined,
    name: user.real_name || undefined,
    email: user.profile?.email || undefined,
    team: user.team_id || undefined,
    enterprise: user.enterprise_user?.enterprise_id || undefined,
  }
}

export type People = ReturnType<typeof createPeople>

/** Profiles of people in Slack (https://docs.slack.dev/reference/methods/users.info). */
export function createPeople({ clock, log }: { clock: () => Date; log: Logger }) {
  const profiles = createCache<Profile>(PROFILE_TTL_MS, clock)

  /** A person's profile. If Slack fails: the expired one from the cache, else one without a zone. */
  async function profile(client: webApi.WebClient, origin: Origin): Promise<Profile> {
    const key = keyOf(origin)
    const cached = profiles.get(key, { noDeleteOnStaleGet: true })
    if (cached) return cached
    try {
      const fresh = parseProfile(await client.users.info({ user: origin.user, include_locale: true }))
      profiles.set(key, fresh, { ttl: fresh.email ? PROFILE_TTL_MS : FAILURE_TTL_MS })
      return fresh
    } catch (error) {
      log.warn({ person: key, reason: error }, 'no profile')
      const fallback = profiles.peek(key, { allowStale: true }) ?? { locale: { zone: undefined } }
      profiles.set(key, fallback, { ttl: FAILURE_TTL_MS })
      return fallback
    }
  }

  const people = {
    profile,

    /**
     * Resolves the origin of a person from another workspace to their profile's enterprise, so that they have
     * one identity everywhere. Without an enterprise, or if Slack fails, they belong to their own workspace.
     */
    async resolveOrigin(client: webApi.WebClient, origin: Origin): Promise<Origin> {
      if (origin.from === undefined) return origin
      const ownProfile = await profile(client, origin)
      const { enterprise } = ownProfile
      if (enterprise === undefined) return origin
      const { from: _, ...withoutFrom } = origin
      const resolved = enterprise === origin.enterprise ? withoutFrom : { ...withoutFrom, from: enterprise }
      if (!profiles.has(keyOf(resolved))) profiles.set(keyOf(resolved), ownProfile)
      return resolved
    },

    /** Resolves the origin of a person of whom only the user id is known. */
    async resolveOriginById(client: webApi.WebClient, origin: Origin): Promise<Origin> {
      const { team } = await profile(client, origin)
      return people.resolveOrigin(client, { ...origin, ...externalWorkspace(team, origin) })
    },

    /** A user's profile (https://docs.slack.dev/reference/scopes/users.read.email); empty if Slack fails. */
    profileOf: (client: webApi.WebClient, { from: _, ...rest }: Origin, user: string): Promise<Profile> =>
      profile(client, { ...rest, user }),

    /** Adds handles to the mentions in a text, where Slack returns them. */
    async withHandles(client: webApi.WebClient, origin: Origin, text: string): Promise<string> {
      const users = new Set(text.matchAll(BARE_MENTION).map(([, user = '']) => user))
      const mentioned = [...users].slice(0, MAX_MENTIONED)
      const results = await Promise.all(mentioned.map(user => people.profileOf(client, origin, user)))
      return text.replace(BARE_MENTION, (bare, user: string) => {
        const handle = results[mentioned.indexOf(user)]?.handle
        return handle === undefined ? bare : `<@${user}|${handle}>`
      })
    },

    /** Describes a person by e-mail or id, and real name; never by a display name, which is freely chosen. */
    async identify(client: webApi.WebClient, origin: Origin): Promise<{ name: string; workspace?: string }> {
      const workspaceName = client.auth.test().then(
        ({ team }) => team,
        () => undefined,
      )
      const [{ name, email }, workspace] = await Promise.all([profile(client, origin), workspaceName])
      const id = email ?? origin.user
      return { name: name ? `${id} (${name})` : id, ...(workspace && { workspace }) }
    },
  }
  return people
}

export const callerOf = (
  people: People,
  { client, origin }: { client: webApi.WebClient; origin: Origin },
  incoming?: IncomingRequest,
): Caller => ({
  incoming,
  person: { key: keyOf(origin), user: origin.user, isStranger: origin.from !== undefined },
  workspace: { team: origin.team, enterprise: origin.enterprise },
  channel: origin.channel,
  originIn: channel => followUpOrigin(origin, channel),
  locale: async () => (await people.profile(client, origin)).locale,
  profileOf: user => people.profileOf(client, origin, user),
})
