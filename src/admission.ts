import { NoOrganization, NotLinked } from './errors.ts'
import type { Link, Links } from './links/store.ts'
import type { Access, Actor, Admission, At, Guest, Linked, Person } from './person.ts'
import type { Client } from './service/client.ts'

/** Who came to a door, and how to learn where their clock stands. */
export type Caller = { person: Person; place(): Promise<Pick<At, 'zone' | 'locale'>> }

export type Admit = ReturnType<typeof createAdmit>

/** Tells who acts and with what, asking for nothing twice and only for what an operation needs. */
export function createAdmit(deps: { service: Client; links: Links; clock: () => Date }) {
  const { service, links, clock } = deps

  async function linkOf({ key }: Person): Promise<Link> {
    const link = await links.find(key)
    if (link === undefined) throw new NotLinked()
    return link
  }

  return {
    /** Fails with NotLinked or NoOrganization where the link alone shows that the person cannot act. */
    async check({ person }: Caller, access: Access): Promise<void> {
      if (access === 'guest') return
      const { organization } = await linkOf(person)
      if (access === 'actor' && organization === undefined) throw new NoOrganization()
    },

    /** The ways to get hold of the one who acts. */
    admit({ person, place }: Caller): Admission {
      const guest: Guest = { person, links, callWith: service.call }
      const linked = once(async (): Promise<Linked> => {
        const link = await linkOf(person)
        const at = { now: clock(), ...(await place()) }
        return {
          ...guest,
          at,
          link,
          call: (endpoint, request) => service.call(endpoint, request, link.token),
        }
      })
      const actor = once(async (): Promise<Actor> => {
        const me = await linked()
        const { organization } = me.link
        if (organization === undefined) throw new NoOrganization()
        const plans = once(async () => {
          const listed = await me.call('listPlans', { org_id: organization.id })
          return listed.plans.map(plan => ({ ...plan, within: organization.id }))
        })
        return { ...me, organization, plans }
      })
      return { guest: async () => guest, linked, actor }
    },
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
