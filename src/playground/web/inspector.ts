import { html } from 'hono/html'
import { type Action, type Exchange, wrongOf, wrongsIn } from '../inspector/action.ts'
import { WAYS } from '../inspector/written.ts'
import { secondIn } from './clock.ts'
import { drawnOf, renderExchange } from './exchange.ts'
import type { Html } from './html.ts'

/** Whose page it is, what people are called, and where an action or an exchange is to be had as text. */
export type Inspecting = {
  person: { id: string; name: string; zone: string }
  nameOf: (id: string) => string | undefined
  textAt: (id: string) => string
}

/** As many characters as are drawn at once, with one action more: a page that is drawn anew for every change has to stay light. */
const DRAWN = 200_000

const EMPTY =
  'Nothing has been sent to the bot yet. Type a command or press a button: what Slack sent to the bot, what the bot asked of the service and what it sent to Slack will appear here.'

/** What stands in the inspector, newest first: every action with its exchanges, or a filter's choice of them. */
export const renderInspector = (actions: readonly Action[], inspecting: Inspecting): Html => {
  if (actions.length === 0) return html`<p class="inspector-empty">${EMPTY}</p>`
  const wrong = actions.reduce((sum, action) => sum + wrongsIn(action), 0)
  const { name } = inspecting.person
  let room = DRAWN
  const newest = actions.toReversed().map(action => {
    room -= action.exchanges.reduce((sum, exchange) => sum + drawnOf(exchange), 0)
    return renderAction(action, inspecting, room > 0)
  })
  return html`<nav class="inspector-filter" aria-label="Which actions are shown">
<a href="#inspector-all">All ${actions.length}</a>
<a href="#inspector-own">Only ${name}’s</a>
<a href="#inspector-wrong"${wrong > 0 && html` class="wrong"`}>Only what went wrong: ${wrong}</a></nav>
<p id="inspector-all" class="inspector-only">All actions are shown.</p>
<p id="inspector-own" class="inspector-only">Only what ${name} did is shown.</p>
<p id="inspector-wrong" class="inspector-only">Only what went wrong is shown.</p>
<ol class="inspected">${newest}</ol>`
}

const renderAction = (action: Action, inspecting: Inspecting, whole: boolean): Html => {
  const { id, at, person, title, exchanges, left } = action
  const wrong = wrongsIn(action)
  const own = person === inspecting.person.id && 'own'
  const name = (person && inspecting.nameOf(person)) ?? 'Somebody'
  const text = html`<a href="${inspecting.textAt(id)}" target="_blank">As text</a>`
  return html`<li id="action-${id}" class="action ${own || ''} ${wrong > 0 ? 'wrong' : ''}"><details id="inspected-${id}">
<summary><span class="when">${clockOf(at, inspecting.person.zone)}</span> <b>${name}</b> <span class="did">${title}</span>
<span class="counts">${countsOf(exchanges)}</span>${wrong > 0 && html` <strong class="mark">${wrong} wrong</strong>`}</summary>
${
  whole
    ? html`<ol>${exchanges.map(exchange => renderExchange(exchange, inspecting))}</ol>${left > 0 && html`<p>${left} more are not kept.</p>`}<p>${text}</p>`
    : html`<p>This is too far back to be drawn. ${text}</p>`
}</details></li>`
}

const clockOf = (at: Date, zone: string) =>
  html`<time datetime="${at.toISOString()}">${secondIn(zone, at)}</time>`

/** How many exchanges there were, by direction. */
const countsOf = (exchanges: readonly Exchange[]): string =>
  Object.entries(WAYS)
    .map(([to, words]) => ({ words, count: exchanges.filter(each => each.to === to).length }))
    .filter(({ count }) => count > 0)
    .map(({ words, count }) => `${count} ${words}`)
    .join(', ')

/**
 * What Slack refused of the bot's in what somebody did last, to be read at once; empty where that is nothing, which it is
 * again as soon as they do something else.
 */
export const renderRefusal = (actions: readonly Action[], { person }: Pick<Inspecting, 'person'>): Html => {
  const last = actions.findLast(action => action.person === person.id)
  const refused = last?.exchanges.filter(each => each.to !== 'service' && wrongOf(each)) ?? []
  return html`<div id="refusal" class="refusal" role="alert">${
    last &&
    refused.length > 0 &&
    html`<p><b>Slack refused something of the bot’s</b> when ${person.name} did this: ${last.title}</p>
<ul>${refused.map(renderRefused)}</ul><p><a href="#action-${last.id}">Look at it in the inspector</a></p>`
  }</div>`
}

const renderRefused = (exchange: Exchange): Html => {
  const { error = '', messages = [] } = wrongOf(exchange) ?? {}
  const what = exchange.to === 'bot' ? `the answer to ${exchange.name}` : exchange.name
  return html`<li><code>${what}</code>: <b>${error}</b>${messages.map(message => html`<br><code>${message}</code>`)}</li>`
}
