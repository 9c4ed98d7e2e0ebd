import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse as parseForm } from 'node:querystring'
import type { Caller, IncomingRequest } from '../../core/authenticate.ts'
import { type Issues, spellOut } from '../../core/field.ts'
import { hasForm, type Operation, type WithForm } from '../../core/operation.ts'
import type { Outcome } from '../../core/outcome.ts'
import { filled, type Raw } from '../../core/raw.ts'
import type { Run } from '../../core/run.ts'
import type { Reply } from '../../message/reply.ts'
import type { Origin } from '../../slack/origin.ts'
import { sayPlace } from '../../slack/place.ts'
import type { Tickets } from '../../storage/tickets.ts'
import { isForm, readBody } from '../body.ts'
import { headersFor, sendPage } from './layout.ts'
import { asPage } from './markup.ts'
import { FAILED, GONE, IN_USE, NOT_BEGUN, NOT_SO, type PageAnswer } from './notices.ts'
import { donePage, type FailedTry, type Reader, secretsOf, secretsPage } from './pages.ts'
import { readWaiting } from './waiting.ts'

const LONGEST_BODY = 16 * 1024

type Deps = {
  publicUrl: string
  tickets: Tickets
  operations: readonly Operation[]
  run: Run
  /** The way to somebody in Slack; nothing where the bot is not installed there any more. */
  reach(origin: Origin): Promise<Reach | undefined>
  log: { error(fields: object, message: string): void }
}

type Reach = {
  /** Them, with what they ask for here. */
  asking(request: IncomingRequest): Caller
  reader(): Promise<Reader>
  /** Brings an answer to where it belongs in Slack, and tells whether it arrived; never rejects. */
  say(caller: Caller, reply: Reply, later?: 'first'): Promise<boolean>
}

/** What a ticket stands for: who asked for what, as the page needs it. */
type Case = { operation: WithForm; raw: Raw; origin: Origin; reach: Reach }

/**
 * The door of secrets: whoever has a ticket types them on a page, and they join what waits in the one funnel. Looking
 * at the page changes nothing; a try that fails leaves the ticket, a success uses it up.
 */
export function createPrivatePage(deps: Deps) {
  const { publicUrl, tickets, operations, run, reach, log } = deps
  const { origin: own, protocol } = new URL(publicUrl)
  const headers = headersFor(protocol === 'https:')

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, page, allow } = await answer(request).catch(error => {
      // Nobody is left to be told.
      if (error === request.errored) throw error
      return failed(FAILED)(error)
    })
    await sendPage(response, { status, page, headers: { ...headers, ...(allow && { allow }) } })
  }

  async function answer(request: IncomingMessage): Promise<PageAnswer> {
    const ticket = new URLSearchParams(request.url?.split('?', 2)[1]).get('ticket') ?? ''
    if (request.method === 'GET' || request.method === 'HEAD') return look(ticket)
    if (request.method !== 'POST') return { ...NOT_SO, status: 405, allow: 'GET, HEAD, POST' }
    if (isForeign(request)) return { ...NOT_SO, status: 403 }
    if (!isForm(request)) return { ...NOT_SO, status: 415 }
    return submit(ticket, request)
  }

  /** Whoever waits for a page gets one, whatever failed. */
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
    const body = await readBody(request, LONGEST_BODY)
    if (!body) return { ...NOT_SO, status: 413 }
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
    // Whatever failed: a proxy may put a page of its own in the place of a 5xx.
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
    return { status: 200, page: donePage(operation, asPage(reply.text, nameAt(found, reader))) }
  }

  async function ask(found: Case, status: number, told: FailedTry, known?: Reader): Promise<PageAnswer> {
    const reader = known ?? (await found.reach.reader())
    return { status, page: secretsPage(found.operation, found.raw, reader, told) }
  }

  async function caseOf(waiting: string | undefined): Promise<Case | undefined> {
    const read = waiting === undefined ? undefined : readWaiting(waiting)
    const operation = operations.find(({ id }) => id === read?.operation)
    if (!read || !operation || !hasForm(operation)) return undefined
    const there = await reach(read.origin)
    return there && { ...read, operation, reach: there }
  }

  /** Other pages cannot send this form. Browsers tell where it comes from, those that tell nothing have no ticket. */
  function isForeign({ headers }: IncomingMessage): boolean {
    const site = headers['sec-fetch-site']
    if (site !== undefined) return site !== 'same-origin'
    // Without a referrer the origin is `null`, even that of our own page.
    return headers.origin !== undefined && headers.origin !== 'null' && headers.origin !== own
  }
}

/** What is over, or goes on without this page. */
type Over = Extract<Outcome, { kind: 'done' | 'elsewhere' }>

/** One try at a time, and one success: whatever came of it counts for the ticket. */
const keysOf = (ticket: string) =>
  ({ key: `page ${randomUUID()}`, matter: `ticket ${ticket}`, once: true }) as const

/** What came of a try, at its inputs or above them. */
function toldOf(outcome: Exclude<Outcome, Over>, nameOf: (user: string) => string): FailedTry {
  if (outcome.kind === 'failed') return { issues: {}, notice: asPage(outcome.reply.text, nameOf) }
  return { issues: outcome.kind === 'issues' ? outcome.issues : issueOf(outcome) }
}

const issueOf = ({ choice }: Extract<Outcome, { kind: 'choice' }>): Issues => ({
  [choice.key]: spellOut(choice),
})

const nameAt =
  ({ origin }: Case, { name }: Reader) =>
  (user: string) =>
    user === origin.user ? name : 'somebody else'

/** A field that is sent twice is none of ours. */
const oneOf = (words: string | string[] | undefined) =>
  typeof words === 'string' ? words.toWellFormed() : undefined
