import { hash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Database } from '../storage/database.ts'
import type { PersonKey } from '../storage/links.ts'
import { createStatement } from '../storage/statement.ts'
import type { JournalTable } from '../storage/tables/journal.ts'
import type { Before, Saying } from './entry.ts'
import type { createLeases } from './leases.ts'
import { PAST, pastOf } from './record.ts'
import type { createSealed } from './sealed.ts'

/**
 * What is asked for. `key` is the request's own, `matter` that of the button or the form that it came from, and `origin`
 * tells where the answer belongs. Who asks for the same matter while it `counts` is told what became of it; without that,
 * it counts for good.
 */
export type JournalRequest = {
  id: string
  key: string
  matter?: string | undefined
  counts?: Counts | undefined
  team: string
  person: PersonKey
  operation: string
  organization: string | undefined
  private: boolean
  said: Saying
  origin: string
}

/** For how long a matter is the same: so many milliseconds after its outcome was told, or only until it has one. */
export type Counts = number | 'under way'

/** Nobody knows whether it is written down, and then it is done. */
export class MayBeWritten extends Error {
  override name = 'MayBeWritten'
}

type Deps = {
  database: Database
  clock: () => Date
  owner: string
  sealed: Pick<ReturnType<typeof createSealed>, 'seal'>
} & Pick<ReturnType<typeof createLeases>, 'hold' | 'letGo'>

/**
 * Writes down what is asked for. Where it was asked for before, that is what comes back.
 * @throws MayBeWritten where nobody knows whether it is written down
 */
export function createAsk({ database, clock, owner, sealed, hold, letGo }: Deps) {
  const insert = createStatement(database, value =>
    database
      .insertInto('journal')
      .values({
        ...{ id: value('id'), key: value('key'), matter: value('matter'), state: 'asked' },
        ...{ team: value('team'), person: value('person'), organization: value('organization') },
        ...{ operation: value('operation'), private: value('private') },
        ...{ said: value('said'), lease_owner: owner, lease_until: value('lease_until') },
        ...{ attempts: 0, asked_at: value('asked_at') },
      })
      .onConflict(conflict => conflict.doNothing()),
  )

  /**
   * Whether there is nothing left to do for it, and was not for so long; what is yet to be told counts, however old, but
   * where only what is under way does.
   */
  function isOver({ lease_until, announced_at, settled_at, asked_at }: Found, counts: Counts): boolean {
    if (counts === 'under way') return lease_until === null || settled_at !== null
    const over = Date.parse(announced_at ?? settled_at ?? asked_at)
    return lease_until === null && clock().getTime() - over >= counts
  }

  async function ask(asked: JournalRequest, tries = 4): Promise<Before | undefined> {
    const { key, matter, counts = Number.POSITIVE_INFINITY, said, origin, ...asking } = asked
    const keys = { key: digest(key), matter: matter === undefined ? null : digest(matter) }
    const { id } = asking
    const row = {
      ...asking,
      ...keys,
      organization: asking.organization ?? null,
      private: asking.private ? 1 : 0,
      said: sealed.seal({ said, origin }, id),
      lease_until: hold(id),
      asked_at: clock().toISOString(),
    }
    try {
      const { numAffectedRows = 0n } = await insert(row)
      if (numAffectedRows > 0n) return undefined
    } catch (error) {
      letGo(id)
      // It may be written down all the same, where the database did not say so any more.
      await database
        .deleteFrom('journal')
        .where('id', '=', id)
        .where('state', '=', 'asked')
        .execute()
        .catch((cause: unknown) => {
          throw new MayBeWritten('It may be written down', { cause })
        })
      throw error
    }
    letGo(id)
    const found = await database
      .selectFrom('journal')
      .select([...PAST, 'key', 'lease_until'])
      .where(({ or, eb }) =>
        or([eb('key', '=', keys.key), ...(keys.matter ? [eb('matter', '=', keys.matter)] : [])]),
      )
      .execute()
      .catch((cause: unknown) => {
        throw new MayBeWritten('It is written down already', { cause })
      })
    const same = found.find(each => each.key === keys.key)
    const before = same ?? found[0]
    const isSame = same !== undefined
    if (before && (isSame || !isOver(before, counts))) return { ...pastOf(before), isSame }
    if (before) await giveUp(before.id)
    // It was no change after all, and is gone again; or its matter is another's by now.
    if (tries > 1) return ask(asked, tries - 1)
    throw new Error('What was asked for before comes and goes')
  }

  /** Whose the matter is then, of all that want it, decides what is unique: the row of the next. */
  const giveUp = (id: string) =>
    database.updateTable('journal').set({ matter: null }).where('id', '=', id).execute()

  return (asked: JournalRequest): Promise<Before | undefined> => ask(asked)
}

type Found = Pick<Selectable<JournalTable>, 'lease_until' | 'announced_at' | 'settled_at' | 'asked_at'>

const digest = (text: string): string => hash('sha256', text, 'base64url')
