import type { Args, OperationId } from '../core/args.ts'
import type { Reply } from '../message/reply.ts'
import type { Database } from '../storage/database.ts'
import { digest } from '../storage/encryption.ts'
import { SCHEDULED } from '../storage/schema.ts'
import { type ChangeRows, type Scheduled, storedSchema } from './change-rows.ts'
import { FREE, type Leases } from './leases.ts'

/** What the bot does by itself at a time, in the table of changes. */
export function createScheduleStore(deps: { database: Database; rows: ChangeRows; leases: Leases }) {
  const { database, rows, leases } = deps
  return {
    async schedule(scheduled: Scheduled): Promise<void> {
      const row = rows.scheduled(scheduled)
      await database
        .insertInto('changes')
        .values(row)
        .onConflict(conflict => conflict.column('id').doUpdateSet(row))
        .execute()
    },

    /** Whether something was scheduled with the key. */
    async unschedule(key: string): Promise<boolean> {
      const { numDeletedRows } = await database
        .deleteFrom('changes')
        .where('id', '=', digest(key))
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },

    /** What is scheduled of an operation in a workspace. */
    async scheduled(operation: OperationId, team: string): Promise<{ actor: string; args: Args }[]> {
      const found = await database
        .selectFrom('changes')
        .select(['id', 'actor', 'args'])
        .where('state', '=', SCHEDULED)
        .where('due_at', 'is not', null)
        .where('operation', '=', operation)
        .where('team', '=', team)
        .execute()
      return found.map(({ id, actor, args }) => ({
        actor,
        args: rows.open(storedSchema, args, id)?.args ?? {},
      }))
    },

    /** Leaves what was done to the next time that it is due, with other arguments. @throws LeaseLost */
    async repeat(id: string, { at, args }: NonNullable<Reply['again']>): Promise<void> {
      await leases.update(id, {
        due_at: at,
        args: rows.seal({ args, omitted: [] }, id),
        attempts: 0,
        ...FREE,
      })
      leases.letGo(id)
    },
  }
}
