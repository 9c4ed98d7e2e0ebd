import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse as parseForm } from 'node:querystring'
import { z } from 'zod'
import type { Caller, IncomingRequest } from '../../core/authenticate.ts'
import { type Issues, spellOut } from '../../core/field.ts'
import { hasForm, type Operation, type WithForm } from '../../core/operation.ts'
import type { Outcome } from '../../core/outcome.ts'
import { filled, type Raw, rawSchema } from '../../core/raw.ts'
import type { Run } from '../../core/run.ts'
import { parsed } from '../../message/json.ts'
import type { Reply } from '../../message/reply.ts'
import { type Origin, originSchema } from '../../slack/origin.ts'
import { sayPlace } from '../../slack/place.ts'
import type { Tickets } from '../../storage/tickets.ts'
import { isForm, readBody } from '../server.ts'
import { headersFor, mrkdwnToHtml, sendPage } from './layout.ts'
import {
  type Attempt,
  donePage,
  FAILED,
  GONE,
  IN_USE,
  NOT_BEGUN,
  NOT_FROM_FORM,
  type PageAnswer,
  type Reader,
  secretsOf,
  secretsPage,
} from './secrets-page.ts'

/** The ticket stands in the query, which no log keeps. */
export const PAGE_PATH = '/private'

/** A request that waits for its secrets. */
const waitingSchema = z.object({ operation: z.string(), raw: rawSchema, origin: originSchema })

/** Makes the address of a page for the secrets of a request, valid once and for fifteen minutes. */
export const createInvite =
  (deps: { issue: Tickets['issue']; publicUrl: string }) =>
  async (waiting: z.infer<typeof waitingSchema>): Promise<string> =>
    `${deps.publicUrl}${PAGE_PATH}?ticket=${await deps.issue(JSON.stringify(waiting), waiting.origin)}`

const BODY_LIMIT_BYTES = 16 * 1024

type Deps = {
  publicUrl: string
  tickets: Tickets
  operations: readonly Operation[]
  run: Run
  /** Connects to a person in Slack; undefined if the app is not installed there any more. */
  reach(origin: Origin): Promise<Reach | undefined>
  log: { error(fields: object, message: string): void }
}

type Reach = {
  asking(request: IncomingRequest): Caller
  reader(): Promise<Reader>
  /** Delivers a reply in Slack, and returns whether it arrived; never rejects. */
  say(caller: Caller, reply: Reply, later?: 'first'): Promise<boolean>
}

/** The request behind a ticket. */
type Case = { operation: WithForm; raw: Raw; origin: Origin; reach: Reach }

/**
 * The page behind a ticket, on which secrets are typed that must not pass through Slack. Opening it changes nothing; a
 * failed attempt leaves the ticket valid, a success uses it up.
 */
export function createPrivatePage(deps: Deps) {
  const { publicUrl, tickets, operations, run, reach, log } = deps
  const { origin: own, protocol } = new URL(publicUrl)
  const headers = headersFor(protocol === 'https:')

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, page, allow } = await answer(request).catch(error => {
      if (error === request.errored) throw error
      return failed(FAILED)(error)
    })
    await sendPage(response, { status, page, headers: { ...headers, ...(allow && { allow }) } })
  }

  async function answer(request: IncomingMessage): Promise<PageAnswer> {
    const ticket = new URLSearchParams(request.url?.split('?', 2)[1]).get('ticket') ?? ''
    if (request.method === 'GET' || request.method === 'HEAD') return look(ticket)
    if (request.method !== 'POST') return { ...NOT_FROM_FORM, status: 405, allow: 'GET, HEAD, POST' }
    if (isForeign(request)) return { ...NOT_FROM_FORM, status: 403 }
    if (!isForm(request)) return { ...NOT_FROM_FORM, status: 415 }
    return submit(ticket, request)
  }

  function failed(answer: PageAnswer) {
    return (error: unknown): PageAnswer => {
      log.error({ err: error }, 'the private page failed')
      return answer
    }
  }

  async function look(ticket: string): Promise<PageAnswer> {
    const found = await caseOf(await tickets.find(ticket))
    return found ? ask(found, 200, { issues: {} }) : GONE
  }

  async function submit(ticket: string, request: IncomingMessage): Promise<PageAnswer> {
    const body = await readBody(request, BODY_LIMIT_BYTES)
    if (!body) return { ...NOT_FROM_FORM, status: 413 }
    const taken = await tickets.take(ticket)
    if (taken === 'taken') return IN_USE
    if (!taken) return GONE
    const begun = await caseOf(taken.waiting).catch(failed(NOT_BEGUN))
    if (begun && 'operation' in begun) return attempt(ticket, begun, body)
    await tickets.putBack(ticket)
    return begun ?? GONE
  }

  async function attempt(ticket: string, found: Case, body: Buffer): Promise<PageAnswer> {
    const typed = parseForm(body.toString())
    const secrets = secretsOf(found.operation, found.raw).map(({ key }) => [key, oneOf(typed[key])] as const)
    const raw = { ...found.raw, ...filled(Object.fromEntries(secrets)) }
    const { origin, reach } = found
    const { key, matter, once } = keysOf(ticket)
    const caller = reach.asking({
      ...{ key, matter, once },
      ...{ team: origin.team, origin: () => sayPlace({ origin }) },
    })
    const outcome = await run.raw(found.operation, raw, caller)
    if (outcome.kind === 'done' || outcome.kind === 'elsewhere') return done(ticket, found, caller, outcome)
    if (!(await tickets.giveBack(ticket))) return GONE
    const reader = await reach.reader()
    if (outcome.kind === 'failed') await outcome.heard?.(true)
    return ask(found, 422, toldOf(outcome, nameAt(found, reader)), reader)
  }

  async function done(
    ticket: string,
    found: Case,
    caller: Caller,
    { reply, ...outcome }: Over,
  ): Promise<PageAnswer> {
    const { operation, reach } = found
    await tickets.spend(ticket)
    const later = outcome.kind === 'done' && outcome.heard ? 'first' : undefined
    const [reader, told] = await Promise.all([reach.reader(), reach.say(caller, reply, later)])
    if (outcome.kind === 'done') await outcome.heard?.(told)
    return { status: 200, page: donePage(operation, mrkdwnToHtml(reply.text, nameAt(found, reader))) }
  }

  async function ask(found: Case, status: number, told: Attempt, known?: Reader): Promise<PageAnswer> {
    const reader = known ?? (await found.reach.reader())
    return { status, page: secretsPage(found.operation, found.raw, reader, told) }
  }

  async function caseOf(waiting: string | undefined): Promise<Case | undefined> {
    const read = waitingSchema.safeParse(parsed(waiting ?? '')).data
    const operation = operations.find(({ id }) => id === read?.operation)
    if (!read || !operation || !hasForm(operation)) return undefined
    const there = await reach(read.origin)
    return there && { ...read, operation, reach: there }
  }

  /** Whether another site sends the form, as browsers say. */
  function isForeign({ headers }: IncomingMessage): boolean {
    const site = headers['sec-fetch-site']
    if (site !== undefined) return site !== 'same-origin'
    // Without a referrer the origin is `null`, also that of this page.
    return headers.origin !== undefined && headers.origin !== 'null' && headers.origin !== own
  }
}

type Over = Extract<Outcome, { kind: 'done' | 'elsewhere' }>

/** A ticket allows one attempt at a time, and one success. */
const keysOf = (ticket: string) =>
  ({ key: `page ${randomUUID()}`, matter: `ticket ${ticket}`, once: true }) as const

function toldOf(outcome: Exclude<Outcome, Over>, nameOf: (user: string) => string): Attempt {
  if (outcome.kind === 'failed') return { issues: {}, notice: mrkdwnToHtml(outcome.reply.text, nameOf) }
  return { issues: outcome.kind === 'issues' ? outcome.issues : issueOf(outcome) }
}

const issueOf = ({ choice }: Extract<Outcome, { kind: 'choice' }>): Issues => ({
  [choice.key]: spellOut(choice),
})

const nameAt =
  ({ origin }: Case, { name }: Reader) =>
  (user: string) =>
    user === origin.user ? name : 'somebody else'

/** Fields that are sent twice are ignored. */
const oneOf = (words: string | string[] | undefined) =>
  typeof words === 'string' ? words.toWellFormed() : undefined
