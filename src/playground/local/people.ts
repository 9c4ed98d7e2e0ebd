import { type Link, type Links, LinkUnreadable, type PersonKey, personKey } from '../../core/person.ts'
import { createClient } from '../../service/client.ts'
import type { Role } from '../../service/contract/users.ts'
import { team } from '../local-workspace.ts'

const person = (name: string, about: { role: Role; linked: boolean; zone: string; locale: string }) => ({
  id: `U${name.toUpperCase()}`,
  name,
  email: `${name.toLowerCase()}@acme.test`,
  about: about.role,
  ...about,
})

/** People with accounts in the embedded service, by e-mail. Sam is not linked at the start. */
export const people = [
  person('Ana', { role: 'admin', linked: true, zone: 'Europe/Berlin', locale: 'de-DE' }),
  person('Bo', { role: 'viewer', linked: true, zone: 'America/New_York', locale: 'en-US' }),
  person('Cleo', { role: 'owner', linked: true, zone: 'Asia/Tokyo', locale: 'ja-JP' }),
  person('Sam', { role: 'member', linked: false, zone: 'Australia/Sydney', locale: 'en-AU' }),
]

export const channels = [
  { id: 'COPS', name: 'ops' },
  { id: 'CDEV', name: 'dev' },
  { id: 'CFINANCE', name: 'finance' },
]

/** The embedded service, as far as the playground plays with it. */
export type Embedded = {
  url: string
  tokenOf(email: string): string | undefined
  reset(): void
  pausesOf(plan: string): { from: string; until: string }[]
  breakFor(ms: number): void
}

const TIMEOUT_MS = 5000

/** Links people with their accounts in the embedded service, if there is one. */
export const createLinking = ({ links, embedded }: { links: Links; embedded: Embedded | undefined }) => {
  /** Separate from the bot's client, which the inspector watches. */
  const service = embedded && createClient({ url: embedded.url, timeoutMs: TIMEOUT_MS })

  const initialLink = async ({ email, linked }: (typeof people)[number]): Promise<Link | undefined> => {
    const token = linked ? embedded?.tokenOf(email) : undefined
    if (!service || token === undefined) return undefined
    const { organizations } = await service.call('listOrganizations', {}, token)
    const [organization] = organizations.map(({ org_id, org_name }) => ({ id: org_id, name: org_name }))
    return { token, ...(organization && { organization }) }
  }

  const isLinked = async (key: PersonKey): Promise<boolean> => {
    try {
      return (await links.find(key)) !== undefined
    } catch (error) {
      if (error instanceof LinkUnreadable) return false
      throw error
    }
  }

  /** Links all people, or with `missing` those without a link that the present key can read. */
  const link = async (missing: boolean): Promise<void> => {
    for (const person of people) {
      const key = personKey({ team: team.id, user: person.id })
      if (missing && (await isLinked(key))) continue
      const link = await initialLink(person)
      if (link) await links.keep(key, link)
      else if (!missing) await links.forget(key)
    }
  }

  return {
    begin: () => link(true),
    /** Restores the initial links. A linked person has a link at all times. */
    reset: () => link(false),
    close: async () => service?.close(),
  }
}
