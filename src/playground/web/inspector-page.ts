import { html } from 'hono/html'
import type { Html } from '../../web/mrkdwn-html.ts'
import type { Action, Exchange, Failure } from '../inspector/inspector.ts'
import type { Person } from '../local-workspace.ts'
import { formatSeconds } from './places.ts'

type Reader = Pick<Person, 'id' | 'name' | 'zone'>

const TARGETS: Record<Exchange['to'], { way: string; blame: string }> = {
  bot: { way: 'to the bot', blame: 'Slack did not take the answer' },
  service: { way: 'to the service', blame: 'The service refused it' },
  Slack: { way: 'to Slack', blame: 'Slack refused it' },
}

const EMPTY =
  'Nothing has been sent to the bot yet. Type a command or press a button: what Slack sent to the bot, what the bot asked of the service and what it sent to Slack will appear here.'

export const renderInspector = (
  actions: readonly Action[],
  reader: Reader,
  nameOf: (id: string) => string | undefined,
): Html => {
  if (actions.length === 0) return html`<p class="note">${EMPTY}</p>`
  const items = actions
    .toReversed()
    .map(action => renderAction(action, (action.person && nameOf(action.person)) ?? 'Unknown', reader))
  return html`<ol>${items}</ol>`
}

const renderAction = (action: Action, name: string, reader: Reader): Html => {
  const { id, at, title, exchanges } = action
  const failures = exchanges.filter(({ answer }) => answer?.failure).length
  return html`<li class="action"><details id="inspected-${id}"${failures > 0 && ' open'}>
<summary><time datetime="${at.toISOString()}">${formatSeconds(reader.zone, at)}</time> <b>${name}</b> <code>${title}</code>
<span class="note">requests: ${exchanges.length}</span>${failures > 0 && html` <strong class="mark">${failures} wrong</strong>`}</summary>
<ol>${exchanges.map(renderExchange)}</ol></details></li>`
}

const renderExchange = ({ id, to, name, method, path, request, answer }: Exchange): Html => {
  const failure = answer?.failure
  const key = `exchange-${id.replace('.', '-')}`
  const blame = answer?.status ? TARGETS[to].blame : 'No answer came'
  const outcome = answer ? `${answer.status || 'no answer'}, ${answer.ms} ms` : 'under way …'
  return html`<li class="exchange"><details id="${key}"${failure && ' open'}>
<summary><span class="way note">${TARGETS[to].way}</span> <b>${name}</b> <span class="note">${outcome}</span>${failure && html` <strong class="mark">${failure.error}</strong>`}</summary>
<p><code>${method} ${path}</code></p>${failure && renderFailure(failure, blame)}
${renderBody(request, 'What was sent', `${key}-asked`)}${answer && renderBody(answer.body, 'What was answered', `${key}-answered`)}</details></li>`
}

const renderFailure = ({ error, messages }: Failure, blame: string): Html =>
  html`<div class="mark"><p><strong>${blame}: ${error}</strong></p>${messages.map(message => html`<p><code>${message}</code></p>`)}</div>`

const renderBody = (text: string, title: string, id: string): Html =>
  text === ''
    ? html`<p class="note">${title}: nothing</p>`
    : html`<p class="note">${title} <button type="button" class="icon" data-copy="${id}" aria-label="Copy: ${title}">Copy</button></p><pre id="${id}" tabindex="0">${text}</pre>`

/** The errors of Slack in the person's last action; empty if there are none. */
export const renderRefusal = (actions: readonly Action[], { id, name }: Reader): Html => {
  const last = actions.findLast(({ person }) => person === id)
  const refused = (last?.exchanges ?? []).flatMap(({ to, name, answer }) =>
    to !== 'service' && answer?.failure
      ? [{ ...answer.failure, what: to === 'bot' ? `the answer to ${name}` : name }]
      : [],
  )
  const items = refused.map(
    ({ what, error, messages }) =>
      html`<li><code>${what}</code>: <b>${error}</b>${messages.map(message => html`<br><code>${message}</code>`)}</li>`,
  )
  return html`<div id="refusal" class="refusal" role="alert" data-region>${
    last &&
    items.length > 0 &&
    html`<p><b>Slack refused something of the bot’s</b> when ${name} did this: ${last.title}</p>
<ul>${items}</ul><p>The inspector shows the rest.</p>`
  }</div>`
}
