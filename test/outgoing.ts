import { AsyncLocalStorage } from 'node:async_hooks'
import { readFile } from 'node:fs/promises'
import { type KyselyPlugin, sql } from 'kysely'
import type { Dispatcher } from 'undici'
import { type Links, type PersonKey, personKey } from '../src/core/person.ts'
import type { createSlackHttp } from '../src/slack/delivery/slack-http.ts'
import { at } from '../src/slack/transport/request-kinds.ts'
import type { Database } from '../src/storage/database.ts'

/** What the bot sent to Slack, as it stood on the wire, and with whose token. */
export type Sent = { url: string; token: string | undefined; body: string }

/** What the bot asked of the service: on behalf of whom, where that is known, and with which token. */
type Call = { of: Asking | undefined; token: string; text: string }

/** Who asked for something, and with which words. */
type Asking = { key: PersonKey; body: object }

export type Outgoing = ReturnType<typeof createOutgoing>

/** All that leaves a process of the bot, or that it writes down, as it comes by. `enterpriseOf` knows other workspaces. */
export function createOutgoing(enterpriseOf: (team: unknown) => string | undefined = () => undefined) {
  const sent: Sent[] = []
  const answers: string[] = []
  const pages: string[] = []
  const typed: string[] = []
  const stored: string[] = []
  const calls: Call[] = []
  const linked: { key: PersonKey; token: string }[] = []
  const asking = new AsyncLocalStorage<Asking>()

  const noted: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind !== 'SelectQueryNode') stored.push(...stringsIn(node))
      return node
    },
    transformResult: async ({ result }) => result,
  }

  return {
    /** What the bot sent to Slack by itself, in order. */
    sent,
    /** What it answered where something was sent to it that no screen of Slack's sends. */
    answers,
    /** Its pages, as browsers got them. */
    pages,
    /** What was typed into those. */
    typed,
    /** What it wrote into its database, also what is gone from there by now. */
    stored,
    calls,
    /** Whose token is whose, as the bot was told. */
    linked,

    /** Lets go of all of it, once it was looked at. */
    forget(): void {
      for (const some of [sent, answers, pages, typed, stored, calls, linked]) some.splice(0)
    },

    /** The same ways to Slack. */
    toSlack: ({ fetch, post }: Ways): Ways => ({
      fetch(url, asked) {
        const token = new Headers(asked?.headers).get('authorization')?.replace('Bearer ', '')
        sent.push({ url: String(url), token, body: String(asked?.body ?? '') })
        return fetch(url, asked)
      },
      post(url, body) {
        sent.push({ url, token: undefined, body: JSON.stringify(body) })
        return post(url, body)
      },
    }),

    /** To be put between the bot and the service. */
    toService: (next => (options, handler) => {
      const { path, body, headers } = options
      const token = tokenIn(headers)
      calls.push({ of: asking.getStore(), token, text: `${path}\n${typeof body === 'string' ? body : ''}` })
      return next(options, handler)
    }) satisfies Dispatcher.DispatcherComposeInterceptor,

    /** The same app, of whose work it is known for whom it is. */
    knowing: <E extends { body: Record<string, unknown> }>(app: {
      processEvent(event: E): Promise<void>
    }) => ({
      processEvent: (event: E): Promise<void> =>
        asking.run({ key: senderIn(event.body, enterpriseOf), body: event.body }, () =>
          app.processEvent(event),
        ),
    }),

    /** The same database. */
    toDisk: (database: Database): Database => database.withPlugin(noted),

    /** The same links. */
    links: (links: Links): Links => ({
      ...links,
      async find(key) {
        const link = await links.find(key)
        if (link) linked.push({ key, token: link.token })
        return link
      },
      keep(key, link, through) {
        linked.push({ key, token: link.token })
        return links.keep(key, link, through)
      },
    }),
  }
}

type Ways = Pick<ReturnType<typeof createSlackHttp>, 'fetch' | 'post'>

/** All rows of all tables. */
export async function rowsOf(database: Database): Promise<string[]> {
  const tables = await database.introspection.getTables()
  const rows = await Promise.all(
    tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(database)),
  )
  return rows.map(each => JSON.stringify(each.rows))
}

/** Every byte of the files of a database, where it is in files. */
export async function bytesOf(place: string): Promise<string[]> {
  const files = ['', '-wal', '-shm', '-journal'].map(suffix => readFile(place + suffix, 'latin1'))
  const read = await Promise.allSettled(files)
  return read.flatMap(file => (file.status === 'fulfilled' ? [file.value] : []))
}

/** Who Slack says has sent this: somebody of the enterprise, or of their own workspace. */
function senderIn(
  body: Record<string, unknown>,
  enterpriseOf: (team: unknown) => string | undefined,
): PersonKey {
  const here =
    at(body, 'enterprise', 'id') ?? body.enterprise_id ?? at(body, 'authorizations', '0', 'enterprise_id')
  const team = at(body, 'user', 'team_id') ?? at(body, 'event', 'user_team') ?? body.team_id
  const isGuest = team !== (at(body, 'team', 'id') ?? body.team_id)
  const enterprise = isGuest ? enterpriseOf(team) : here
  const inputs = at(body, 'event', 'inputs')
  const actor = at(inputs, 'person') ?? at(inputs, 'starter', 'id')
  const user = body.user_id ?? at(body, 'user', 'id') ?? at(body, 'event', 'user') ?? actor
  return personKey({
    team: String(team),
    user: String(user),
    ...(typeof enterprise === 'string' && { enterprise }),
  })
}

function tokenIn(headers: unknown): string {
  const all = Array.isArray(headers) ? headers : Object.entries(Object(headers)).flat()
  const place = all.findIndex(name => String(name).toLowerCase() === 'authorization')
  return place < 0 ? '' : String(all[place + 1]).replace('Bearer ', '')
}

/** Every text in something, however deep: of a query, also the values that are written. */
export function stringsIn(node: unknown): string[] {
  if (typeof node === 'string') return [node]
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(stringsIn) : []
}
