import type { Logger } from 'pino'
import type { ChangeStore } from '../../changes/change-store.ts'
import type { Subscriptions } from '../../core/context.ts'
import type { Operation } from '../../core/operation.ts'
import type { Pipeline } from '../../core/pipeline.ts'
import type { Sealer } from '../../storage/encryption.ts'
import { createAllowedSteps, createTickets, type Entries } from '../../storage/entries.ts'
import { createForget } from '../../storage/installations.ts'
import { createAnnouncements } from '../delivery/announcements.ts'
import { createDeliver, type Post } from '../delivery/deliver.ts'
import type { ClientFor } from '../delivery/slack-http.ts'
import { createStepCompletion } from '../delivery/step-completion.ts'
import { createPictures } from '../pictures/pictures.ts'
import { createForms } from '../views/open-forms.ts'
import { createHomes } from './home-tab.ts'
import { createPeople } from './people.ts'

/** The dependencies of all handlers. */
export type HandlerParts = ReturnType<typeof createHandlerParts>

export function createHandlerParts(deps: {
  operations: ReadonlyMap<string, Operation>
  pipeline: Pipeline
  store: ChangeStore
  subscriptions: Subscriptions
  entries: Entries
  clientFor: ClientFor
  http: { post: Post }
  /** The base address of the private page for secrets. Without it, secrets are typed into Slack's forms. */
  publicUrl?: string | undefined
  /** The address at which Slack fetches pictures; without one, they are drawn as text. */
  pictures: { address(): string | undefined; sealer: Sealer }
  clock: () => Date
  log: Logger
  /** Creates an error reference, shown to the person and logged. */
  reference: () => string
}) {
  const { operations, pipeline, store, entries, clientFor, clock, log, reference } = deps
  const { post } = deps.http
  const people = createPeople({ clock, log })
  const tickets = createTickets(entries)
  return {
    catalog: [...operations.values()],
    operations,
    pipeline,
    forms: createForms(deps.publicUrl, tickets),
    tickets,
    deliver: createDeliver({ post, log }),
    announcements: createAnnouncements(deps),
    pictures: createPictures({ ...deps, ...deps.pictures, post, people }),
    stepCompletion: createStepCompletion({ log }),
    homes: createHomes({ pipeline, operations, clock, log }),
    people,
    clientFor,
    allowedSteps: createAllowedSteps(entries),
    /** Whether the change log holds a request with this key. */
    isRecorded: store.isKnown,
    forget: createForget(entries),
    clock,
    log,
    reference,
  }
}
