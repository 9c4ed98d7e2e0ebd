import { NoOrganization, NotLinked, Refused } from './errors.ts'
import type { Link, Links, Organization } from './links/store.ts'
import type { Access, Actor, Admission, At, Guest, Kinds, Linked, Person } from './person.ts'
import type { Raw } from './raw.ts'
import type { Client } from './service/client.ts'
import { mrkdwn } from './slack/mrkdwn.ts'
import { organizationOf, within } from './text/within.ts'

/** Who came to a door, and how to learn what Slack knows: where their clock stands, and other people's e-mails. */
export type Caller = {
  person: Person
  whereabouts(): Promise<Pick<At, 'zone' | 'locale'>>
  emailOf(user: string): Promise<string | undefined>
}

export type Admit = ReturnType<typeof createAdmit>

/** Tells who acts and with what, asking for nothing twice and only for what an operation needs. */
export function createAdmit(deps: { service: Client; links: Links; clock: () => Date; kinds: Kinds }) {
  const { service, links, clock, kinds } = deps

  async function linkOf({ key }: Person): Promise<Link> {
    const link = await links.find(key)
    if (link === undefined) throw new NotLinked()
    return link
  }

  return {
    /**
     * The words, bound to the organization that they are about where it matters. Asks only for the link.
     * @throws NotLinked or NoOrganization where the link alone shows that the person cannot act; Refused where the words
     *   are about another organization
     */
    async bind({ person }: Caller, access: Access, raw: Raw): Promise<Raw> {
      if (access === 'guest') return raw
      const { organization } = await linkOf(person)
      if (access === 'linked') return raw
      if (organization === undefined) throw new NoOrganization()
      return boundTo(organization, raw)
    },

    /** The ways to get hold of the one who acts. */
    admit({ person, whereabouts, emailOf }: Caller): Admission {
      const guest: Guest = { person, links, callWith: service.call, kinds, actor: () => actor() }
      const linked = once(async (): Promise<Linked> => {
        const link = await linkOf(person)
        const at = { now: clock(), ...(await whereabouts()) }
        const call: Linked['call'] = (endpoint, request) => service.call(endpoint, request, link.token)
        return { ...guest, at, link, emailOf, call, read: rememberingReads(call) }
      })
      const actor = once(async (): Promise<Actor> => {
        const me = await linked()
        const { organization } = me.link
        if (organization === undefined) throw new NoOrganization()
        const plans = async () => {
          const listed = await me.read('listPlans', { org_id: organization.id })
          return listed.plans.map(plan => ({ ...plan, within: organization.id }))
        }
        const credentials = async () => {
          const listed = await me.read('listCredentials', { org_id: organization.id })
          return listed.credentials.map(credential => ({ ...credential, within: organization.id }))
        }
        return { ...me, organization, plans, credentials }
      })
      return { guest: async () => guest, linked, actor }
    },
  }
}

/** @throws Refused where the words are about another organization than the one that is acted in */
function boundTo(organization: Organization, raw: Raw): Raw {
  const meant = organizationOf(raw)
  if (meant === undefined || meant.id === organization.id) return { ...raw, ...within(organization) }
  throw new Refused(
    mrkdwn`This is about *${meant.name}*, but you act in *${organization.name}* now, so nothing was done. \`/dayshift use\` uses another.`,
  )
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** A call whose answers are kept: the same question is asked once, or again where it failed. */
function rememberingReads(call: Linked['call']): Linked['read'] {
  const asked = new Map<string, Promise<unknown>>()
  return (endpoint, request) => {
    const key = JSON.stringify([endpoint, request])
    const answer = asked.get(key) ?? call(endpoint, request)
    asked.set(key, answer)
    answer.catch(() => asked.delete(key))
    // What was asked with an endpoint's name is that endpoint's answer.
    return answer as ReturnType<typeof call<typeof endpoint>>
  }
}
