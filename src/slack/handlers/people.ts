import type { webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import { z } from 'zod'
import { createBounded } from '../../core/bounded.ts'
import type { InSlack } from '../../core/context.ts'
import type { Whereabouts } from '../../core/locale.ts'
import { keyOf, type Origin } from '../origin.ts'
import { withoutAddresses } from '../without-addresses.ts'

type Profile = InSlack & {
  whereabouts: Whereabouts
  handle?: string | undefined
  name?: string | undefined
  enterprise?: string | undefined
}

/**
 * How long a profile counts as known: people travel, but seldom within the hour. A failure is asked about again sooner, and
 * so is what keeps somebody from being a member, which may be put right at once.
 */
const KNOWN_MS = 60 * 60 * 1000
const FAILED_MS = 30 * 1000

/** Somebody who is mentioned by their id alone, as in a message; the handle is known in a command. */
const BARE = /<@(\w+)>/g
const MOST_MENTIONED = 10

const text = z.string().nullish()

/** Whoever has no zone in Slack is taken at UTC. */
const profileSchema = z.object({
  user: z
    .object({
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

/** Names, e-mails, time zones and locales of Slack's people, of their profiles (https://docs.slack.dev/reference/methods/users.info). */
export function createPeople({ clock, log }: { clock: () => Date; log: Logger }) {
  const known = createBounded<{ profile: Profile; asked: number; freshMs: number }>()

  function remember(key: string, profile: Profile, freshMs: number): Profile {
    known.set(key, { profile, asked: clock().getTime(), freshMs })
    return profile
  }

  /** A person's profile, asked for where it is not known, or for longer. Where Slack fails: as last known, else without a zone. */
  function profileOf(
    client: webApi.WebClient,
    origin: Origin,
    longestMs = KNOWN_MS,
  ): Profile | Promise<Profile> {
    const key = keyOf(origin)
    const last = known.get(key)
    const isKnown = last && clock().getTime() < last.asked + Math.min(last.freshMs, longestMs)
    return isKnown ? last.profile : askFor(client, origin.user, key, last?.profile)
  }

  async function askFor(client: webApi.WebClient, id: string, key: string, last?: Profile): Promise<Profile> {
    try {
      const { user } = profileSchema.parse(await client.users.info({ user: id, include_locale: true }))
      const whereabouts = { zone: user.tz || 'UTC', locale: user.locale ?? undefined }
      const profile = {
        whereabouts,
        handle: user.name || undefined,
        name: user.real_name || undefined,
        email: user.profile?.email || undefined,
        gone: user.deleted ? ('deactivated' as const) : user.is_bot ? ('app' as const) : undefined,
        enterprise: user.enterprise_user?.enterprise_id || undefined,
      }
      return remember(key, profile, KNOWN_MS)
    } catch (error) {
      log.warn({ person: key, reason: withoutAddresses(error) }, 'no profile')
      return remember(key, last ?? { whereabouts: { zone: undefined } }, FAILED_MS)
    }
  }

  return {
    /**
     * The origin of somebody from another workspace, who is the same person as at home: of the enterprise that their profile
     * tells, be it the one here or another. Without it, or while Slack does not tell, they are of their own workspace.
     */
    async atHome(client: webApi.WebClient, origin: Origin): Promise<Origin> {
      if (origin.from === undefined) return origin
      const { enterprise, ...profile } = await profileOf(client, origin)
      if (enterprise === undefined) return origin
      const { from: _, ...there } = origin
      const home = enterprise === origin.enterprise ? there : { ...there, from: enterprise }
      if (!known.get(keyOf(home))) remember(keyOf(home), { ...profile, enterprise }, KNOWN_MS)
      return home
    },

    /** Where a person's clock stands; without a zone while Slack does not tell. */
    whereabouts: async (client: webApi.WebClient, origin: Origin): Promise<Whereabouts> =>
      (await profileOf(client, origin)).whereabouts,

    /** A message with the handles of those whom it mentions, as far as Slack tells them. */
    async mentionedIn(client: webApi.WebClient, { from: _, ...here }: Origin, text: string): Promise<string> {
      const users = [...new Set(text.matchAll(BARE).map(([, user = '']) => user))].slice(0, MOST_MENTIONED)
      const profiles = await Promise.all(users.map(user => profileOf(client, { ...here, user })))
      const handles = new Map(users.map((user, at) => [user, profiles[at]?.handle]))
      return text.replace(BARE, (bare, user: string) => {
        const handle = handles.get(user)
        return handle === undefined ? bare : `<@${user}|${handle}>`
      })
    },

    /** Who else somebody is; nothing while Slack does not tell (https://docs.slack.dev/reference/scopes/users.read.email). */
    async inSlack(client: webApi.WebClient, { from: _, ...here }: Origin, user: string): Promise<InSlack> {
      const origin = { ...here, user }
      const profile = await profileOf(client, origin)
      const { email, gone } =
        profile.email && !profile.gone ? profile : await profileOf(client, origin, FAILED_MS)
      return { email, gone }
    },

    /**
     * Who a person is, in which workspace: first what nobody gives to themselves, their e-mail or else their id, and
     * their name. Never their display name: everybody can call themselves like somebody else.
     */
    async introduce(client: webApi.WebClient, origin: Origin): Promise<{ name: string; workspace?: string }> {
      const [{ name, email }, workspace] = await Promise.all([profileOf(client, origin), workspaceOf(client)])
      const sure = email ?? origin.user
      return { name: name ? `${sure} (${name})` : sure, ...(workspace && { workspace }) }
    },
  }

  async function workspaceOf(client: webApi.WebClient): Promise<string | undefined> {
    try {
      return workspaceSchema.parse(await client.auth.test()).team ?? undefined
    } catch (error) {
      log.warn({ reason: withoutAddresses(error) }, 'no name of the workspace')
      return undefined
    }
  }
}
