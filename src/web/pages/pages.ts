import { html } from 'hono/html'
import { type FormInput, type Issues, isSecret, parseReference, shownInputs } from '../../core/field.ts'
import type { FormState } from '../../core/form.ts'
import type { Operation, WithForm } from '../../core/operation.ts'
import { secretsOf } from '../../slack/views/forms.ts'
import { TICKET_MINUTES } from '../../storage/tickets.ts'
import { type Html, layout } from './layout.ts'

/** The person a page is for, as Slack knows them. */
export type Reader = { name: string; workspace?: string | undefined }

/** What a page says of a failed try: at the inputs, and above them. */
export type FailedTry = { issues: Issues; notice?: Html | undefined }

type Values = Pick<FormState, 'values' | 'data'>

/** The page on which a person types the secrets of a request; those of an earlier try are never on it. */
export function secretsPage(operation: WithForm, pending: Values, reader: Reader, failed: FailedTry): Html {
  // The hint of an optional secret says that it may be left empty: on this page it is replaced.
  const inputs = secretsOf(operation, pending).map(({ hint, ...input }) => ({
    ...input,
    ...(!input.optional && hint && { hint }),
  }))
  const elsewhere = Object.entries(failed.issues).filter(([key]) => !inputs.some(input => input.key === key))
  const notices = [...(failed.notice ? [failed.notice] : []), ...elsewhere.map(([, text]) => html`${text}`)]
  const { title, submit } = operation.form
  return layout(
    title,
    html`${notices.map(notice => html`<p role="alert">${notice}</p>`)}
<p>This page is for <strong>${reader.name}</strong> alone${reader.workspace && html`, in the Slack workspace <strong>${reader.workspace}</strong>`}. It ${operation.help.summary}. What is typed here counts as typed by ${reader.name}: if you are somebody else, close it and type nothing.</p>
${known(operation, pending)}
<form method="post" autocomplete="off">
${inputs.map(input => field(input, failed.issues[input.key]))}
<button>${submit}</button>
</form>
<p class="hint">What you type here does not pass through Slack. The page works once, and for ${TICKET_MINUTES} minutes from when it was asked for.</p>`,
  )
}

/** What a person reads after it worked. */
export const donePage = ({ form }: WithForm, answer: Html): Html =>
  layout(
    form.title,
    html`<p role="status">${answer}</p>
<p>This is in Slack as well, and it goes on there. You can close this page.</p>`,
  )

/** Whatever else there is to say in place of the page. */
export const noticePage = (title: string, text: string): Html => layout(title, html`<p>${text}</p>`)

/** What was said in Slack already, so that the person sees what the secrets are for. */
function known({ inputs }: Operation, { values, data }: Values): Html | undefined {
  const lines = shownInputs(inputs, { values, facts: data.facts }).flatMap(input => {
    const value = values[input.key]
    return value && !isSecret(input) ? [{ label: input.label, text: textOf(input, value) }] : []
  })
  if (lines.length === 0) return undefined
  return html`<dl>
${lines.map(({ label, text }) => html`<dt>${label}</dt><dd>${text}</dd>`)}
</dl>`
}

function textOf({ control }: FormInput, value: string): string {
  if (control.kind === 'select') return parseReference(value)?.name ?? value
  if (control.kind === 'options') return control.options.find(each => each.value === value)?.text ?? value
  return value
}

function field({ key, label, hint, control }: FormInput, issue: string | undefined): Html {
  const told = [
    ...(issue ? [html`<p class="hint wrong" id="${key}-issue">${issue}</p>\n`] : []),
    ...(hint ? [html`<p class="hint" id="${key}-hint">${hint}</p>\n`] : []),
  ]
  const described = [...(issue ? [`${key}-issue`] : []), ...(hint ? [`${key}-hint`] : [])].join(' ')
  return html`<label for="${key}">${label}</label>
<input type="password" id="${key}" name="${key}" autocomplete="off" autocapitalize="off" spellcheck="false"${max(control)} required${described && html` aria-describedby="${described}"`}${issue && html` aria-invalid="true"`}>
${told}`
}

const max = (control: FormInput['control']): Html | undefined =>
  'max' in control ? html` maxlength="${control.max}"` : undefined
