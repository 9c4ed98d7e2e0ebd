import { html } from 'hono/html'
import { type FormInput, type Issues, isSecret, shownInputs } from '../../core/field.ts'
import type { Operation, WithForm } from '../../core/operation.ts'
import type { Raw } from '../../core/raw.ts'
import { organizationOf } from '../../language/within.ts'
import { TICKET_MINUTES } from '../../storage/tickets.ts'
import { type Html, layout } from './layout.ts'

/** For whom a page is, as Slack knows them. */
export type Reader = { name: string; workspace?: string | undefined }

/** What the page says of a try that failed: at the inputs, and above them. */
export type FailedTry = { issues: Issues; notice?: Html | undefined }

/** The page on which somebody types what an operation still lacks. What was typed before is never on it. */
export function secretsPage(operation: WithForm, raw: Raw, reader: Reader, told: FailedTry): Html {
  const inputs = secretsOf(operation, raw)
  const elsewhere = Object.entries(told.issues).filter(([key]) => !inputs.some(input => input.key === key))
  const notices = [...(told.notice ? [told.notice] : []), ...elsewhere.map(([, text]) => html`${text}`)]
  const { title, submit } = operation.form
  return layout(
    title,
    html`${notices.map(notice => html`<p role="alert">${notice}</p>`)}
<p>This page is for <strong>${reader.name}</strong> alone${reader.workspace && html`, in the Slack workspace <strong>${reader.workspace}</strong>`}. It ${operation.summary}. What is typed here counts as typed by ${reader.name}: if you are somebody else, close it and type nothing.</p>
${known(operation, raw)}
<form method="post" autocomplete="off">
${inputs.map(input => field(input, told.issues[input.key]))}
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

/** The inputs that are typed on the page, for a raw that waits: nobody is led there but for all of them. */
export const secretsOf = ({ inputs }: Operation, raw: Raw): FormInput[] =>
  shownInputs(inputs, raw)
    .filter(isSecret)
    .map(({ hint, ...input }) => ({ ...input, ...(!input.optional && hint && { hint }) }))

/** What was said in Slack already, for whoever wants to see that it is the right thing. */
function known({ inputs }: Operation, raw: Raw): Html | undefined {
  const lines = shownInputs(inputs, raw).flatMap(input => {
    const words = raw[input.key]
    return words && !isSecret(input) ? [{ label: input.label, words: said(input, words) }] : []
  })
  const organization = organizationOf(raw)
  const all = [...(organization ? [{ label: 'Organization', words: organization.name }] : []), ...lines]
  if (all.length === 0) return undefined
  return html`<dl>
${all.map(({ label, words }) => html`<dt>${label}</dt><dd>${words}</dd>`)}
</dl>`
}

function said({ control }: FormInput, words: string): string {
  if (control.kind === 'select') return control.labelOf(words)
  if (control.kind === 'options') return control.options.find(({ value }) => value === words)?.text ?? words
  return words
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
