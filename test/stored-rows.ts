import type { NewChange } from '../src/changes/accept.ts'
import { installationSchema } from '../src/storage/installations.ts'

/** A pause as it is accepted, where nothing else is said of it. */
export const newChange = (id: string, more: Partial<NewChange> = {}): NewChange => ({
  id,
  key: id,
  source: undefined,
  operation: 'pause.add',
  request: { args: {}, omitted: [] },
  origin: 'there',
  actor: 'T1:U1',
  team: 'T1',
  enterprise: null,
  organization: '1001',
  is_private: 0,
  ...more,
})

/** An installation in a team or an enterprise. */
export const installationOf = (token: string, where: object) =>
  installationSchema.parse({
    user: { id: 'U1' },
    isEnterpriseInstall: false,
    authVersion: 'v2',
    ...where,
    bot: { token, scopes: ['commands'], id: 'B1', userId: 'U0BOT' },
  })
