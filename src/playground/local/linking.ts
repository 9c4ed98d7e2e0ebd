import { createClient } from '../../service/client.ts'
import { type Link, type Links, LinkUnreadable, type PersonKey, personKey } from '../../storage/links.ts'
import { team } from '../workspace.ts'
import { people } from './people.ts'

/** What the playground does with a service of its own: it knows its people's tokens, and can start over. */
export type Embedded = { url: string; tokenOf(email: string): string | undefined; reset(): void }

const LINKING_MS = 5000

/** Links the people of the local mode with their accounts in the embedded service, where there is one. */
export const createLinking = ({ links, embedded }: { links: Links; embedded: Embedded | undefined }) => {
  /** A way of its own, on which no watch is kept. */
  const service = embedded && createClient({ url: embedded.url, timeoutMs: LINKING_MS })

  /** The link that somebody begins with; nothing for whoever has no account or is to link it by hand. */
  const firstLink = async ({ email, linked }: (typeof people)[number]): Promise<Link | undefined> => {
    const token = linked ? embedded?.tokenOf(email) : undefined
    if (!service || token === undefined) return undefined
    const { organizations } = await service.call('listOrganizations', {}, token)
    const [organization] = organizations.map(({ org_id, org_name }) => ({ id: org_id, name: org_name }))
    return { token, ...(organization && { organization }) }
  }

  const keyOf = (id: string) => personKey({ team: team.id, user: id })

  const isLinked = async (key: PersonKey): Promise<boolean> => {
    try {
      return (await links.find(key)) !== undefined
    } catch (error) {
      if (error instanceof LinkUnreadable) return false
      throw error
    }
  }

  return {
    /** Links whoever is not linked yet, or not any more since the key that sealed it is gone. */
    begin: async () => {
      for (const person of people) {
        if (await isLinked(keyOf(person.id))) continue
        const link = await firstLink(person)
        if (link) await links.keep(keyOf(person.id), link)
      }
    },
    /** Links everybody as in the beginning, whatever they have done since; at no time is one of them without a link. */
    startOver: async () => {
      for (const person of people) {
        const link = await firstLink(person)
        if (link) await links.keep(keyOf(person.id), link)
        else await links.forget(keyOf(person.id))
      }
    },
    close: async () => service?.close(),
  }
}
