import { html } from 'hono/html'
import { isoOf } from '../../service/contract/endpoint.ts'
import type { Html } from '../../web/mrkdwn-html.ts'
import { bot, type Person } from '../local-workspace.ts'
import type { OpenView } from '../modals.ts'
import { addressOf, type Page, type Parts } from './places.ts'

/** A step of the guide, done when a text of the bot matches `reply`, or without one when a Home is drawn. */
type Step = {
  title: string
  person?: string
  place?: string
  query?: Record<string, string>
  reply?: RegExp
}

const PLAN = 'web-prod'

const STEPS: readonly Step[] = [
  {
    title: `Resume ${PLAN} as Cleo`,
    query: { beside: 'cleo' },
    reply: /^<@UCLEO> (?:resumed|cancelled) .*\*web-prod\*/,
  },
  { title: 'Link as Sam', person: 'sam', query: { say: '/dayshift link' }, reply: /^Your account is linked/ },
  { title: 'Look at the Home tab', place: 'home' },
]

export const renderGuide = (parts: Parts, page: Page): Html => {
  const { workspace, modals } = parts
  const texts = workspace.all().flatMap(({ user, text }) => (user === bot.user ? [text] : []))
  const hasHome = workspace.people.some(({ id }) => modals.home(id))
  const items = STEPS.map(({ title, person = 'ana', place = 'ops', query, reply }) => {
    const actor = workspace.person(person)
    const isDone = reply ? texts.some(text => reply.test(text)) : hasHome
    return (
      actor &&
      html`<li><a href="${addressOf(actor, place, query)}"><span aria-hidden="true">${isDone ? '✓' : '○'}</span> ${title}${isDone && html`<span class="unseen"> (done)</span>`}</a></li>`
    )
  })
  // A pause on a weekend would have no effect.
  const day = todayOf(parts, page.person).add({ days: 1 }).dayOfWeek > WORKDAYS ? 'on Monday' : 'tomorrow'
  const pause = { do: 'say', place: 'ops', text: `/pause ${PLAN} ${day}` }
  return html`<details id="guide" class="guide" data-region open>
<summary>Your first minute</summary>
<p class="note">Dayshift pauses a team’s cloud schedules for whole days, from Slack, and tells the channel.</p>
<div class="now"><button type="button" class="primary" data-act="${JSON.stringify(pause)}">Pause ${PLAN} ${day}</button> ${renderDays(parts, page)}</div>
<ol>${items}</ol>
<div class="now"><button type="button" data-inspector>See the HTTP</button>${
    parts.embedded &&
    html` <button type="button" data-act="${JSON.stringify({ do: 'break' })}">Break the service for ten seconds</button> <small>Dayshift then pauses web-staging in #ops, but the answer gets lost. Watch it check whether the pause was made, and tell you.</small>`
  }</div>
</details>`
}

const WORKDAYS = 5
const DAYS_SHOWN = 7

const todayOf = ({ workspace }: Parts, { zone }: Person): Temporal.PlainDate =>
  workspace.now().toTemporalInstant().toZonedDateTimeISO(zone).toPlainDate()

/** The next days of the plan, with the paused ones marked. */
const renderDays = (parts: Parts, { person }: Page): Html | undefined => {
  const pauses = parts.embedded?.pausesOf(PLAN)
  const today = todayOf(parts, person)
  const days = Array.from({ length: DAYS_SHOWN }, (_, days) => today.add({ days })).map(day => {
    const date = String(day)
    const isPaused = pauses?.some(({ from, until }) => isoOf(from) <= date && date <= isoOf(until))
    const name = day.toLocaleString('en-GB', { weekday: 'short', day: 'numeric' })
    return html`<li${isPaused && html` class="paused"`}>${name}${isPaused && html`<br>paused`}</li>`
  })
  return pauses && html`<ol class="days" aria-label="The next days of ${PLAN}">${days}</ol>`
}

/** The token that the linking form asks for. */
export const renderTokenIn = ({ embedded }: Parts, person: Person, view: OpenView): Html | undefined => {
  const token = view.callback_id === 'account.link' && embedded?.token(person.email ?? '')
  return token
    ? html`<p>${person.name}’s access token, as the scheduling service shows it: <code id="token">${token}</code> <button type="button" data-copy="token">Copy</button></p>`
    : undefined
}
