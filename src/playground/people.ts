import type { Role } from '../service/contract/users.ts'

const person = (name: string, role: Role, zone: string, locale: string) => {
  const low = name.toLowerCase()
  return { id: `U${name.toUpperCase()}`, name, email: `${low}@acme.test`, role, zone, locale }
}

/**
 * The people of the local mode. The embedded service knows them by their e-mail, in the role that they have there;
 * Sam has an account there as well, but no link.
 */
export const people = [
  { ...person('Ana', 'admin', 'Europe/Berlin', 'de-DE'), linked: true },
  { ...person('Bo', 'viewer', 'America/New_York', 'en-US'), linked: true },
  { ...person('Cleo', 'owner', 'Asia/Tokyo', 'ja-JP'), linked: true },
  { ...person('Sam', 'member', 'Australia/Sydney', 'en-AU'), linked: false },
]

/** The channels of the local mode; everybody is in them, and the bot. */
export const channels = [
  { id: 'COPS', name: 'ops' },
  { id: 'CDEV', name: 'dev' },
  { id: 'CFINANCE', name: 'finance' },
]
