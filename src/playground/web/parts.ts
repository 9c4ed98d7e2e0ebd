import type { Driver } from '../driver.ts'
import type { Inspector } from '../inspector/inspector.ts'
import type { Modals } from '../modals.ts'
import type { Person, Workspace } from '../workspace.ts'
import type { Manifest } from './manifest.ts'
import type { Unread } from './unread.ts'

/** What the page is made of. */
export type Parts = {
  workspace: Workspace
  modals: Modals
  manifest: Manifest
  driverOf: (person: Person) => Driver
  guide: Guide
  inspector: Pick<Inspector, 'actions'>
  unread: Unread
  /** What starting over does, for whoever is to confirm it. */
  resetMeans: string
  /** Lets open pages be drawn anew for what nobody else tells of. */
  changed: () => void
}

/** Which steps were done, kept beyond a restart; and the access token of somebody who is to link, where it is known. */
export type Guide = {
  done: () => ReadonlySet<string>
  tick: (id: string) => void
  tokenOf: (person: Person) => string | undefined
}
