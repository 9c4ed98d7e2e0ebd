import type { webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import type { Caller, IncomingRequest } from '../../core/authenticate.ts'
import { createCache } from '../../core/cache.ts'
import type { Locale } from '../../core/context.ts'
import { limits } from '../../message/blocks.ts'
import { BARE_MENTION, cutMrkdwn } from '../../message/mrkdwn.ts'
import { keyOf, type Origin, originLater, strangerFrom } from '../origin.ts'

/** How long a profile is kept; a failure, or a profile that cannot become a member, is asked for again sooner. */
const KNOWN_MS = 60 * 60 * 1000
const FAILED_MS = 30 * 1000

const MAX_MENTIONED = 10

/** What Slack tells of a person; without a zone while it does not. */
type Profile = Partial<Omit<ReturnType<typeof profileOf>, 'locale'>> & { locale: Locale }

function profileOf({ user = {} }: webApi.UsersInfoResponse) {
  const inactive = user.is_bot ? ('app' as const) : undefined
  return {
    locale: { zone: user.tz || 'UTC', locale: user.locale || undefined },
    handle: user.name || undefined,
    name: user.real_name || undefined,
    email: user.profile?.email || undefined,
    inactive: user.deleted ? ('deactivated' as const) : inactive,
    team: user.team_id || undefined,
    enterprise: user.enterprise_user?.enterprise_id || undefined,
  }
}

export type People = ReturnType<typeof createPeople>

/** Names, e-mails, time zones and locales of people in Slack (https://docs.slack.dev/reference/methods/users.info). */
export function createPeople({ clock, log }: { clock: () => Date; log: Logger }) {
  const profiles = createCache<Profile>(KNOWN_MS, clock)

  /** A person's profile. Where Slack fails: the last known one, else one without a zone. */
  async function profile(client: webApi.WebClient, origin: Origin): Promise<Profile> {
    const key = keyOf(origin)
    const last = profiles.peek(key, { allowStale: true })
    const known = profiles.get(key)
    if (known) return known
    try {
      const found = profileOf(await client.users.info({ user: origin.user, include_locale: true }))
      profiles.set(key, found, { ttl: found.email && !found.inactive ? KNOWN_MS : FAILED_MS })
      return found
    } catch (error) {
      log.warn({ person: key, reason: error }, 'no profile')
      const found = last ?? { locale: { zone: undefined } }
      profiles.set(key, found, { ttl: FAILED_MS })
      return found
    }
  }

  const people = {
    profile,

    /**
     * The origin of a person from another workspace with the enterprise of their profile, so that they are
     * the same person everywhere. Without one, or while Slack does not tell, they belong to their own
     * workspace.
     */
    async atHome(client: webApi.WebClient, origin: Origin): Promise<Origin> {
      if (origin.from === undefined) return origin
      const known = await profile(client, origin)
      const { enterprise } = known
      if (enterprise === undefined) return origin
      const { from: _, ...there } = origin
      const home = enterprise === origin.enterprise ? there : { ...there, from: enterprise }
      if (!profiles.has(keyOf(home))) profiles.set(keyOf(home), known)
      return home
    },

    /** The origin at home of a person of whom only the id is known. */
    async byId(client: webApi.WebClient, origin: Origin): Promise<Origin> {
      const { team } = await profile(client, origin)
      return people.atHome(client, { ...origin, ...strangerFrom(team, origin) })
    },

    /** The profile of a user (https://docs.slack.dev/reference/scopes/users.read.email); empty while Slack does not tell. */
    profileOf: (client: webApi.WebClient, { from: _, ...here }: Origin, user: string): Promise<Profile> =>
      profile(client, { ...here, user }),

    /** A message whose mentions have handles, as far as Slack tells them. */
    async withHandles(client: webApi.WebClient, origin: Origin, text: string): Promise<string> {
      const users = new Set(text.matchAll(BARE_MENTION).map(([, user = '']) => user))
      const mentioned = [...users].slice(0, MAX_MENTIONED)
      const found = await Promise.all(mentioned.map(user => people.profileOf(client, origin, user)))
      return text.replace(BARE_MENTION, (bare, user: string) => {
        const handle = found[mentioned.indexOf(user)]?.handle
        return handle === undefined ? bare : `<@${user}|${handle}>`
      })
    },

    /** How a person is introduced: by their e-mail or id, and real name. Display names are free to choose, so never by these. */
    async introduce(client: webApi.WebClient, origin: Origin): Promise<{ name: string; workspace?: string }> {
      const workspaceOf = client.auth.test().then(
        ({ team }) => team,
        () => undefined,
      )
      const [{ name, email }, workspace] = await Promise.all([profile(client, origin), workspaceOf])
      const id = email ?? origin.user
      return { name: name ? `${id} (${name})` : id, ...(workspace && { workspace }) }
    },
  }
  return people
}

/** The person at an origin. */
export const callerOf = (
  people: People,
  { client, origin }: { client: webApi.WebClient; origin: Origin },
  incoming?: IncomingRequest,
): Caller => ({
  incoming,
  person: { key: keyOf(origin), user: origin.user, isStranger: origin.from !== undefined },
  workspace: { team: origin.team, enterprise: origin.enterprise },
  channel: origin.channel,
  originIn: channel => originLater(origin, channel),
  postIn: (channel, text) => client.chat.postMessage({ channel, text: cutMrkdwn(text, limits.messageText) }),
  locale: async () => (await people.profile(client, origin)).locale,
  profileOf: user => people.profileOf(client, origin, user),
})
