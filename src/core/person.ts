import { z } from 'zod'
import { type Mrkdwn, mention, mrkdwn } from '../message/mrkdwn.ts'

/** `owner:user`: a person's enterprise or team, and their user id there. */
export type PersonKey = z.infer<typeof personKeySchema>
export const personKeySchema = z.templateLiteral([z.string(), ':', z.string()])
export type Organization = { id: string; name: string }
export type Link = { token: string; organization?: Organization }

/** The person's link cannot be decrypted with any configured key; they have to link again. */
export class LinkUnreadable extends Error {
  override name = 'LinkUnreadable'
}

/** Builds the key of a person. Slack's user ids are unique within an enterprise, or a team without one. */
export const personKey = (of: { enterprise?: string; team: string; user: string }): PersonKey =>
  `${of.enterprise ?? of.team}:${of.user}`

/** The inverse of `personKey`. */
export function parsePersonKey(key: string): { owner: string; user: string } {
  const at = key.indexOf(':')
  return { owner: key.slice(0, at), user: key.slice(at + 1) }
}

/** Mentions a person, unless they are from another workspace: their user id may be someone else's here. */
export function formatActor(key: string, reader: string): Mrkdwn {
  const { owner, user } = parsePersonKey(key)
  return owner === parsePersonKey(reader).owner ? mention(user) : mrkdwn`someone from another workspace`
}

/** A workspace as a Slack request identifies it. `wide`: the app is installed for the whole enterprise. */
export type Workspace = {
  team?: string | undefined
  enterprise?: string | undefined
  wide?: boolean
}

/** The accounts of people in the service: access token and current organization. */
export type Links = {
  /** @throws LinkUnreadable */
  find(person: PersonKey): Promise<Link | undefined>
  /** A person's current organization, even if their token cannot be decrypted. */
  currentOrganization(person: PersonKey): Promise<Organization | undefined>
  /** Saves a link made in a workspace, replacing an earlier one. */
  save(person: PersonKey, link: Link, workspace?: Workspace): Promise<void>
  /** Sets a person's current organization. Resolves to false without a link. */
  use(person: PersonKey, organization: Organization): Promise<boolean>
  /** Renames an organization for everyone who uses it. */
  rename(organization: Organization): Promise<void>
  /** Unsets an organization for everyone who uses it. */
  unset(organization: string): Promise<void>
  /** Deletes a link with its allowed steps and followed plans. Resolves to false without a link. */
  delete(person: PersonKey): Promise<boolean>
}
