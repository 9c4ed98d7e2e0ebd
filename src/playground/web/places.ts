import type { Channel, Person, Workspace } from '../workspace.ts'

/** What somebody has before them: a channel, the DM with the bot, or the bot's Home; `name` is its part of the address. */
export type Place =
  | { kind: 'channel'; name: string; title: string; channel: Channel }
  | { kind: 'dm'; name: 'dm'; title: string; channel: Channel }
  | { kind: 'home'; name: 'home'; title: string; channel: Channel }

/** A page: whose it is, what they have before them, and the first message of the thread that is open beside it. */
export type Page = { person: Person; place: Place; thread?: string | undefined }

/** All places of a person, in the order in which Slack lists them. */
export const placesOf = (workspace: Workspace, person: Pick<Person, 'id'>): Place[] => {
  const dm = workspace.dm(person)
  return [
    ...workspace.channels
      .filter(channel => workspace.isMember(channel, person.id) && !channel.id.startsWith('D'))
      .map(channel => ({ kind: 'channel' as const, name: channel.name, title: `#${channel.name}`, channel })),
    { kind: 'dm', name: 'dm', title: 'Dayshift', channel: dm },
    { kind: 'home', name: 'home', title: 'Home of Dayshift', channel: dm },
  ]
}

/** The address of a page, with words for its composer. */
export const addressOf = (person: Person, place: string, query: Record<string, string> = {}): string => {
  const search = new URLSearchParams(query).toString()
  return `/${nameIn(person)}/${place}${search && `?${search}`}`
}

/** Where an action or an exchange of the inspector's is to be had as text. */
export const textAt = (id: string): string => `/inspector/${id}`

/** A person's part of an address. */
export const nameIn = ({ name }: Person): string => name.toLowerCase()

/** The page at an address; nothing where there is no such person or place. */
export const pageAt = (
  workspace: Workspace,
  { person: name, place: where, thread }: { person: string; place: string; thread?: string | undefined },
): Page | undefined => {
  const person = workspace.people.find(each => nameIn(each) === name)
  const place = person && placesOf(workspace, person).find(each => each.name === where)
  if (!person || !place) return undefined
  const first = thread && place.kind !== 'home' ? workspace.find(place.channel.id, thread) : undefined
  return { person, place, thread: first?.ts }
}
