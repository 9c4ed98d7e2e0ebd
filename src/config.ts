import { dirname } from 'node:path'
import { z } from 'zod'
import { parseKeys } from './links/keys.ts'

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const port = (standard: number) =>
  z.coerce.number('is not a number').int('is not a whole number').min(0).max(65535).default(standard)

const address = z
  .url({ protocol: /^https?$/, error: 'is not an http or https address' })
  .transform(url => url.replace(/\/+$/, ''))

const kinds = z
  .string()
  .default('aws,azure,gcp')
  .transform(list => list.split(',').map(kind => kind.trim()))
  .refine(list => list.length === 3 && new Set(list).size === 3 && !list.includes(''), {
    error: 'needs three different names, comma-separated',
  })
  .transform(([a = '', b = '', c = '']): [string, string, string] => [a, b, c])

const variables = z.object({
  PORT: port(3000),
  HOST: z.string().default('127.0.0.1'),
  SLACK_BOT_TOKEN: z.string().optional(),
  SLACK_SIGNING_SECRET: z.string().optional(),
  SLACK_API_URL: address.optional(),
  SERVICE_URL: address.optional(),
  SERVICE_PORT: port(4000),
  SERVICE_TIMEOUT_MS: z.coerce.number('is not a number').int().min(1).max(600_000).default(10_000),
  CREDENTIAL_KINDS: kinds,
  DATABASE_URL: z
    .string()
    .regex(/^file:./, 'must name a file, such as file:data/dayshift.db')
    .default('file:data/dayshift.db'),
  ENCRYPTION_KEY: z
    .string()
    .optional()
    .transform((text, context) => {
      try {
        return text === undefined ? undefined : parseKeys(text)
      } catch (error) {
        context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'is wrong' })
        return z.NEVER
      }
    }),
  LOG_LEVEL: z.enum(LEVELS, `is none of ${LEVELS.join(', ')}`).default('info'),
})

const configuration = variables.transform((read, context) => {
  const missing = (name: string, why: string) => {
    context.addIssue({ code: 'custom', path: [name], message: why })
    return z.NEVER
  }
  const slack = () => {
    const { SLACK_BOT_TOKEN: botToken, SLACK_SIGNING_SECRET: signingSecret, SLACK_API_URL } = read
    if (!botToken && !signingSecret && !SLACK_API_URL) return { kind: 'playground' as const }
    if (!botToken) return missing('SLACK_BOT_TOKEN', 'is needed to answer in Slack')
    if (!signingSecret)
      return missing('SLACK_SIGNING_SECRET', 'is needed to know that a request is from Slack')
    // Bolt's WebClient wants the slash at the end.
    return { kind: 'http' as const, botToken, signingSecret, apiUrl: SLACK_API_URL && `${SLACK_API_URL}/` }
  }
  const encryptionKeys = () => {
    if (read.ENCRYPTION_KEY || slack().kind === 'playground') return read.ENCRYPTION_KEY
    return missing('ENCRYPTION_KEY', 'is needed: `openssl rand -base64 32` makes one')
  }
  return {
    port: read.PORT,
    host: read.HOST,
    slack: slack(),
    service: read.SERVICE_URL
      ? { kind: 'remote' as const, url: read.SERVICE_URL }
      : { kind: 'embedded' as const },
    servicePort: read.SERVICE_PORT,
    serviceTimeoutMs: read.SERVICE_TIMEOUT_MS,
    credentialKinds: read.CREDENTIAL_KINDS,
    databaseUrl: read.DATABASE_URL,
    databaseFolder: folderOf(read.DATABASE_URL),
    encryptionKeys: encryptionKeys(),
    logLevel: read.LOG_LEVEL,
  }
})

export type Config = z.output<typeof configuration>

/** What is wrong with the environment: every problem at once, without any value. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * The configuration that an environment stands for; an empty one is the local mode.
 * A variable set to nothing counts as not set. Throws a ConfigError that names every problem.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const read = configuration.safeParse(set)
  if (read.success) return read.data
  const problems = read.error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`)
  throw new ConfigError(`The environment is not complete:\n${[...new Set(problems)].join('\n')}`)
}

function folderOf(url: string): string {
  const path = url.replace(/^file:(\/\/)?/, '')
  return path === ':memory:' ? 'data' : dirname(path)
}
