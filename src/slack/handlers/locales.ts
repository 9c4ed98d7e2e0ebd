import type { webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import { z } from 'zod'
import { createBounded } from '../../core/bounded.ts'
import type { Locale, SlackProfile } from '../../core/context.ts'
import { keyOf, type Origin, strangerFrom } from '../origin.ts'
import { withoutAddresses } from '../without-addresses.ts'

type Profile = SlackProfile & {
  locale: Locale
  handle?: string | undefined
  name?: string | undefined
  team?: string | undefined
  enterprise?: string | undefined
}

/** How long a profile is cached; a failure, or a profile that cannot become a member, is asked for again sooner. */
const KNOWN_MS = 60 * 60 * 1000
const FAILED_MS = 30 * 1000

/** A mention by the id alone, as messages have it; commands add the handle. */
const BARE_MENTION = /<@(\w+)>/g
const MAX_MENTIONED = 10

const text = z.string().nullish()

const profileSchema = z.object({
  user: z
    .object({
      team_id: text,
      name: text,
      tz: text,
      locale: text,
      deleted: z.boolean().nullish(),
      is_bot: z.boolean().nullish(),
      real_name: text,
      profile: z.object({ email: text }).nullish(),
      enterprise_user: z.object({ enterprise_id: text }).nullish(),
    })
    .default({}),
})

const workspaceSchema = z.object({ team: text })

export type People = ReturnType<typeof createPeople>

/** Names, e-mails, time zones and locales of people in Slack (https://docs.slack.dev/reference/methods/users.info). */
export function createPeople({ clock, log }: { clock: () => Date; log: Logger }) {
  const profiles = createBounded<{ profile: Profile; asked: number; freshMs: number }>()

  function remember(key: string, profile: Profile, freshMs: number): Profile {
    profiles.set(key, { profile, asked: clock().getTime(), freshMs })
    return profile
  }

  /** A person's profile, at most `maxAgeMs` old. Where Slack fails: the last known one, else one without a zone. */
  function profile(
    client: webApi.WebClient,
    origin: Origin,
    maxAgeMs = KNOWN_MS,
  ): Profile | Promise<Profile> {
    const key = keyOf(origin)
    const last = profiles.get(key)
    const isFresh = last && clock().getTime() < last.asked + Math.min(last.freshMs, maxAgeMs)
    return isFresh ? last.profile : askFor(client, origin.user, key, last?.profile)
  }

  async function askFor(client: webApi.WebClient, id: string, key: string, last?: Profile): Promise<Profile> {
    try {
      const { user } = profileSchema.parse(await client.users.info({ user: id, include_locale: true }))
      const locale = { zone: user.tz || 'UTC', locale: user.locale ?? undefined }
      const found = {
        locale,
        handle: user.name || undefined,
        name: user.real_name || undefined,
        email: user.profile?.email || undefined,
        gone: user.deleted ? ('deactivated' as const) : user.is_bot ? ('app' as const) : undefined,
        team: user.team_id || undefined,
        enterprise: user.enterprise_user?.enterprise_id || undefined,
      }
      return remember(key, found, KNOWN_MS)
    } catch (error) {
      log.warn({ person: key, reason: withoutAddresses(error) }, 'no profile')
      return remember(key, last ?? { locale: { zone: undefined } }, FAILED_MS)
    }
  }

  const people = {
    /**
     * The origin of a person from another workspace with the enterprise of their profile, so that they are the same person
     * everywhere. Without one, or while Slack does not tell, they belong to their own workspace.
     */
    async atHome(client: webApi.WebClient, origin: Origin): Promise<Origin> {
      if (origin.from === undefined) return origin
      const { enterprise, ...known } = await profile(client, origin)
      if (enterprise === undefined) return origin
      const { from: _, ...there } = origin
      const home = enterprise === origin.enterprise ? there : { ...there, from: enterprise }
      if (!profiles.get(keyOf(home))) remember(keyOf(home), { ...known, enterprise }, KNOWN_MS)
      return home
    },

    /** The same of a person of whom only the id is known. */
    async byId(client: webApi.WebClient, origin: Origin): Promise<Origin> {
      const { team } = await profile(client, origin)
      return people.atHome(client, { ...origin, ...strangerFrom(team, origin) })
    },

    /** A person's time zone and language; without a zone while Slack does not tell. */
    localeOf: async (client: webApi.WebClient, origin: Origin): Promise<Locale> =>
      (await profile(client, origin)).locale,

    /** A message whose mentions have handles, as far as Slack tells them. */
    async withHandles(client: webApi.WebClient, { from: _, ...here }: Origin, text: string): Promise<string> {
      const users = [...new Set(text.matchAll(BARE_MENTION).map(([, user = '']) => user))].slice(
        0,
        MAX_MENTIONED,
      )
      const found = await Promise.all(users.map(user => profile(client, { ...here, user })))
      const handles = new Map(users.map((user, at) => [user, found[at]?.handle]))
      return text.replace(BARE_MENTION, (bare, user: string) => {
        const handle = handles.get(user)
        return handle === undefined ? bare : `<@${user}|${handle}>`
      })
    },

    /** The profile of a user (https://docs.slack.dev/reference/scopes/users.read.email); empty while Slack does not tell. */
    async profileOf(
      client: webApi.WebClient,
      { from: _, ...here }: Origin,
      user: string,
    ): Promise<SlackProfile> {
      const origin = { ...here, user }
      const found = await profile(client, origin)
      const { email, gone } = found.email && !found.gone ? found : await profile(client, origin, FAILED_MS)
      return { email, gone }
    },

    /** The real name of a user; undefined while Slack does not tell. */
    async nameOf(client: webApi.WebClient, { from: _, ...here }: Origin, user: string) {
      return (await profile(client, { ...here, user })).name
    },

    /** How a person is introduced: by their e-mail or id, and real name. Display names are free to choose, so never by these. */
    async introduce(client: webApi.WebClient, origin: Origin): Promise<{ name: string; workspace?: string }> {
      const [{ name, email }, workspace] = await Promise.all([profile(client, origin), workspaceOf(client)])
      const id = email ?? origin.user
      return { name: name ? `${id} (${name})` : id, ...(workspace && { workspace }) }
    },
  }
  return people

  async function workspaceOf(client: webApi.WebClient): Promise<string | undefined> {
    try {
      return workspaceSchema.parse(await client.auth.test()).team ?? undefined
    } catch (error) {
      log.warn({ reason: withoutAddresses(error) }, 'no name of the workspace')
      return undefined
    }
  }
}
