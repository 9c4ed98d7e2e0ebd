import { hash } from 'node:crypto'
import type { PersonKey, Workspace } from '../core/person.ts'
import type { Database } from './database.ts'

export type AllowedSteps = ReturnType<typeof createAllowedSteps>

/** Which steps of workflows a person has allowed to act in their name, by what these do. */
export const createAllowedSteps = ({ database, clock }: { database: Database; clock: () => Date }) => ({
  async allow(person: PersonKey, step: string, { team, enterprise }: Workspace): Promise<void> {
    const through = { team: team ?? null, enterprise: enterprise ?? null }
    await database
      .insertInto('allowed_steps')
      .values({ id: idOf(person, step), allowed_at: clock().toISOString(), ...through })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  },

  async isAllowed(person: PersonKey, step: string): Promise<boolean> {
    const row = await database
      .selectFrom('allowed_steps')
      .select('id')
      .where('id', '=', idOf(person, step))
      .executeTakeFirst()
    return row !== undefined
  },
})

const idOf = (person: PersonKey, step: string): string =>
  hash('sha256', JSON.stringify([person, step]), 'base64url')
