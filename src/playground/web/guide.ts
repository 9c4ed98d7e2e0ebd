import { html } from 'hono/html'
import type { OpenView } from '../modals.ts'
import { bot, type Message, type Person } from '../workspace.ts'
import type { Html } from './html.ts'
import type { Guide, Parts } from './parts.ts'
import { addressOf, nameIn, type Page } from './places.ts'

/** What a newcomer may try first, and where. `done` finds it in what the bot said, or in the Homes that it drew. */
type Step = {
  id: string
  title: string
  who: string
  place: string
  says?: string
  done: (seen: Seen) => boolean
}

type Seen = { said: readonly Message[]; homes: number }

const told =
  (words: RegExp) =>
  ({ said }: Seen) =>
    said.some(({ text }) => words.test(text))

const STEPS: readonly Step[] = [
  {
    id: 'pause',
    title: 'Pause a plan',
    who: 'ana',
    place: 'ops',
    says: '/pause web-prod tomorrow for 3 days load test',
    done: told(/^<@\w+> paused /),
  },
  {
    id: 'week',
    title: 'Show the week',
    who: 'ana',
    place: 'ops',
    says: '/plan week',
    done: told(/^This week for /),
  },
  {
    id: 'undo',
    title: 'Undo it',
    who: 'ana',
    place: 'ops',
    says: '/resume web-prod',
    done: told(/^<@\w+> resumed /),
  },
  {
    id: 'link',
    title: 'Link as Sam',
    who: 'sam',
    place: 'ops',
    says: '/dayshift link',
    done: told(/^Your account is linked/),
  },
  { id: 'home', title: 'Look at the Home tab', who: 'ana', place: 'home', done: ({ homes }) => homes > 0 },
]

/** Ticks what was done by now. */
export const followGuide = ({ guide, workspace, modals }: Parts): void => {
  const open = STEPS.filter(({ id }) => !guide.done().has(id))
  if (open.length === 0) return
  const said = workspace.all().filter(({ user }) => user === bot.user)
  const homes = workspace.people.filter(({ id }) => modals.home(id)).length
  for (const step of open) if (step.done({ said, homes })) guide.tick(step.id)
}

/** Five things to try, each a click that types it. */
export const renderGuide = ({ guide, workspace }: Parts, { person }: Page): Html => {
  const done = guide.done()
  const count = STEPS.filter(({ id }) => done.has(id)).length
  const stepOf = ({ id, title, who, place, says }: Step) => {
    const actor = workspace.people.find(each => nameIn(each) === who)
    if (!actor) return ''
    const address = addressOf(actor, place, says === undefined ? {} : { say: says })
    return html`<li${done.has(id) && html` class="done"`}><a href="${address}"><span aria-hidden="true">${done.has(id) ? '✓' : '○'}</span> ${title}${done.has(id) && html`<span class="unseen"> (done)</span>`}</a></li>`
  }
  return html`<details id="guide" class="guide"${count < STEPS.length && html` open`}>
<summary>Your first minute: ${count} of ${STEPS.length} done</summary>
<ol>${STEPS.map(stepOf)}</ol>
${count < STEPS.length && html`<p class="how">Choose one: its words are typed for you, and Enter sends them.</p>`}
${nameIn(person) === 'sam' && !done.has('link') && renderToken(guide, person, 'token')}
</details>`
}

/** What the form is known by in which somebody links an account. */
const LINKING = 'account.link'

/** The token that a form asks for: it lies above the guide. */
export const renderTokenIn = ({ guide }: Parts, person: Person, view: OpenView): Html | undefined =>
  view.callback_id === LINKING ? renderToken(guide, person, 'token-here') : undefined

/** Who is to link needs a token: elsewhere the scheduling service would show it. */
const renderToken = (guide: Guide, person: Person, id: string): Html | undefined => {
  const token = guide.tokenOf(person)
  return token === undefined
    ? undefined
    : html`<p class="token">${person.name}’s access token, as the scheduling service shows it: <code id="${id}">${token}</code> <button type="button" data-copy="${id}">Copy</button></p>`
}
