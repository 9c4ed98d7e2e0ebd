import type { Role } from '../../service/contract/users.ts'

type Standing = { role: Role; linked: boolean; zone: string; locale: string }

const person = (name: string, standing: Standing) => ({
  id: `U${name.toUpperCase()}`,
  name,
  email: `${name.toLowerCase()}@acme.test`,
  about: standing.linked ? standing.role : 'new',
  ...standing,
})

/**
 * The people of the local mode. The embedded service knows them by their e-mail, in the role that they have there;
 * Sam has an account there as well, but no link.
 */
export const people = [
  person('Ana', { role: 'admin', linked: true, zone: 'Europe/Berlin', locale: 'de-DE' }),
  person('Bo', { role: 'viewer', linked: true, zone: 'America/New_York', locale: 'en-US' }),
  person('Cleo', { role: 'owner', linked: true, zone: 'Asia/Tokyo', locale: 'ja-JP' }),
  person('Sam', { role: 'member', linked: false, zone: 'Australia/Sydney', locale: 'en-AU' }),
]

/** The channels of the local mode; everybody is in them, and the bot. */
export const channels = [
  { id: 'COPS', name: 'ops' },
  { id: 'CDEV', name: 'dev' },
  { id: 'CFINANCE', name: 'finance' },
]
