import { type Links, LinkUnreadable, type Organization } from '../core/person.ts'
import { type Entries, type Entry, entryId } from './entries.ts'

/** The links of people, in the database: the sealed token, and the organization as its subject. */
export function createLinks(entries: Entries): Links {
  const { database } = entries

  function tokenOf(link: Entry): string {
    const token = entries.open(link)
    if (typeof token !== 'string') throw new LinkUnreadable('No key opens the link')
    return token
  }

  const ofOrganization = (id: string) =>
    database.updateTable('entries').where('kind', '=', 'link').where('subject', '=', id)

  return {
    async find(person) {
      const link = await entries.find('link', person)
      if (link === undefined) return undefined
      const organization = organizationOf(link)
      return { token: tokenOf(link), ...(organization && { organization }) }
    },

    async chosen(person) {
      const link = await entries.find('link', person)
      return link && organizationOf(link)
    },

    keep: (person, { token, organization }, workspace = {}) =>
      entries.keep('link', {
        key: [person],
        value: token,
        person,
        workspace,
        subject: organization?.id ?? null,
        name: organization?.name ?? null,
      }),

    async choose(person, { id, name }) {
      const { numUpdatedRows } = await database
        .updateTable('entries')
        .where('id', '=', entryId('link', person))
        .set({ subject: id, name })
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    async rename({ id, name }) {
      await ofOrganization(id).set({ name }).execute()
    },

    async drop(organization) {
      const query = ofOrganization(organization).set({ subject: null, name: null })
      return Number((await query.executeTakeFirstOrThrow()).numUpdatedRows)
    },

    async forget(person) {
      const forgotten = await database
        .deleteFrom('entries')
        .where('person', '=', person)
        .where('kind', 'in', ['link', 'step', 'follow'])
        .returning('kind')
        .execute()
      return forgotten.some(({ kind }) => kind === 'link')
    },
  }
}

const organizationOf = ({ subject: id, name }: Entry): Organization | undefined =>
  id === null || name === null ? undefined : { id, name }
