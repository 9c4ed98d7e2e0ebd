import { html } from 'hono/html'
import type { Body, Exchange, Wrong } from '../inspector/action.ts'
import { WAYS } from '../inspector/written.ts'
import type { Html } from './html.ts'

/** As much of a body as stands on the page; all that is kept is to be had as text. */
const SHOWN = 8000

/** As much as there is around the bodies of an exchange. */
const AROUND = 1000

/** About how many characters an exchange takes on the page. */
export const drawnOf = ({ asked, answer }: Exchange): number =>
  AROUND + [asked, answer?.body].reduce((sum, body) => sum + Math.min(body?.text.length ?? 0, SHOWN), 0)

const WHO: Record<Exchange['to'], string> = {
  bot: 'Slack did not take the answer',
  service: 'The service refused it',
  Slack: 'Slack refused it',
}

/** One request and its answer; what is wrong with it stands before all else. */
export const renderExchange = (exchange: Exchange, { textAt }: { textAt: (id: string) => string }): Html => {
  const { id, to, name, method, path, asked, answer } = exchange
  const wrong = answer?.wrong
  const key = `exchange-${id.replace('.', '-')}`
  return html`<li class="exchange to-${to.toLowerCase()} ${wrong ? 'wrong' : ''}"><details id="${key}">
<summary><span class="way">${WAYS[to]}</span> <b>${name}</b> <span class="took">${answer ? `${answer.status || 'no answer'}, ${answer.ms} ms` : 'under way …'}</span>${wrong && html` <strong class="mark">${wrong.error}</strong>`}</summary>
<p class="line">${method} ${path}</p>${wrong && renderWrong(wrong, WHO[to])}
${renderBody(asked, 'What was sent', `${key}-asked`)}${answer && renderBody(answer.body, 'What was answered', `${key}-answered`)}
<p><a href="${textAt(id)}" target="_blank" aria-label="As text: ${name}">As text</a></p></details></li>`
}

const renderWrong = ({ error, messages }: Wrong, who: string): Html =>
  html`<div class="why"><p><strong>${who}: ${error}</strong></p>${
    messages.length > 0 && html`<ul>${messages.map(message => html`<li><code>${message}</code></li>`)}</ul>`
  }</div>`

const renderBody = ({ text, left }: Body, title: string, id: string): Html => {
  if (text === '' && left === 0) return html`<p class="nothing">${title}: nothing</p>`
  const more = left + Math.max(0, text.length - SHOWN)
  return html`<figure><figcaption>${title} <button type="button" data-copy="${id}" aria-label="Copy: ${title}">Copy</button></figcaption><pre id="${id}" tabindex="0">${text.slice(0, SHOWN)}</pre>${
    more > 0 && html`<p>… ${more} more characters</p>`
  }</figure>`
}
