import type { Driver } from '../driver.ts'
import type { Modals } from '../modals.ts'
import type { Person, Workspace } from '../workspace.ts'
import { type Guide, renderGuide } from './guide.ts'
import type { Html } from './html.ts'
import type { Manifest } from './manifest.ts'
import { renderMessages, renderThread } from './messages.ts'
import { renderHome, renderModal } from './modal.ts'
import type { Page } from './places.ts'
import { renderPeople, renderPlaces } from './sidebar.ts'
import type { Unread } from './unread.ts'

/** What the page is made of. */
export type Parts = {
  workspace: Workspace
  modals: Modals
  manifest: Manifest
  driverOf: (person: Person) => Driver
  guide: Guide
  unread: Unread
  /** What starting over does, for whoever is to confirm it. */
  resetMeans: string
  /** Lets open pages be drawn anew for what nobody else tells of. */
  changed: () => void
}

/** The regions of a page that change while it is open: each has its own name as its id. */
export const regionsOf = (parts: Parts, page: Page): Html[] => [
  renderPeople(parts, page),
  renderPlaces(parts, page),
  renderMain(parts, page),
  ...(page.thread ? [renderThread(parts, page)] : []),
  renderGuide(parts, page),
  renderModal(parts, page),
]

/** What stands in the middle: what was said there, or the Home. */
export const renderMain = (parts: Parts, page: Page): Html =>
  page.place.kind === 'home' ? renderHome(parts, page) : renderMessages(parts, page)
