import { type Links, personKey } from '../core/person.ts'
import type { Role } from '../service/contract/users.ts'
import { team } from './local-workspace.ts'

const person = (name: string, details: { role: Role; linked: boolean; zone: string; locale: string }) => ({
  id: `U${name.toUpperCase()}`,
  name,
  email: `${name.toLowerCase()}@acme.test`,
  description: details.role,
  ...details,
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

/** The parts of the embedded service that the playground uses. */
export type Embedded = {
  organization: { id: string; name: string }
  token(email: string): string
  reset(): void
  pausesOf(plan: string): { from: string; until: string }[]
  breakFor(ms: number): void
}

/** Links people with their accounts in the embedded service; `onlyMissing` keeps readable links. */
export const linkPeople = async (links: Links, embedded: Embedded | undefined, onlyMissing: boolean) => {
  for (const person of people) {
    const key = personKey({ team: team.id, user: person.id })
    const isLinked = onlyMissing && (await links.find(key).catch(() => undefined))
    const token = person.linked && !isLinked && embedded?.token(person.email)
    if (embedded && token) await links.save(key, { token, organization: embedded.organization })
    else if (!onlyMissing) await links.delete(key)
  }
}
