import { existsSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import process from 'node:process'
import type { z } from 'zod'
import type { Proxies } from '../service/transport/connections.ts'
import { isPostgres } from '../storage/database.ts'
import { problemsOfWay, slackOf, unusedIn, wantsWorkspace } from './slack-connection.ts'
import { variables } from './variables.ts'

export type Config = ReturnType<typeof configOf>

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const isLoopback = (host: string): boolean => {
  const family = isIP(host)
  if (family === 0) return host.toLowerCase() === 'localhost'
  return loopback.check(host, family === 6 ? 'ipv6' : 'ipv4')
}

/** Whoever comes to the playground acts as anybody in it. */
const OPEN_PLAYGROUND =
  'lets other machines in, and without a Slack workspace whoever comes acts as anybody: ' +
  'set SLACK_BOT_TOKEN and SLACK_SIGNING_SECRET, or HOST=127.0.0.1 to play on this machine alone'

/** The environment of this process, with what `.env` adds to it where there is one. */
export function environment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

/** What is wrong with the environment: every problem at once, without any value. */
class ConfigError extends Error {
  override name = 'ConfigError'
}

/** A value in quotes, as Node reads it in `.env`; `docker run --env-file` hands the quotes on. */
const QUOTED = /^(["'`])(.*)\1$/s

/**
 * The variables that are set to something: the others count as not set. What stands around a value is no part of it:
 * a secret that comes out of a file often has the end of a line.
 */
function setIn(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const set = Object.entries(env)
    .map(([name, value]) => [name, value?.trim().replace(QUOTED, '$2').trim()] as const)
    .filter(([, value]) => value)
  const small = set.filter(([name]) => SMALL.has(name))
  return Object.fromEntries([...set, ...small.map(([name, value]) => [name.toUpperCase(), value])])
}

/** Written so by many, and heeded first by all. */
const SMALL = new Set(['http_proxy', 'https_proxy', 'no_proxy', 'all_proxy'])

/**
 * The configuration that an environment stands for; one without a variable of Slack's is the local mode, which listens
 * on this machine alone. Throws a ConfigError that names every problem.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const set = neededIn(setIn(env))
  const read = variables.safeParse(set)
  const more = wantsWorkspace(set) ? [...problemsOfWay(set), ...partedBy(set)] : openingsOf(set)
  const unused = wantsWorkspace(set) ? [...unusedIn(set), ...(set.ALL_PROXY ? ['ALL_PROXY'] : [])] : []
  return configOf(fitting(read, [...more, ...overlongIn(set)]), unused)
}

/** Who plays on this machine alone may have any proxy. */
function neededIn(set: Record<string, string | undefined>): Record<string, string | undefined> {
  const { HTTP_PROXY, HTTPS_PROXY, ...rest } = set
  return wantsWorkspace(set) || set.SERVICE_URL !== undefined ? set : rest
}

/** What the scheduling service needs where it runs by itself; the rest of the environment does not concern it. */
export function readServiceConfig(env: Record<string, string | undefined>) {
  const needed = { HOST: true, SERVICE_PORT: true, CREDENTIAL_KINDS: true, DATABASE_URL: true } as const
  const read = fitting(variables.pick(needed).safeParse(setIn(env)), [])
  const { HOST: host, SERVICE_PORT: port, CREDENTIAL_KINDS: credentialKinds, DATABASE_URL: database } = read
  return { host, port, credentialKinds, database }
}

const ROTATION = 'it is needed: the new key first, and behind it those that it replaces'

/** What sealing everything anew needs: the keys, the new one first, and where what they seal is kept. */
export function readRotationConfig(env: Record<string, string | undefined>) {
  const set = setIn(env)
  const lacks = set.ENCRYPTION_KEY === undefined ? [`ENCRYPTION_KEY: ${ROTATION}`] : []
  const read = fitting(variables.pick({ DATABASE_URL: true, ENCRYPTION_KEY: true }).safeParse(set), lacks)
  return { place: read.DATABASE_URL.place, keys: read.ENCRYPTION_KEY ?? [] }
}

/** Replicas share a PostgreSQL database; each would have an embedded service of its own. */
const partedBy = ({ DATABASE_URL = '', SERVICE_URL }: Record<string, string | undefined>): string[] =>
  isPostgres(DATABASE_URL) && SERVICE_URL === undefined
    ? [
        'SERVICE_URL: it is needed beside PostgreSQL, since the embedded service is known to one process alone',
      ]
    : []

/** A service that hangs is known by calls that had all of their time, so a request needs more than one call may take. */
const overlongIn = ({
  SERVICE_TIMEOUT_MS: one,
  REQUEST_TIMEOUT_MS: all,
}: Record<string, string | undefined>): string[] =>
  Number(one) >= Number(all) ? ['SERVICE_TIMEOUT_MS: must be less than REQUEST_TIMEOUT_MS'] : []

/** One of the limits follows from the other: a request has the time of three calls. */
function limitsOf({ SERVICE_TIMEOUT_MS: one, REQUEST_TIMEOUT_MS: all }: z.output<typeof variables>) {
  const serviceTimeoutMs = one ?? Math.min(10_000, Math.floor((all ?? 30_000) / 3))
  return { serviceTimeoutMs, requestTimeoutMs: all ?? 3 * serviceTimeoutMs }
}

const openingsOf = ({ HOST }: Record<string, string | undefined>): string[] =>
  HOST === undefined || isLoopback(HOST) ? [] : [`HOST: ${OPEN_PLAYGROUND}`]

function fitting<T>(read: z.ZodSafeParseResult<T>, more: string[]): T {
  const issues = read.error?.issues ?? []
  const problems = [...issues.map(({ path, message }) => `${path.join('.')}: ${message}`), ...more]
  if (read.success && problems.length === 0) return read.data
  throw new ConfigError(`The environment does not fit:\n${problems.map(line => `  ${line}`).join('\n')}`)
}

/** This machine is never reached by a proxy. */
const HERE = 'localhost,127.0.0.1,::1'

/** The proxies that there are; that of plain HTTP is for all where there is no other. */
function proxiesOf({
  HTTP_PROXY: httpProxy = '',
  HTTPS_PROXY: httpsProxy = '',
  NO_PROXY: noProxy,
}: z.output<typeof variables>): Proxies | undefined {
  if (!httpProxy && !httpsProxy) return undefined
  return { httpProxy, httpsProxy, noProxy: noProxy ? `${noProxy},${HERE}` : HERE }
}

function configOf(read: z.output<typeof variables>, unused: readonly string[]) {
  return {
    port: read.PORT,
    host: read.HOST,
    publicUrl: read.PUBLIC_URL,
    // Bolt's WebClient wants the slash at the end.
    slack: slackOf(read, read.SLACK_API_URL && `${read.SLACK_API_URL}/`),
    service: read.SERVICE_URL
      ? { kind: 'remote' as const, url: read.SERVICE_URL }
      : { kind: 'embedded' as const },
    servicePort: read.SERVICE_PORT,
    ...limitsOf(read),
    proxies: proxiesOf(read),
    credentialKinds: read.CREDENTIAL_KINDS,
    database: read.DATABASE_URL,
    encryptionKeys: read.ENCRYPTION_KEY,
    logLevel: read.LOG_LEVEL,
    unused,
  }
}
