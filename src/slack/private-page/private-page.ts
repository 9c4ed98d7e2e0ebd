import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse as parseForm } from 'node:querystring'
import type { webApi } from '@slack/bolt'
import { html } from 'hono/html'
import { type FormInput, type FormState, type Issues, withChoice, withoutEmpty } from '../../core/field.ts'
import { hasForm, type WithForm } from '../../core/operation.ts'
import { lowerFirst } from '../../language/wording.ts'
import { shown } from '../../message/reply.ts'
import { TICKET_MINUTES } from '../../storage/entries.ts'
import type { Html } from '../../web/mrkdwn-html.ts'
import { headersFor, layout, mrkdwnToHtml, noticePage, sendPage } from '../../web/page-layout.ts'
import { readBody } from '../../web/web-server.ts'
import { createExchange } from '../handlers/exchange.ts'
import type { HandlerParts } from '../handlers/handler-parts.ts'
import { respond } from '../handlers/respond.ts'
import { type PendingRequest, pendingSchema, secretsOf } from '../views/open-forms.ts'

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
    const { data: request } = pendingSchema.safeParse(await tickets.find(ticket))
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
    const incoming = { source: `ticket ${ticket}`, isOneTime: true } as const
    const exchange = createExchange(parts, client, origin, { incoming })
    const userNameOf = (user: string) => (user === origin.user ? reader.name : 'someone else')
    const outcome = await pipeline.handle({ operation, values, ...pending.data }, exchange.caller)
    switch (outcome.kind) {
      case 'done':
      case 'recorded':
        if (outcome.kind === 'recorded' && outcome.repeats) return PAGE_EXPIRED
        await tickets.spend(ticket)
        await respond(parts, exchange, outcome)
        return { status: 200, page: donePage(operation, mrkdwnToHtml(outcome.reply.text, userNameOf)) }
      case 'failed':
        await outcome.markDelivered?.(shown())
        return ask(pending, 422, { issues: {}, notice: mrkdwnToHtml(outcome.reply.text, userNameOf) })
      default: {
        await outcome.markDelivered?.(shown())
        const issues = outcome.kind === 'form' ? outcome.issues : withChoice({}, outcome.choice)
        return ask(pending, 422, { issues })
      }
    }
  }
}

/** The form again. Not a 5xx: a proxy may replace its page. */
const ask = (pending: Pending, status: 200 | 422, failed: Problems): PageAnswer => ({
  status,
  page: secretsPage(pending.operation, pending, pending.reader, failed),
})

/** A field's value; undefined for a repeated field, which this page never sends. */
const singleValue = (value: string | string[] | undefined) =>
  typeof value === 'string' ? value.toWellFormed() : undefined

/** The person a page is for, as named in Slack. */
type Reader = { name: string; workspace?: string | undefined }

/** The issues of a failed attempt: at inputs, and above them. */
type Problems = { issues: Issues; notice?: Html | undefined }

type Values = Pick<FormState, 'values' | 'data'>

/** The page on which a person types the secrets of a request. Never contains those of an earlier attempt. */
export function secretsPage(operation: WithForm, pending: Values, reader: Reader, failed: Problems): Html {
  // The hint of an optional secret says that it may be left empty, which does not hold on this page.
  const inputs = secretsOf(operation, pending).map(({ hint, ...input }) => ({
    ...input,
    ...(!input.optional && hint && { hint }),
  }))
  const others = Object.entries(failed.issues).filter(([key]) => !inputs.some(input => input.key === key))
  const notices = [...(failed.notice ? [failed.notice] : []), ...others.map(([, text]) => html`${text}`)]
  const { title, submit } = operation.form
  return layout(
    title,
    html`${notices.map(notice => html`<p role="alert">${notice}</p>`)}
<p>This page is for <strong>${reader.name}</strong> alone${reader.workspace && html`, in the Slack workspace <strong>${reader.workspace}</strong>`}. It ${lowerFirst(operation.summary)}. What is typed here counts as typed by ${reader.name}: if you are someone else, close it and type nothing. Do not pass its address on.</p>
<form method="post" autocomplete="off">
${inputs.map(input => field(input, failed.issues[input.key]))}
<button>${submit}</button>
</form>
<p class="hint">What you type here does not pass through Slack. The page works once, within ${TICKET_MINUTES} minutes of being requested.</p>`,
  )
}

export const donePage = ({ form }: WithForm, answer: Html): Html =>
  layout(
    form.title,
    html`<p role="status">${answer}</p>
<p>The answer is in Slack as well: carry on there. You can close this page.</p>`,
  )

function field({ key, label, hint, control }: FormInput, issue: string | undefined): Html {
  const notes = [
    ...(issue ? [html`<p class="hint wrong" id="${key}-issue">${issue}</p>\n`] : []),
    ...(hint ? [html`<p class="hint" id="${key}-hint">${hint}</p>\n`] : []),
  ]
  const describedBy = [...(issue ? [`${key}-issue`] : []), ...(hint ? [`${key}-hint`] : [])].join(' ')
  return html`<label for="${key}">${label}</label>
<input type="password" id="${key}" name="${key}" autocomplete="off" autocapitalize="off" spellcheck="false"${'max' in control && html` maxlength="${control.max}"`} required${describedBy && html` aria-describedby="${describedBy}"`}${issue && html` aria-invalid="true"`}>
${notes}`
}

/** The response to a browser. A failure is never a 5xx: a proxy may replace its page. */
type PageAnswer = { status: number; page: Html }

const notice = (status: number, title: string, text: string): PageAnswer => ({
  status,
  page: noticePage(title, text),
})

/** The ticket is not valid, or is in use by an earlier attempt. */
const PAGE_EXPIRED = notice(
  404,
  'This page was sent already, or is too old',
  `It works once, within ${TICKET_MINUTES} minutes. If you have sent it, the answer is in Slack. Otherwise ask for it again in Slack, with /dayshift link or as you did before, and follow the new button.`,
)

/** The request does not come from the form. */
const NOT_FROM_FORM = notice(
  400,
  'This page does not work that way',
  'Nothing was done. Open the page by its button in Slack, fill it in and send it from there.',
)

/** The attempt failed with an unknown outcome. */
const FAILED = notice(
  422,
  'This did not work',
  'Something went wrong inside Dayshift. If you sent something and it worked, the answer comes in Slack. Otherwise load this page again in a minute or two.',
)
