import type { webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import type { Entry } from '../../changes/entry.ts'
import type { Caller } from '../../core/authenticate.ts'
import type { Operation } from '../../core/operation.ts'
import type { Outcome } from '../../core/outcome.ts'
import type { Run } from '../../core/run.ts'
import type { Reply } from '../../message/reply.ts'
import type { Deliver, Delivered, Later } from '../delivery/deliver.ts'
import { createProgress } from '../delivery/progress.ts'
import { createStanding } from '../delivery/source-message.ts'
import type { Origin } from '../origin.ts'
import { type Place, readPlace } from '../place.ts'
import { callerOf, say } from './answering.ts'
import type { Homes } from './home.ts'
import type { People } from './people.ts'

type Deps = {
  operations: readonly Operation[]
  run: Run
  /** The bot's client in a workspace; nothing where it is not installed any more. */
  clientAt(origin: Origin): Promise<webApi.WebClient | undefined>
  deliver: Deliver
  homes: Homes
  people: People
  log: Logger
}

/** A door for those who are not there any more: what they asked for is done, and told where they asked. */
export function createLeftBehind(deps: Deps) {
  const { operations, run, clientAt, homes, people } = deps
  const changes = (id: string) => operations.some(each => each.id === id && each.effect === 'change')
  const standing = createStanding({ ...deps, changes })
  /** Who came back with what they had asked for. */
  const callers = new WeakMap<Entry, Caller>()
  const placeOf = ({ origin }: Entry): Place | undefined =>
    origin === undefined ? undefined : readPlace(origin)

  return {
    /**
     * Nothing where the bot is not installed any more; `foreign` where another version may know it; `unread` where no key
     * that is here opens it.
     */
    async resume(entry: Entry): Promise<Outcome | 'foreign' | 'unread' | undefined> {
      const operation = operations.find(({ id }) => id === entry.operation)
      const place = placeOf(entry)
      if (!entry.said || entry.origin === undefined) return 'unread'
      if (!operation || !place) return 'foreign'
      const client = await clientAt(place.origin)
      if (!client) return undefined
      const caller = callerOf(people, { client, origin: place.origin })
      callers.set(entry, caller)
      return run.resume(operation, entry, entry.said, caller)
    },

    /** Puts it into the message that it came of, and tells it, in the place of the progress where that was told. */
    async tell(entry: Entry, reply: Reply, later?: Later): Promise<Delivered> {
      const place = placeOf(entry)
      if (!place) return entry.origin === undefined ? 'nobody' : 'not yet'
      const client = await clientAt(place.origin)
      if (!client) return 'nobody'
      const { origin, progress: left } = place
      const progress = left && createProgress(client, { origin, log: deps.log, left })
      if (place.about) await standing.ends(client, place, reply)
      const caller = callers.get(entry) ?? callerOf(people, { client, origin })
      const told = await say(deps, { client, origin, caller, progress }, reply, later)
      await homes.refresh(caller)
      return told
    },
  }
}
