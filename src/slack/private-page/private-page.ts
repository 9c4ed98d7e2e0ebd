import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse as parseForm } from 'node:querystring'
import type { webApi } from '@slack/bolt'
import { withChoice, withoutEmpty } from '../../core/field.ts'
import { hasForm, type WithForm } from '../../core/operation.ts'
import { parseJson } from '../../message/json.ts'
import { headersFor, mrkdwnToHtml, sendPage } from '../../web/page-layout.ts'
import { readBody } from '../../web/web-server.ts'
import { createExchange } from '../handlers/exchange.ts'
import type { HandlerParts } from '../handlers/handler-parts.ts'
import { sendOutcome } from '../handlers/respond.ts'
import { type PendingRequest, pendingSchema, secretsOf } from '../views/open-forms.ts'
import {
  donePage,
  FAILED,
  type Failure,
  NOT_FROM_FORM,
  PAGE_EXPIRED,
  type PageAnswer,
  type Reader,
  secretsPage,
} from './secrets-page.ts'

/** In characters. */
const BODY_LIMIT = 16 * 1024

/** The request of a ticket, and the person who may use it. */
type Pending = Omit<PendingRequest, 'operation'> & {
  ticket: string
  operation: WithForm
  client: webApi.WebClient
  reader: Reader
}

/**
 * Serves the page on which a person with a ticket enters the secrets that complete a request. Opening the
 * page changes nothing; a failed attempt leaves the ticket valid, a success spends it. The ticket is the
 * source of the change, so concurrent attempts are one change.
 */
export function createPrivatePage(publicUrl: string, parts: HandlerParts) {
  const { operations, pipeline, people, clientFor, tickets, log } = parts
  const headers = headersFor(publicUrl.startsWith('https:'))

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, page } = await answer(request).catch((error: unknown) => {
      // The connection is closed.
      if (error === request.errored) throw error
      log.error({ err: error }, 'the private page failed')
      return FAILED
    })
    await sendPage(response, { status, page, headers })
  }

  async function answer(request: IncomingMessage): Promise<PageAnswer> {
    const { method, url, headers } = request
    const ticket = new URLSearchParams(url?.split('?', 2)[1]).get('ticket') ?? ''
    const pending = await findPending(ticket)
    if (!pending) return PAGE_EXPIRED
    if (method === 'GET' || method === 'HEAD') return ask(pending, 200, { issues: {} })
    // Clients other than browsers omit the header, but have no ticket.
    const { 'sec-fetch-site': site = 'same-origin' } = headers
    const isFromForm = method === 'POST' && site === 'same-origin'
    const body = isFromForm ? await readBody(request, BODY_LIMIT) : undefined
    return typeof body === 'string' ? submit(pending, parseForm(body)) : NOT_FROM_FORM
  }

  async function findPending(ticket: string): Promise<Pending | undefined> {
    const json = await tickets.find(ticket)
    const { data: request } = pendingSchema.safeParse(parseJson(json ?? ''))
    const operation = operations.get(request?.operation ?? '')
    if (!request || !operation || !hasForm(operation)) return undefined
    const client = await clientFor(request.origin)
    if (!client) return undefined
    return { ...request, ticket, operation, client, reader: await people.identify(client, request.origin) }
  }

  async function submit(pending: Pending, typed: NodeJS.Dict<string | string[]>): Promise<PageAnswer> {
    const { ticket, operation, origin, client, reader } = pending
    const secrets = secretsOf(operation, pending).map(({ key }) => [key, singleValue(typed[key])] as const)
    const values = { ...pending.values, ...withoutEmpty(Object.fromEntries(secrets)) }
    const { args, ...data } = pending.data
    const incoming = { source: `ticket ${ticket}`, isOneTime: true } as const
    const exchange = createExchange(parts, client, origin, { incoming })
    const userNameOf = (user: string) => (user === origin.user ? reader.name : 'somebody else')
    const outcome = await pipeline.handle({ operation, args, values, data }, exchange.caller)
    switch (outcome.kind) {
      case 'done':
      case 'recorded':
        if (outcome.kind === 'recorded' && outcome.repeats) return PAGE_EXPIRED
        await tickets.spend(ticket)
        await (outcome.kind === 'done' ? sendOutcome(parts, exchange, outcome) : exchange.send(outcome.reply))
        return { status: 200, page: donePage(operation, mrkdwnToHtml(outcome.reply.text, userNameOf)) }
      case 'failed':
        await outcome.markDelivered?.(true)
        return ask(pending, 422, { issues: {}, notice: mrkdwnToHtml(outcome.reply.text, userNameOf) })
      default: {
        await outcome.markDelivered?.(true)
        const issues = outcome.kind === 'form' ? outcome.issues : withChoice({}, outcome.choice)
        return ask(pending, 422, { issues })
      }
    }
  }
}

/** The form again. Not a 5xx: a proxy may replace its page. */
const ask = (pending: Pending, status: 200 | 422, failed: Failure): PageAnswer => ({
  status,
  page: secretsPage(pending.operation, pending, pending.reader, failed),
})

/** A field's value; undefined for a repeated field, which this page never sends. */
const singleValue = (value: string | string[] | undefined) =>
  typeof value === 'string' ? value.toWellFormed() : undefined
