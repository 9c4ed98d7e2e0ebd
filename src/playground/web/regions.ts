import { html } from 'hono/html'
import { renderGuide } from './guide.ts'
import type { Html } from './html.ts'
import { renderInspector, renderRefusal } from './inspector.ts'
import { renderMessages, renderThread } from './messages.ts'
import { renderHome, renderModal } from './modal.ts'
import type { Parts } from './parts.ts'
import { type Page, textAt } from './places.ts'
import { renderPeople, renderPlaces } from './sidebar.ts'

/** The regions of a page that change while it is open, each an element with an id; the inspector's where that is shown. */
export const regionsOf = (parts: Parts, page: Page, isInspecting: boolean): Html[] => [
  renderPeople(parts, page),
  renderPlaces(parts, page),
  renderRefused(parts, page),
  renderMain(parts, page),
  ...(isInspecting ? [renderInspected(parts, page)] : []),
  ...(page.thread ? [renderThread(parts, page)] : []),
  renderGuide(parts, page),
  renderModal(parts, page),
]

/** What stands in the middle: what was said there, or the Home. */
export const renderMain = (parts: Parts, page: Page): Html =>
  page.place.kind === 'home' ? renderHome(parts, page) : renderMessages(parts, page)

/** What Slack refused of the bot's in what this person did last. */
export const renderRefused = ({ inspector }: Parts, page: Page): Html =>
  renderRefusal(inspector.actions, page)

const renderInspected = ({ inspector, workspace }: Parts, { person }: Page): Html =>
  html`<section id="inspector" aria-label="Inspector">${renderInspector(inspector.actions, {
    person,
    nameOf: id => workspace.people.find(each => each.id === id)?.name,
    textAt,
  })}</section>`
