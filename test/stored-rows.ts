import type { NewChange } from '../src/changes/accept.ts'
import { installationSchema } from '../src/storage/installations.ts'

/** Returns an accepted pause, with overrides. */
export const newChange = (id: string, overrides: Partial<NewChange> = {}): NewChange => ({
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
  ...overrides,
})

/** Returns an installation in a team or an enterprise. */
export const installationOf = (token: string, target: object) =>
  installationSchema.parse({
    user: { id: 'U1' },
    isEnterpriseInstall: false,
    authVersion: 'v2',
    ...target,
    bot: { token, scopes: ['commands'], id: 'B1', userId: 'U0BOT' },
  })
