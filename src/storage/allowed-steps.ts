import { hash } from 'node:crypto'
import type { PersonKey, Workspace } from '../core/person.ts'
import type { Database } from './database.ts'

export type AllowedSteps = ReturnType<typeof createAllowedSteps>

/** Which steps of workflows a person has allowed to act in their name, in the organization in which they act. */
export function createAllowedSteps({ database, clock }: { database: Database; clock: () => Date }) {
  async function idOf(person: PersonKey, step: string): Promise<string> {
    const link = await database
      .selectFrom('links')
      .select('organization_id')
      .where('person', '=', person)
      .executeTakeFirst()
    return hash('sha256', JSON.stringify([person, link?.organization_id ?? null, step]), 'base64url')
  }

  return {
    async allow(person: PersonKey, step: string, { team, enterprise }: Workspace): Promise<void> {
      const through = { team: team ?? null, enterprise: enterprise ?? null }
      await database
        .insertInto('allowed_steps')
        .values({ id: await idOf(person, step), person, allowed_at: clock().toISOString(), ...through })
        .onConflict(conflict => conflict.doNothing())
        .execute()
    },

    async isAllowed(person: PersonKey, step: string): Promise<boolean> {
      const row = await database
        .selectFrom('allowed_steps')
        .select('id')
        .where('id', '=', await idOf(person, step))
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
