import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse as parseForm } from 'node:querystring'
import type { webApi } from '@slack/bolt'
import { z } from 'zod'
import { withChoice, withoutEmpty } from '../../core/field.ts'
import { formDataSchema } from '../../core/form-state.ts'
import { hasForm, type WithForm } from '../../core/operation.ts'
import type { Outcome } from '../../core/outcome.ts'
import { parseJson } from '../../message/json.ts'
import type { Tickets } from '../../storage/tickets.ts'
import { headersFor, mrkdwnToHtml, sendPage } from '../../web/page-layout.ts'
import { isForm, readBody } from '../../web/web-server.ts'
import { createExchange, type Exchange, type HandlerParts } from '../handlers/exchange.ts'
import { tell } from '../handlers/respond.ts'
import { originSchema } from '../origin.ts'
import { type Invite, type PendingRequest, secretsOf } from '../views/open-forms.ts'
import {
  donePage,
  FAILED,
  type FailedTry,
  GONE,
  NOT_BEGUN,
  NOT_FROM_FORM,
  type PageAnswer,
  REPEATED,
  type Reader,
  secretsPage,
} from './secrets-page.ts'

/** Where the page is served. The ticket is in the query, which no log keeps. */
export const PAGE_PATH = '/private'

const pendingSchema = z.object({
  operation: z.string(),
  values: z.record(z.string(), z.string()),
  data: formDataSchema,
  origin: originSchema,
}) satisfies z.ZodType<PendingRequest>

/** Makes addresses of private pages, each good once and for fifteen minutes. */
export const createInvite =
  (deps: { issue: Tickets['issue']; publicUrl: string }): Invite =>
  async pending =>
    `${deps.publicUrl}${PAGE_PATH}?ticket=${await deps.issue(JSON.stringify(pending), pending.origin)}`

/** The request of a ticket; undefined for anything else. */
const parsePending = (text: string): PendingRequest | undefined =>
  pendingSchema.safeParse(parseJson(text)).data

const BODY_LIMIT_BYTES = 16 * 1024

type Deps = {
  publicUrl: string
  tickets: Tickets
  parts: HandlerParts
}

/** What a ticket stands for. */
type Pending = Omit<PendingRequest, 'operation'> & { operation: WithForm; client: webApi.WebClient }

/**
 * The page for secrets: a person with a ticket enters them, and they complete the request. Looking at the page changes
 * nothing; a failed try leaves the ticket, a success uses it up. The ticket is the source of the change: tries at once are one.
 */
export function createPrivatePage(deps: Deps) {
  const { publicUrl, tickets, parts } = deps
  const { operations, pipeline, people, clientAt, log } = parts
  const { origin: own, protocol } = new URL(publicUrl)
  const headers = headersFor(protocol === 'https:')

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, page, allow } = await answer(request).catch(error => {
      // The connection is gone.
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

  /** Logs an error, and answers with a page all the same. */
  function failed(answer: PageAnswer) {
    return (error: unknown): PageAnswer => {
      log.error({ err: error }, 'the private page failed')
      return answer
    }
  }

  async function look(ticket: string): Promise<PageAnswer> {
    const found = await pendingOf(ticket)
    return found ? ask(found, 200, { issues: {} }) : GONE
  }

  async function submit(ticket: string, request: IncomingMessage): Promise<PageAnswer> {
    const body = await readBody(request, BODY_LIMIT_BYTES)
    if (!Buffer.isBuffer(body)) return { ...NOT_FROM_FORM, status: 413 }
    const pending = await pendingOf(ticket).catch(failed(NOT_BEGUN))
    return pending && 'operation' in pending ? attempt(ticket, pending, body) : (pending ?? GONE)
  }

  async function attempt(ticket: string, pending: Pending, body: Buffer): Promise<PageAnswer> {
    const typed = parseForm(body.toString())
    const { operation, origin, client } = pending
    const secrets = secretsOf(operation, pending).map(({ key }) => [key, singleValue(typed[key])] as const)
    const values = { ...pending.values, ...withoutEmpty(Object.fromEntries(secrets)) }
    const { args, ...data } = pending.data
    const incoming = { source: `ticket ${ticket}`, isOneTime: true } as const
    const exchange = createExchange(parts, client, origin, { incoming })
    const outcome = await pipeline.handle({ operation, args, values, data }, exchange.caller)
    if (outcome.kind === 'recorded' && outcome.repeats) return REPEATED
    if (outcome.kind === 'done' || outcome.kind === 'recorded')
      return done(ticket, pending, exchange, outcome)
    await outcome.markDelivered?.(true)
    const reader = await readerOf(pending)
    // A proxy may replace the page of a 5xx by one of its own.
    return ask(pending, 422, failureOf(outcome, nameOf(pending, reader)), reader)
  }

  async function done(
    ticket: string,
    pending: Pending,
    exchange: Exchange,
    outcome: Over,
  ): Promise<PageAnswer> {
    await tickets.spend(ticket)
    const [reader] = await Promise.all([
      readerOf(pending),
      outcome.kind === 'done' ? tell(parts, exchange, outcome) : exchange.say(outcome.reply),
    ])
    const { text } = outcome.reply
    return { status: 200, page: donePage(pending.operation, mrkdwnToHtml(text, nameOf(pending, reader))) }
  }

  async function ask(
    pending: Pending,
    status: number,
    failed: FailedTry,
    known?: Reader,
  ): Promise<PageAnswer> {
    const reader = known ?? (await readerOf(pending))
    return { status, page: secretsPage(pending.operation, pending, reader, failed) }
  }

  async function pendingOf(ticket: string): Promise<Pending | undefined> {
    const waiting = await tickets.find(ticket)
    const request = waiting === undefined ? undefined : parsePending(waiting)
    const operation = operations.get(request?.operation ?? '')
    if (!request || !operation || !hasForm(operation)) return undefined
    const client = await clientAt(request.origin)
    return client && { ...request, operation, client }
  }

  function readerOf({ client, origin }: Pending): Promise<Reader> {
    return people.introduce(client, origin)
  }

  /** Whether another page sent the form. Browsers tell where it comes from; other clients have no ticket. */
  function isForeign({ headers }: IncomingMessage): boolean {
    const site = headers['sec-fetch-site']
    if (site !== undefined) return site !== 'same-origin'
    // Without a referrer the origin is `null`, even that of our own page.
    return headers.origin !== undefined && headers.origin !== 'null' && headers.origin !== own
  }
}

/** An outcome with which the page is finished. */
type Over = Extract<Outcome, { kind: 'done' | 'recorded' }>

/** What a failed try says at the inputs, or above them. */
function failureOf(outcome: Exclude<Outcome, Over>, nameOf: (user: string) => string): FailedTry {
  if (outcome.kind === 'failed') return { issues: {}, notice: mrkdwnToHtml(outcome.reply.text, nameOf) }
  return { issues: outcome.kind === 'form' ? outcome.issues : withChoice({}, outcome.choice) }
}

const nameOf =
  ({ origin }: Pending, { name }: Reader) =>
  (user: string) =>
    user === origin.user ? name : 'somebody else'

/** A field that is sent twice is not from our page. */
const singleValue = (value: string | string[] | undefined) =>
  typeof value === 'string' ? value.toWellFormed() : undefined
