import { z } from 'zod'
import { type Mrkdwn, mention, mrkdwn } from '../message/mrkdwn.ts'

/** `owner:user`: the enterprise or team of a person, and their user id there. */
export type PersonKey = z.infer<typeof personKeySchema>
export const personKeySchema = z.templateLiteral([z.string(), ':', z.string()])
export type Organization = { id: string; name: string }
export type Link = { token: string; organization?: Organization }

/** The person has a link that none of the keys opens: only linking again helps. */
export class LinkUnreadable extends Error {
  override name = 'LinkUnreadable'
}

/** Slack's user ids are unique within an enterprise, or within a team that belongs to none. */
export const personKey = (of: { enterprise?: string; team: string; user: string }): PersonKey =>
  `${of.enterprise ?? of.team}:${of.user}`

/** The inverse of `personKey`; `owner` is an enterprise or a team. */
export function parsePersonKey(key: string): { owner: string; user: string } {
  const at = key.indexOf(':')
  return { owner: key.slice(0, at), user: key.slice(at + 1) }
}

/** A mention; a user id of another workspace may be another person here. */
export function formatActor(key: string, reader: string): Mrkdwn {
  const { owner, user } = parsePersonKey(key)
  return owner === parsePersonKey(reader).owner ? mention(user) : mrkdwn`somebody from another workspace`
}

/**
 * A workspace as a request names it; `wide` where the app was installed for the whole enterprise, `isRevoked`
 * where that takes one workspace from it.
 */
export type Workspace = {
  team?: string | undefined
  enterprise?: string | undefined
  wide?: boolean
  isRevoked?: true
}

/** Who acts in the service with which token, and in which organization. */
export type Links = {
  /** @throws LinkUnreadable */
  find(person: PersonKey): Promise<Link | undefined>
  /** The organization of a person, also where no key opens their token. */
  chosen(person: PersonKey): Promise<Organization | undefined>
  /** Keeps a link that was made through a workspace, in place of an earlier one. */
  keep(person: PersonKey, link: Link, workspace?: Workspace): Promise<void>
  /** False when the person has no link. */
  choose(person: PersonKey, organization: Organization): Promise<boolean>
  /** Renames an organization for everyone who chose it. */
  rename(organization: Organization): Promise<void>
  /** Takes an organization from everyone who chose it, and counts them. */
  drop(organization: string): Promise<number>
  /**
   * Forgets a link, the steps that were allowed with it and the plans that were followed; true when there was
   * a link, readable or not.
   */
  forget(person: PersonKey): Promise<boolean>
}

/**
 * What a person does with their own link in a workspace, who else acts in an organization, and what became of
 * one for all who chose it.
 */
export const linksOf = (links: Links, person: PersonKey, workspace: Workspace) => ({
  chosen: () => links.chosen(person),
  keep: (link: Link) => links.keep(person, link, workspace),
  choose: (organization: Organization) => links.choose(person, organization),
  forget: () => links.forget(person),
  hasLinked: async (other: PersonKey) => (await links.chosen(other)) !== undefined,
  rename: links.rename,
  drop: links.drop,
})

export type OwnLinks = ReturnType<typeof linksOf>
