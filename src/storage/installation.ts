import { z } from 'zod'

/** A workspace as a request names it; `wide` where the app was installed for the whole enterprise. */
export type Workspace = { team?: string | undefined; enterprise?: string | undefined; wide?: boolean }

const named = z.object({ id: z.string().min(1), name: z.string().optional() })

/** What is kept of an installation: no token of the person who installed, who is not asked for one. */
const kept = {
  user: z.object({ id: z.string() }).transform(({ id }) => ({ id, token: undefined, scopes: undefined })),
  bot: z.object({
    token: z.string(),
    scopes: z.array(z.string()),
    id: z.string(),
    userId: z.string(),
    refreshToken: z.string().optional(),
    expiresAt: z.number().optional(),
  }),
  appId: z.string().optional(),
  enterpriseUrl: z
    .url({ protocol: /^https$/ })
    .optional()
    .catch(undefined),
  authVersion: z.literal('v2'),
}

/** An installation as Bolt's installer hands it over and takes it back: of one workspace, or of a whole enterprise. */
export const installationSchema = z.discriminatedUnion('isEnterpriseInstall', [
  z.object({
    ...kept,
    isEnterpriseInstall: z.literal(true),
    enterprise: named,
    team: z.undefined().optional(),
  }),
  z.object({ ...kept, isEnterpriseInstall: z.literal(false), enterprise: named.optional(), team: named }),
])

export type Installation = z.output<typeof installationSchema>

/** Whose an installation is: Slack's ids of workspaces and of enterprises are never alike. */
export const ownerOf = (installation: Installation): string =>
  installation.isEnterpriseInstall ? installation.enterprise.id : installation.team.id

/** Whose installation may serve a workspace, the likelier one first. */
export function ownersFor({ team, enterprise, wide = false }: Workspace): string[] {
  const owners = wide ? [enterprise, team] : [team, enterprise]
  return owners.filter(owner => owner !== undefined)
}
