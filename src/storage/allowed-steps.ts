import type { PersonKey, Workspace } from '../core/person.ts'
import type { Database } from './database.ts'
import { digest } from './encryption.ts'
import { workspaceColumns } from './schema.ts'

export type AllowedSteps = ReturnType<typeof createAllowedSteps>

/** Which steps of workflows a person has allowed to act in their name, in the organization in which they act. */
export function createAllowedSteps({ database, clock }: { database: Database; clock: () => Date }) {
  async function idOf(person: PersonKey, step: string): Promise<string> {
    const link = await database
      .selectFrom('links')
      .select('organization_id')
      .where('person', '=', person)
      .executeTakeFirst()
    return digest(JSON.stringify([person, link?.organization_id ?? null, step]))
  }

  return {
    async allow(person: PersonKey, step: string, workspace: Workspace): Promise<void> {
      const row = {
        id: await idOf(person, step),
        person,
        allowed_at: clock().toISOString(),
        ...workspaceColumns(workspace),
      }
      await database
        .insertInto('allowed_steps')
        .values(row)
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
