import type { PersonKey, Workspace } from '../core/person.ts'
import type { Entries } from './entries.ts'

export type AllowedSteps = ReturnType<typeof createAllowedSteps>

/** Which steps of workflows a person has allowed to act in their name, in the organization in which they act. */
export function createAllowedSteps(entries: Entries) {
  async function keyOf(person: PersonKey, step: string): Promise<string[]> {
    const link = await entries.find('link', person)
    return [person, link?.subject ?? '', step]
  }

  return {
    async allow(person: PersonKey, step: string, workspace: Workspace): Promise<void> {
      // Allowing again changes nothing.
      await entries.claim('step', { key: await keyOf(person, step), person, workspace })
    },

    isAllowed: async (person: PersonKey, step: string): Promise<boolean> =>
      (await entries.find('step', ...(await keyOf(person, step)))) !== undefined,
  }
}
