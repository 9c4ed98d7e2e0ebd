import { AsyncLocalStorage } from 'node:async_hooks'
import { readFile } from 'node:fs/promises'
import { type KyselyPlugin, sql } from 'kysely'
import type { Dispatcher } from 'undici'
import { type Links, type PersonKey, personKey } from '../src/core/person.ts'
import type { createSlackHttp } from '../src/slack/delivery/slack-http.ts'
import { get } from '../src/slack/transport/request-kinds.ts'
import type { Database } from '../src/storage/database.ts'

/** A call to Slack, and its token. */
export type Sent = { url: string; token: string | undefined; body: string }

/** A call to the service: its sender if known, and its token. */
type Call = { sender: Sender | undefined; token: string; text: string }

/** The sender of a request, and its body. */
type Sender = { key: PersonKey; body: object }

export type Outgoing = ReturnType<typeof createOutgoing>

/** Records everything that a bot sends or stores. `enterpriseOf` returns the enterprise of a guest. */
export function createOutgoing(enterpriseOf: (team: unknown) => string | undefined = () => undefined) {
  const sent: Sent[] = []
  const answers: string[] = []
  const pages: string[] = []
  const typed: string[] = []
  const stored: string[] = []
  const calls: Call[] = []
  const linked: { key: PersonKey; token: string }[] = []
  const currentSender = new AsyncLocalStorage<Sender>()

  const recordWrites: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind !== 'SelectQueryNode') stored.push(...stringsIn(node))
      return node
    },
    transformResult: async ({ result }) => result,
  }

  return {
    /** The calls to Slack, in order. */
    sent,
    /** The responses to requests that the story itself sent. */
    answers,
    /** Its web pages. */
    pages,
    /** The values that were typed into them. */
    typed,
    /** Everything written to the database, including what was deleted later. */
    stored,
    calls,
    /** Every token by the person that it was linked to. */
    linked,

    /** Forgets everything recorded. */
    forget(): void {
      for (const some of [sent, answers, pages, typed, stored, calls, linked]) some.splice(0)
    },

    /** Wraps the HTTP client for Slack to record calls. */
    recordSlack: ({ fetch, post }: SlackHttp): SlackHttp => ({
      fetch(url, options) {
        const token = new Headers(options?.headers).get('authorization')?.replace('Bearer ', '')
        sent.push({ url: String(url), token, body: String(options?.body ?? '') })
        return fetch(url, options)
      },
      post(url, body) {
        sent.push({ url, token: undefined, body: JSON.stringify(body) })
        return post(url, body)
      },
    }),

    /** An interceptor that records calls to the service. */
    recordService: (next => (options, handler) => {
      const { path, body, headers } = options
      const token = tokenIn(headers)
      calls.push({
        sender: currentSender.getStore(),
        token,
        text: `${path}\n${typeof body === 'string' ? body : ''}`,
      })
      return next(options, handler)
    }) satisfies Dispatcher.DispatcherComposeInterceptor,

    /** Wraps the app to attribute its calls of the service to the sender of the request. */
    attributeCalls: <E extends { body: Record<string, unknown> }>(app: {
      processEvent(event: E): Promise<void>
    }) => ({
      processEvent: (event: E): Promise<void> =>
        currentSender.run({ key: senderIn(event.body, enterpriseOf), body: event.body }, () =>
          app.processEvent(event),
        ),
    }),

    /** Wraps the database to record writes. */
    recordDatabase: (database: Database): Database => database.withPlugin(recordWrites),

    /** Wraps the links to record tokens. */
    recordLinks: (links: Links): Links => ({
      ...links,
      async find(key) {
        const link = await links.find(key)
        if (link) linked.push({ key, token: link.token })
        return link
      },
      save(key, link, through) {
        linked.push({ key, token: link.token })
        return links.save(key, link, through)
      },
    }),
  }
}

type SlackHttp = Pick<ReturnType<typeof createSlackHttp>, 'fetch' | 'post'>

/** Returns all rows of all tables. */
export async function rowsOf(database: Database): Promise<string[]> {
  const tables = await database.introspection.getTables()
  const rows = await Promise.all(
    tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(database)),
  )
  return rows.map(each => JSON.stringify(each.rows))
}

/** Returns the bytes of the files of a SQLite database. */
export async function bytesOf(index: string): Promise<string[]> {
  const files = ['', '-wal', '-shm', '-journal'].map(suffix => readFile(index + suffix, 'latin1'))
  const read = await Promise.allSettled(files)
  return read.flatMap(file => (file.status === 'fulfilled' ? [file.value] : []))
}

/** Parses the bodies of calls: JSON, or forms with JSON in their fields. Others become empty objects. */
export function bodiesOf(sent: readonly Pick<Sent, 'body'>[]): object[] {
  return sent.map(({ body }) => {
    if (body.startsWith('{')) return Object(JSON.parse(body))
    const fields = body.includes('=') ? [...new URLSearchParams(body)] : []
    return Object.fromEntries(
      fields.map(([key, value]) => [key, /^[[{]/.test(value) ? JSON.parse(value) : value]),
    )
  })
}

/** Returns the sender of a request from its payload. */
function senderIn(
  body: Record<string, unknown>,
  enterpriseOf: (team: unknown) => string | undefined,
): PersonKey {
  const homeEnterprise =
    get(body, 'enterprise', 'id') ?? body.enterprise_id ?? get(body, 'authorizations', '0', 'enterprise_id')
  const team = get(body, 'user', 'team_id') ?? get(body, 'event', 'user_team') ?? body.team_id
  const isGuest = team !== (get(body, 'team', 'id') ?? body.team_id)
  const enterprise = isGuest ? enterpriseOf(team) : homeEnterprise
  const inputs = get(body, 'event', 'inputs')
  const actor = get(inputs, 'person') ?? get(inputs, 'starter', 'id')
  const user = body.user_id ?? get(body, 'user', 'id') ?? get(body, 'event', 'user') ?? actor
  return personKey({
    team: String(team),
    user: String(user),
    ...(typeof enterprise === 'string' && { enterprise }),
  })
}

function tokenIn(headers: unknown): string {
  const all = Array.isArray(headers) ? headers : Object.entries(Object(headers)).flat()
  const index = all.findIndex(name => String(name).toLowerCase() === 'authorization')
  return index < 0 ? '' : String(all[index + 1]).replace('Bearer ', '')
}

/** Returns all strings in a value at any depth; of a query node this includes the written values. */
export function stringsIn(node: unknown): string[] {
  if (typeof node === 'string') return [node]
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(stringsIn) : []
}
