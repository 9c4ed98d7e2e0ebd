import type { Person, Workspace } from '../workspace.ts'
import type { Page, Place } from './places.ts'

export type Unread = ReturnType<typeof createUnread>

/** What each person has not had before them yet. */
export const createUnread = (workspace: Workspace) => {
  const seen = new Map<string, string>()
  const keyOf = (person: Person, { channel }: Place) => `${person.id} ${channel.id}`

  const messagesIn = (person: Person, { channel }: Place) =>
    workspace.read(channel, person.id).filter(({ user }) => user !== person.id)

  return {
    /** A person has this before them now. */
    see: ({ person, place }: Page): void => {
      const last = place.kind === 'home' ? undefined : messagesIn(person, place).at(-1)
      if (last) seen.set(keyOf(person, place), last.ts)
    },
    /** How many messages of others came since. */
    count: (person: Person, place: Place): number => {
      if (place.kind === 'home') return 0
      const last = Number(seen.get(keyOf(person, place)) ?? 0)
      return messagesIn(person, place).filter(({ ts }) => Number(ts) > last).length
    },
  }
}
