import type { Passage } from '../changes/passage.ts'
import type { PastRecord } from '../changes/record.ts'
import { apartAmong } from '../language/names.ts'
import { organizationOf, within } from '../language/within.ts'
import { mrkdwn } from '../message/mrkdwn.ts'
import type { Client } from '../service/client.ts'
import type { Answer } from '../service/contract/contract.ts'
import { type Link, type Links, LinkUnreadable, linksOf, type Organization } from '../storage/links.ts'
import type {
  Access,
  Actor,
  Admission,
  Credential,
  Guest,
  InSlack,
  Kinds,
  Linked,
  Person,
  Plan,
} from './context.ts'
import { createDerived } from './derived.ts'
import { LinkOutOfReach, NoOrganization, NotLinked, OtherOrganization } from './errors.ts'
import type { Whereabouts } from './locale.ts'
import type { Raw } from './raw.ts'

/** Who came to a door, and how to learn what Slack knows: where their clock stands, and who other people are. */
export type Caller = {
  person: Person
  /** Whose installation of the bot serves them. */
  workspace: { team: string; enterprise?: string | undefined }
  whereabouts(): Promise<Whereabouts>
  inSlack(user: string): Promise<InSlack>
  /** What brought them here, where it may be to change something. */
  request?: IncomingRequest | undefined
}

/**
 * What somebody sent. `key` identifies the request itself: a retry of Slack's has the same. `matter` is the button or the
 * form that it came from, which may ask for the same again later, unless `once`.
 */
export type IncomingRequest = {
  key: string
  matter?: string | undefined
  once?: true
  team: string
  /** Where the answer belongs, as the door reads it again later. */
  origin(): string
  /** Called once it is written down, with what is being done, or nothing where it was asked for before: whoever sent it may be told. */
  taken?(doing: string | undefined): unknown
  /** Whoever sent it learns how to write down anew where the answer belongs. */
  written?(moves: (origin: string) => Promise<void>): void
}

/** Somebody who acts; their link is asked for once. */
export type Admitted = Admission & {
  /**
   * The words, bound to the organization that they are about where it matters. Asks only for the link.
   * @throws NotLinked or NoOrganization where the link alone shows that the person cannot act; OtherOrganization where
   *   the words are about another than the one that they act in
   */
  bind(access: Access, raw: Raw): Promise<Raw>
  /** The same, by the same link, where a change passes the journal. */
  passing(passage: Passage): Admitted
}

/** What somebody acts for: only to read, or to say or ask what is to be changed. */
export type Way = 'reading' | 'asking'

export type Admit = ReturnType<typeof createAdmit>

/** Tells who acts and with what, asking for nothing twice and only for what an operation needs. */
export function createAdmit(deps: {
  service: Client
  links: Links
  record: PastRecord
  clock: () => Date
  kinds: Kinds
}) {
  const { service, links, record, clock, kinds } = deps

  const plansOf = createDerived<Answer<'listPlans'>, readonly Plan[]>()
  const credentialsOf = createDerived<Answer<'listCredentials'>, readonly Credential[]>()

  async function linkOf({ key }: Person, way: Way): Promise<Link> {
    const link = way === 'reading' ? await links.recall(key) : await links.find(key)
    if (link === undefined) throw new NotLinked()
    return link
  }

  function admitted(caller: Caller, linkOfPerson: () => Promise<Link>, passage?: Passage): Admitted {
    const { person, workspace, whereabouts, inSlack } = caller
    const call = passage?.through(service.call) ?? service.call
    const guest: Guest = {
      person,
      links: linksOf(passage?.keeping(links) ?? links, person.key, workspace),
      record,
      callWith: service.call,
      kinds,
      actor: () => actor(),
    }
    const linkHere = passage ? linkOfPerson : () => linkOfPerson().catch(nothingBegun)
    const linked = once(async (): Promise<Linked> => {
      const link = await linkHere()
      const place = passage ? await passage.whereabouts(whereabouts) : await whereabouts()
      const at = { now: passage?.now ?? clock(), ...place }
      const own: Linked['call'] = (endpoint, request) => call(endpoint, request, link.token)
      return { ...guest, at, link, inSlack, call: own, read: rememberingReads(own) }
    })
    const actor = once(async (): Promise<Actor> => {
      const me = await linked()
      const organization = passage?.within ?? me.link.organization
      if (organization === undefined) throw new NoOrganization()
      const listPlans = () => me.read('listPlans', { org_id: organization.id })
      const plans = async () => {
        const listed = await listPlans()
        return plansOf(listed, organization.id, () =>
          listed.plans.map(plan => ({ ...plan, within: organization.id })),
        )
      }
      const plansUnread = async () => (await listPlans()).unread ?? 0
      const credentials = async () => {
        const listed = await me.read('listCredentials', { org_id: organization.id })
        return credentialsOf(listed, organization.id, () =>
          listed.credentials.map(credential => ({ ...credential, within: organization.id })),
        )
      }
      return { ...me, organization, plans, plansUnread, credentials }
    })
    const bind: Admitted['bind'] = async (access, raw) => {
      if (access === 'guest') return raw
      const { organization } = await linkHere()
      if (access === 'linked') return raw
      if (organization === undefined) throw new NoOrganization()
      return boundTo(organization, raw)
    }
    const passing = (passage: Passage) => admitted(caller, linkOfPerson, passage)
    return { guest: async () => guest, linked, actor, bind, passing }
  }

  return {
    /** The ways to get hold of the one who acts. */
    admit: (caller: Caller, way: Way): Admitted =>
      admitted(
        caller,
        once(() => linkOf(caller.person, way)),
      ),
  }
}

/** @throws OtherOrganization where the words are about another than the one that is acted in */
function boundTo(organization: Organization, raw: Raw): Raw {
  const meant = organizationOf(raw)
  if (meant === undefined || meant.id === organization.id) return { ...raw, ...within(organization) }
  const apart = apartAmong([meant, organization])
  throw new OtherOrganization(
    mrkdwn`This is about *${apart(meant)}*, but you act in *${apart(organization)}* now, so nothing was done. \`/dayshift use\` switches to another organization.`,
    meant,
  )
}

/** What the database could not tell, outside of a change: nothing of it was begun. */
function nothingBegun(error: unknown): never {
  if (!(error instanceof Error) || error instanceof NotLinked || error instanceof LinkUnreadable) throw error
  throw new LinkOutOfReach(`A link could not be looked up: ${error.message}`, { cause: error })
}

/** Made once and kept, or made again where it failed. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    if (made) return made
    made = make()
    made.catch(() => {
      made = undefined
    })
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
