import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { isPostgres } from '../storage/database.ts'
import { parseKeys } from '../storage/encryption.ts'
import { slackVariables } from './slack-connection.ts'

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const whole = (least: number, most: number) =>
  z.coerce.number(`is not a whole number from ${least} to ${most}`).int().min(least).max(most)

const port = (standard: number) => whole(0, 65535).default(standard)

const address = z
  .url({ protocol: /^https?$/, error: 'is not an http or https address' })
  .transform(url => url.replace(/\/+$/, ''))

/** Whether an address has nothing about it but where something is. */
const isBare = ({ username, password, search, hash }: URL): boolean =>
  !username && !password && !search && !hash

/** The base of other addresses: what is asked is put behind it. */
const base = address.refine(text => isBare(new URL(text)), {
  error: 'must have no user, query or fragment',
})

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/** What secrets are typed into must be encrypted on its way, unless it never leaves the machine. */
const publicAddress = address.refine(
  text => {
    const url = new URL(text)
    return (url.protocol === 'https:' || LOOPBACK.includes(url.hostname)) && isBare(url)
  },
  {
    error:
      'is not an https address without a query (http is for this machine alone, such as http://127.0.0.1:3000)',
  },
)

/** Often written without `http://`. It may hold a password. */
const proxy = z
  .string()
  .transform(text => (text.includes('://') ? text : `http://${text}`))
  .refine(url => /^https?:$/.test(URL.parse(url)?.protocol ?? ''), {
    error: 'is not the address of an http or https proxy',
    abort: true,
  })
  .refine(url => isUserEscaped(new URL(url)), {
    error: 'has a user or password with a % that is no code; write %25 for it',
  })
  .optional()

const kinds = z
  .string()
  .default('aws,azure,gcp')
  .transform(list => list.split(',').map(kind => kind.trim()))
  .refine(list => list.length === 3 && new Set(list).size === 3 && !list.includes(''), {
    error: 'needs three different names, comma-separated',
  })
  .transform(([a = '', b = '', c = '']): [string, string, string] => [a, b, c])

const FILE = 'data/dayshift.db'

/** The path of the file, `:memory:` or the URL of a PostgreSQL database, and the folder for what is kept in files. */
const database = z
  .string()
  .default(`file:${FILE}`)
  .transform((url, context) => {
    const path = isPostgres(url) ? undefined : pathOf(url)
    if (path !== undefined) return { place: path, folder: dirname(path === ':memory:' ? FILE : path) }
    if (namesDatabase(url)) return { place: url, folder: dirname(FILE) }
    context.addIssue(
      isPostgres(url)
        ? 'does not name a database, as postgres://dayshift:<password>@db.example.com/dayshift does (in a password, all but letters and digits is percent-encoded)'
        : `must name a file of this machine, such as file:${FILE}, or a PostgreSQL database`,
    )
    return z.NEVER
  })

function namesDatabase(url: string): boolean {
  const read = isPostgres(url) ? URL.parse(url) : null
  return read !== null && read.pathname.length > 1 && isUserEscaped(read) && isEscaped(read.pathname)
}

/** Whether it can be read who is to ask there, and with which password. */
const isUserEscaped = ({ username, password }: URL): boolean => isEscaped(username) && isEscaped(password)

/** Whether each `%` begins what stands for a character. */
function isEscaped(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

/** The file that a URL names, as `file:path`, relative or absolute, or in full; nothing where it names none. */
function pathOf(url: string): string | undefined {
  try {
    const path = url.startsWith('file://') ? fileURLToPath(url) : /^file:(.+)$/.exec(url)?.[1]
    return path?.endsWith('/') ? undefined : path
  } catch {
    return undefined
  }
}

/** Every variable of the environment, with what may stand in it and what it is where it is not set. */
export const variables = z.object({
  PORT: port(3000),
  HOST: z.string().default('127.0.0.1'),
  ...slackVariables,
  SLACK_API_URL: base.optional(),
  PUBLIC_URL: publicAddress.optional(),
  SERVICE_URL: base.optional(),
  SERVICE_PORT: port(4000),
  SERVICE_TIMEOUT_MS: whole(1, 600_000).optional(),
  REQUEST_TIMEOUT_MS: whole(3, 1_500_000).optional(),
  HTTP_PROXY: proxy,
  HTTPS_PROXY: proxy,
  NO_PROXY: z.string().optional(),
  CREDENTIAL_KINDS: kinds,
  DATABASE_URL: database,
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
