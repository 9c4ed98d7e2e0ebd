import { html } from 'hono/html'
import type { FormInput, FormState, Issues } from '../../core/field.ts'
import type { WithForm } from '../../core/operation.ts'
import { lowerFirst } from '../../language/wording.ts'
import { TICKET_MINUTES } from '../../storage/entries.ts'
import type { Html } from '../../web/mrkdwn-html.ts'
import { layout, noticePage } from '../../web/page-layout.ts'
import { secretsOf } from '../views/open-forms.ts'

/** The person a page is for, as named in Slack. */
export type Reader = { name: string; workspace?: string | undefined }

/** The issues of a failed attempt: at inputs, and above them. */
export type Failure = { issues: Issues; notice?: Html | undefined }

type Values = Pick<FormState, 'values' | 'data'>

/** The page on which a person types the secrets of a request. Never contains those of an earlier attempt. */
export function secretsPage(operation: WithForm, pending: Values, reader: Reader, failed: Failure): Html {
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
<p>This page is for <strong>${reader.name}</strong> alone${reader.workspace && html`, in the Slack workspace <strong>${reader.workspace}</strong>`}. It ${lowerFirst(operation.summary)}. What is typed here counts as typed by ${reader.name}: if you are somebody else, close it and type nothing. Do not pass its address on.</p>
<form method="post" autocomplete="off">
${inputs.map(input => field(input, failed.issues[input.key]))}
<button>${submit}</button>
</form>
<p class="hint">What you type here does not pass through Slack. The page works once, and for ${TICKET_MINUTES} minutes from when it was asked for.</p>`,
  )
}

/** The page after a success. */
export const donePage = ({ form }: WithForm, answer: Html): Html =>
  layout(
    form.title,
    html`<p role="status">${answer}</p>
<p>This is in Slack as well, and it goes on there. You can close this page.</p>`,
  )

function field({ key, label, hint, control }: FormInput, issue: string | undefined): Html {
  const notes = [
    ...(issue ? [html`<p class="hint wrong" id="${key}-issue">${issue}</p>\n`] : []),
    ...(hint ? [html`<p class="hint" id="${key}-hint">${hint}</p>\n`] : []),
  ]
  const describedBy = [...(issue ? [`${key}-issue`] : []), ...(hint ? [`${key}-hint`] : [])].join(' ')
  return html`<label for="${key}">${label}</label>
<input type="password" id="${key}" name="${key}" autocomplete="off" autocapitalize="off" spellcheck="false"${maxLength(control)} required${describedBy && html` aria-describedby="${describedBy}"`}${issue && html` aria-invalid="true"`}>
${notes}`
}

const maxLength = (control: FormInput['control']): Html | undefined =>
  'max' in control ? html` maxlength="${control.max}"` : undefined

/** The response to a browser. A failure is never a 5xx: a proxy may replace its page. */
export type PageAnswer = { status: number; page: Html }

const notice = (status: number, title: string, text: string): PageAnswer => ({
  status,
  page: noticePage(title, text),
})

/** The ticket is not valid, or is in use by an earlier attempt. */
export const PAGE_EXPIRED = notice(
  404,
  'This page was sent already, or is too old',
  `It works once, for ${TICKET_MINUTES} minutes. If you have sent it, the answer is in Slack. Otherwise ask for it again in Slack, with /dayshift link or as you did before, and follow the new button.`,
)

/** The request does not come from the form. */
export const NOT_FROM_FORM = notice(
  400,
  'This page does not work that way',
  'Nothing was done. Open the page by its button in Slack, fill it in and send it from there.',
)

/** The attempt failed with an unknown outcome. */
export const FAILED = notice(
  422,
  'This did not work',
  'Something went wrong inside Dayshift. If you sent something and it worked, the answer comes in Slack. Otherwise load this page again in a minute or two.',
)
