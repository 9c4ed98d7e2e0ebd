import { existsSync } from 'node:fs'
import process from 'node:process'
import type { z } from 'zod'
import { isPostgres, reasonOf } from '../storage/database.ts'
import { type Environment, hasWorkspace, slackOf, slackProblems, unusedSlack } from './slack-variables.ts'
import { isLoopback, isReadable, variables } from './variables.ts'

export type Config = ReturnType<typeof configOf>

const PROXIES = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'] as const

/** The environment of this process, extended by `.env`. */
export function environment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { env } = process
  for (const name of PROXIES) if (env[name] && !env[name].includes('://')) env[name] = `http://${env[name]}`
  // undici reads the proxy variables itself. This machine is never reached through a proxy.
  env.no_proxy = `${env.no_proxy ?? env.NO_PROXY ?? ''},localhost,127.0.0.1,::1`
  return env
}

/** Parses the configuration. Throws an error with all problems, without values. `makesKey` makes a key. */
export function readConfig(env: Environment, { makesKey = false } = {}): Config {
  const set = setIn(env)
  const isLocal = !hasWorkspace(set)
  const more = isLocal ? hostProblems(set) : [...slackProblems(set, makesKey), ...replicaProblems(set)]
  const values = check(variables.safeParse(set), [...more, ...clearTextProblems(set), ...proxyProblems(set)])
  return configOf(values, isLocal ? [] : unusedSlack(set))
}

/** Parses the configuration of `npm run service`; with `isPublic` it listens on all interfaces. */
export function readServiceConfig(env: Environment, { isPublic = false } = {}) {
  const needed = { HOST: true, SERVICE_PORT: true, CREDENTIAL_KINDS: true, DATABASE_URL: true } as const
  const set = setIn(env)
  const isOpen = !isPublic && !isLoopback(set.HOST ?? '127.0.0.1')
  const problems = isOpen ? ['HOST: lets other machines in, unencrypted: say so with --public'] : []
  const values = check(variables.pick(needed).safeParse(set), problems)
  const { HOST: host, SERVICE_PORT: port, CREDENTIAL_KINDS: credentialKinds, DATABASE_URL: database } = values
  return { host, port, credentialKinds, database }
}

/** Parses the configuration of `npm run rotate-keys`: the keys, new one first, and the database. */
export function readRotationConfig(env: Environment) {
  const set = setIn(env)
  const problems = set.ENCRYPTION_KEY
    ? []
    : ['ENCRYPTION_KEY: it is needed: the new key first, and behind it those that it replaces']
  const values = check(variables.pick({ DATABASE_URL: true, ENCRYPTION_KEY: true }).safeParse(set), problems)
  return { place: values.DATABASE_URL.place, keys: values.ENCRYPTION_KEY ?? [] }
}

/** Docker keeps the quotes of an env file; Node removes them. */
const QUOTED = /^(["'`])(.*)\1$/s

/** The variables that are not empty, trimmed. */
function setIn(env: Environment): Environment {
  const set = Object.entries(env)
    .map(([name, value]) => [name, value?.trim().replace(QUOTED, '$2').trim()] as const)
    .filter(([, value]) => value)
  return Object.fromEntries(set)
}

/** Access tokens are sent to these addresses, unencrypted only within this machine or if allowed. */
function clearTextProblems(set: Environment): string[] {
  if (set.ALLOW_INSECURE_SERVICE === '1') return []
  return ['SERVICE_URL', 'SLACK_API_URL']
    .filter(name => {
      const { protocol, hostname } = URL.parse(set[name] ?? '') ?? {}
      return protocol === 'http:' && !isLoopback(hostname ?? '')
    })
    .map(
      name =>
        `${name}: sends access tokens unencrypted: use https, or set ALLOW_INSECURE_SERVICE=1 on a network that you trust`,
    )
}

/** undici's own error names no variable. */
const proxyProblems = (set: Environment): string[] =>
  PROXIES.filter(name => set[name] && !isReadable(set[name])).map(
    name => `${name}: is not an address (a user name or password in it must be percent-encoded)`,
  )

const hostProblems = ({ HOST = '127.0.0.1' }: Environment): string[] =>
  isLoopback(HOST)
    ? []
    : [
        'HOST: lets other machines in, and without a Slack workspace whoever comes acts as anybody: ' +
          'set SLACK_BOT_TOKEN and SLACK_SIGNING_SECRET, or HOST=127.0.0.1 to play on this machine alone',
      ]

/** Replicas share a PostgreSQL database, but each would have its own embedded service. */
const replicaProblems = ({ DATABASE_URL = '', SERVICE_URL }: Environment): string[] =>
  isPostgres(DATABASE_URL) && SERVICE_URL === undefined
    ? ['SERVICE_URL: it is needed beside PostgreSQL: the embedded service is known to one process alone']
    : []

function check<T>(parsed: z.ZodSafeParseResult<T>, more: string[]): T {
  const issues = parsed.error?.issues ?? []
  const problems = [...issues.map(({ path, message }) => `${path.join('.')}: ${message}`), ...more]
  if (parsed.success && problems.length === 0) return parsed.data
  throw new Error(`The environment does not fit:\n${problems.map(line => `  ${line}`).join('\n')}`)
}

type Values = z.output<typeof variables>

function configOf(values: Values, unused: readonly string[]) {
  return {
    port: values.PORT,
    host: values.HOST,
    metricsPort: values.METRICS_PORT,
    publicUrl: values.PUBLIC_URL,
    // Bolt's WebClient needs the trailing slash.
    slack: slackOf(values, values.SLACK_API_URL && `${values.SLACK_API_URL}/`),
    service: values.SERVICE_URL
      ? { kind: 'remote' as const, url: values.SERVICE_URL }
      : { kind: 'embedded' as const },
    servicePort: values.SERVICE_PORT,
    serviceTimeoutMs: values.SERVICE_TIMEOUT_MS,
    credentialKinds: values.CREDENTIAL_KINDS,
    pauseMeans: values.PAUSE_MEANS,
    database: values.DATABASE_URL,
    encryptionKeys: values.ENCRYPTION_KEY,
    logLevel: values.LOG_LEVEL,
    unused,
  }
}

/** Says which variable to change if a server cannot listen. */
export const atPortOf = <T>(
  variable: 'PORT' | 'SERVICE_PORT' | 'METRICS_PORT',
  listening: Promise<T>,
): Promise<T> =>
  listening.catch((cause: unknown) => {
    const reason = reasonOf(cause)
    const name = /EADDRINUSE|EACCES/.test(reason) ? variable : 'HOST'
    throw new Error(`${reason}: give another ${name}`, { cause })
  })
