import { html } from 'hono/html'
import { bot, type Person } from '../local-workspace.ts'
import type { OpenView } from '../modals.ts'
import type { Html } from './mrkdwn-html.ts'
import { addressOf, type Page, type Parts, personBySlug, slugOf } from './places.ts'

/** Something to try. It is done when the bot has said something like `told`, or drawn a Home. */
type Step = { title: string; says?: string; told?: RegExp; person?: string; place?: string }

const LINK: Step = {
  ...{ title: 'Link as Sam', person: 'sam', says: '/dayshift link' },
  told: /^Your account is linked/,
}

const STEPS: readonly Step[] = [
  {
    ...{ title: 'Pause a plan', says: '/pause web-prod tomorrow for 3 days load test' },
    told: /^<@\w+> paused /,
  },
  { title: 'Show the week', says: '/plan week', told: /^This week for / },
  { title: 'Undo it', says: '/resume web-prod', told: /^<@\w+> resumed / },
  LINK,
  { title: 'Look at the Home tab', place: 'home' },
]

const findCompleted = ({ workspace, modals }: Parts): Set<Step> => {
  const texts = workspace.all().flatMap(({ user, text }) => (user === bot.user ? [text] : []))
  const hasHome = workspace.people.some(({ id }) => modals.home(id))
  return new Set(STEPS.filter(({ told }) => (told ? texts.some(text => told.test(text)) : hasHome)))
}

export const renderGuide = (parts: Parts, { person }: Page): Html => {
  const completed = findCompleted(parts)
  const isOpen = completed.size < STEPS.length
  const items = STEPS.map(step => {
    const { title, says, person: slug = 'ana', place = 'ops' } = step
    const actor = personBySlug(parts.workspace, slug)
    const isDone = completed.has(step)
    return (
      actor &&
      html`<li${isDone && html` class="done"`}><a href="${addressOf(actor, place, says === undefined ? {} : { say: says })}"><span aria-hidden="true">${isDone ? '✓' : '○'}</span> ${title}${isDone && html`<span class="unseen"> (done)</span>`}</a></li>`
    )
  })
  return html`<details id="guide" class="guide" data-region${isOpen && html` open`}>
<summary>Your first minute: ${completed.size} of ${STEPS.length} done</summary>
<ol>${items}</ol>
${isOpen && html`<p class="how">Choose one: its words are typed for you, and Enter sends them.</p>`}
${slugOf(person) === 'sam' && !completed.has(LINK) && renderToken(parts, person, 'token')}
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
