import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Embedded } from '../local-people.ts'
import type { Playground } from '../local-slack.ts'
import type { Channel, Person, Workspace } from '../local-workspace.ts'

export type Parts = Playground & {
  manifest: Manifest
  /** Undefined with an external service. */
  embedded: Embedded | undefined
}

/** A channel, the DM with the bot or its Home; `name` is its path segment. */
export type Place = { kind: 'channel' | 'dm' | 'home'; name: string; title: string; channel: Channel }

/** A person's page of a place; next to it a thread by its timestamp, or a small page of another person. */
export type Page = {
  person: Person
  place: Place
  thread?: string | undefined
  sidePerson?: Person | undefined
  isSmall?: boolean
}

export const placesOf = (workspace: Workspace, person: Pick<Person, 'id'>): Place[] => {
  const dm = workspace.dm(person)
  return [
    ...workspace.channels
      .filter(channel => workspace.isMember(channel, person.id) && !channel.id.startsWith('D'))
      .map(channel => ({ kind: 'channel' as const, name: channel.name, title: `#${channel.name}`, channel })),
    { kind: 'dm', name: 'dm', title: 'Dayshift', channel: dm },
    { kind: 'home', name: 'home', title: 'Dayshift · Home', channel: dm },
  ]
}

export const slugOf = ({ name }: Person): string => name.toLowerCase()

export const addressOf = (person: Person, place: string, query: Record<string, string> = {}): string => {
  const search = new URLSearchParams(query).toString()
  return `/${slugOf(person)}/${place}${search && `?${search}`}`
}

export const findPage = (
  workspace: Workspace,
  address: { person: string; place: string; thread?: string; beside?: string; small?: string },
): Page | undefined => {
  const person = workspace.person(address.person)
  const place = person && placesOf(workspace, person).find(({ name }) => name === address.place)
  if (!person || !place) return undefined
  const hasThread = address.thread && place.kind !== 'home'
  return {
    person,
    place,
    thread: hasThread ? workspace.find(place.channel.id, address.thread ?? '')?.ts : undefined,
    sidePerson: workspace.person(address.beside ?? ''),
    isSmall: address.small !== undefined,
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()
const format = (timeZone: string, options: Intl.DateTimeFormatOptions, at: Date): string => {
  const key = timeZone + JSON.stringify(options)
  const formatter = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { timeZone, ...options })
  formats.set(key, formatter)
  return formatter.format(at)
}

/** `14:05` */
export const formatTime = (zone: string, at: Date) => format(zone, { timeStyle: 'short' }, at)
/** `14:05:09` */
export const formatSeconds = (zone: string, at: Date) => format(zone, { timeStyle: 'medium' }, at)
/** `today at 14:05`, as Slack formats `{date_short_pretty} at {time}`, the bot’s only format. */
export const formatMoment = (zone: string, at: Date, now: Date): string => {
  const isToday = formatDay(zone, at) === formatDay(zone, now)
  const day = isToday ? 'today' : format(zone, { day: 'numeric', month: 'short', year: 'numeric' }, at)
  return `${day} at ${formatTime(zone, at)}`
}
/** `Saturday 21 November 2026` */
export const formatDay = (zone: string, at: Date) =>
  format(zone, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }, at)

export type Manifest = {
  shortcuts: { name: string; type: 'global' | 'message'; callback_id: string; description: string }[]
  slash_commands: { command: string; description: string; usage_hint: string; should_escape: boolean }[]
}

export const readManifest = (): Manifest => {
  const { features } = parse(readFileSync(join(import.meta.dirname, '../../../manifest.yml'), 'utf8'))
  return features
}
