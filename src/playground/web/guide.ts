import { html } from 'hono/html'
import type { OpenView } from '../modals.ts'
import { bot, type Person } from '../workspace.ts'
import type { Html } from './mrkdwn.ts'
import { addressOf, type Page, type Parts, slugOf } from './places.ts'

/** Something for a newcomer to try. It is done when the bot has said something like `told`, or drawn a Home. */
type Step = { id: string; title: string; person: string; place: string; says?: string; told?: RegExp }

const STEPS: readonly Step[] = [
  {
    ...{ id: 'pause', title: 'Pause a plan', person: 'ana', place: 'ops' },
    says: '/pause web-prod tomorrow for 3 days load test',
    told: /^<@\w+> paused /,
  },
  {
    ...{ id: 'week', title: 'Show the week', person: 'ana', place: 'ops' },
    says: '/plan week',
    told: /^This week for /,
  },
  {
    ...{ id: 'undo', title: 'Undo it', person: 'ana', place: 'ops' },
    says: '/resume web-prod',
    told: /^<@\w+> resumed /,
  },
  {
    ...{ id: 'link', title: 'Link as Sam', person: 'sam', place: 'ops' },
    says: '/dayshift link',
    told: /^Your account is linked/,
  },
  { id: 'home', title: 'Look at the Home tab', person: 'ana', place: 'home' },
]

export const updateGuide = ({ steps, workspace, modals }: Parts): void => {
  const open = STEPS.filter(({ id }) => !steps.completed().has(id))
  if (open.length === 0) return
  const texts = workspace.all().flatMap(({ user, text }) => (user === bot.user ? [text] : []))
  const hasHome = workspace.people.some(({ id }) => modals.home(id))
  for (const { id, told } of open)
    if (told ? texts.some(text => told.test(text)) : hasHome) steps.complete(id)
}

export const renderGuide = (parts: Parts, { person }: Page): Html => {
  const { steps, workspace } = parts
  const completed = steps.completed()
  const count = STEPS.filter(({ id }) => completed.has(id)).length
  const items = STEPS.map(({ id, title, person: slug, place, says }) => {
    const actor = workspace.people.find(each => slugOf(each) === slug)
    const isDone = completed.has(id)
    return (
      actor &&
      html`<li${isDone && html` class="done"`}><a href="${addressOf(actor, place, says === undefined ? {} : { say: says })}"><span aria-hidden="true">${isDone ? '✓' : '○'}</span> ${title}${isDone && html`<span class="unseen"> (done)</span>`}</a></li>`
    )
  })
  return html`<details id="guide" class="guide" data-region${count < STEPS.length && html` open`}>
<summary>Your first minute: ${count} of ${STEPS.length} done</summary>
<ol>${items}</ol>
${count < STEPS.length && html`<p class="how">Choose one: its words are typed for you, and Enter sends them.</p>`}
${slugOf(person) === 'sam' && !completed.has('link') && renderToken(parts, person, 'token')}
</details>`
}

/** The token that the linking form asks for. The form lies above the guide. */
export const renderTokenIn = (parts: Parts, person: Person, view: OpenView): Html | undefined =>
  view.callback_id === 'account.link' ? renderToken(parts, person, 'token-here') : undefined

const renderToken = ({ tokenOf }: Parts, person: Person, id: string): Html | undefined => {
  const token = tokenOf(person)
  return token === undefined
    ? undefined
    : html`<p class="token">${person.name}’s access token, as the scheduling service shows it: <code id="${id}">${token}</code> <button type="button" data-copy="${id}">Copy</button></p>`
}
