import { BlockList, isIP } from 'node:net'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { isPostgres } from '../storage/database.ts'
import { parseKeys } from '../storage/encryption.ts'
import { slackVariables } from './slack-variables.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const integer = (least: number, most: number) =>
  z.coerce.number(`is not a whole number from ${least} to ${most}`).int().min(least).max(most)

const port = (standard: number) => integer(0, 65535).default(standard)

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'is not an http or https address' })
  .transform(url => url.replace(/\/+$/, ''))

const isBare = ({ username, password, search, hash }: URL): boolean =>
  !username && !password && !search && !hash

/** A base address, to which paths are appended. */
const baseUrl = httpUrl.refine(text => isBare(new URL(text)), {
  error: 'must have no user, query or fragment',
})

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether a host, possibly in the brackets of a URL, is this machine. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  const family = isIP(address)
  if (family === 0) return host.toLowerCase() === 'localhost'
  return loopback.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** Must be https, since secrets are typed into its pages, unless it is this machine. */
const publicUrl = httpUrl.refine(
  text => {
    const url = new URL(text)
    return (url.protocol === 'https:' || isLoopback(url.hostname)) && isBare(url)
  },
  {
    error:
      'is not an https address without a query (http is for this machine alone, such as http://127.0.0.1:3000)',
  },
)

const kinds = z
  .string()
  .default('aws,azure,gcp')
  .transform(list => list.split(',').map(kind => kind.trim()))
  .refine(list => list.length === 3 && new Set(list).size === 3 && !list.includes(''), {
    error: 'needs three different names, comma-separated',
  })
  .transform(([a = '', b = '', c = '']): [string, string, string] => [a, b, c])

const FILE = 'data/dayshift.db'

/** The path of the file, `:memory:` or the PostgreSQL URL; and the folder for other files. */
const database = z
  .string()
  .default(`file:${FILE}`)
  .transform((url, context) => {
    if (isPostgres(url)) {
      if (namesDatabase(url)) return { place: url, folder: dirname(FILE) }
      context.addIssue(
        'does not name a database, as postgres://dayshift:<password>@db.example.com/dayshift does (in a password, all but letters and digits is percent-encoded)',
      )
      return z.NEVER
    }
    const path = pathOf(url)
    if (path !== undefined) return { place: path, folder: dirname(path === ':memory:' ? FILE : path) }
    context.addIssue(`must name a file of this machine, such as file:${FILE}, or a PostgreSQL database`)
    return z.NEVER
  })

const namesDatabase = (url: string): boolean => isReadable(url) && new URL(url).pathname.length > 1

/** Whether drivers can parse a URL, which may have a user name and a password. */
export function isReadable(url: string): boolean {
  try {
    const { pathname, username, password } = new URL(url)
    for (const part of [pathname, username, password]) decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

/** The path of `file:path`, relative or absolute, or of a file URL; undefined if it is neither. */
function pathOf(url: string): string | undefined {
  try {
    const path = url.startsWith('file://') ? fileURLToPath(url) : /^file:(.+)$/.exec(url)?.[1]
    return path?.endsWith('/') ? undefined : path
  } catch {
    return undefined
  }
}

const keys = z
  .string()
  .optional()
  .transform((text, context) => {
    try {
      return text === undefined ? undefined : parseKeys(text)
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'is wrong' })
      return z.NEVER
    }
  })

/** Every variable of the environment, with its default. */
export const variables = z.object({
  PORT: port(3000),
  HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: integer(1, 65535).optional(),
  ...slackVariables,
  SLACK_API_URL: baseUrl.optional(),
  PUBLIC_URL: publicUrl.optional(),
  SERVICE_URL: baseUrl.optional(),
  ALLOW_INSECURE_SERVICE: z.literal('1', 'must be 1 if it is set').optional(),
  SERVICE_PORT: port(4000),
  SERVICE_TIMEOUT_MS: integer(1, 600_000).default(10_000),
  CREDENTIAL_KINDS: kinds,
  PAUSE_MEANS: z
    .string()
    .max(150, 'is longer than 150 characters')
    .default('On a paused day the plan’s schedule does not run.'),
  DATABASE_URL: database,
  ENCRYPTION_KEY: keys,
  LOG_LEVEL: z.enum(LOG_LEVELS, `is none of ${LOG_LEVELS.join(', ')}`).default('info'),
})
