import { blocksOf, type PostedMessage, type Reply } from '../message/reply.ts'
import type { Database } from '../storage/database.ts'
import type { Announcement, ChangeRows } from './change-rows.ts'
import { isAboutAny } from './history.ts'

/** The messages that announce pauses, as part of the changes that they tell of. */
export function createAnnouncementStore({ database, encode, decode }: ChangeRows & { database: Database }) {
  return {
    /** The messages that announce pauses of some plans. */
    async announcements(organization: string, plans: readonly string[]) {
      const found = await database
        .selectFrom('changes')
        .selectAll()
        .where('organization', '=', organization)
        .where('announcement', 'is not', null)
        .where(isAboutAny(plans.map(id => ({ kind: 'plan', id }))))
        .execute()
      return found.map(decode).flatMap(({ id, announcement }) => (announcement ? [{ id, announcement }] : []))
    },

    /** The channel in which each of these plans was announced last; undefined where there is no such one. */
    async channelOf(
      team: string,
      organization: string,
      plans: Iterable<string>,
    ): Promise<string | undefined> {
      let channel: string | undefined
      for (const id of plans) {
        const row = await database
          .selectFrom('changes')
          .select('channel')
          .where('organization', '=', organization)
          .where('team', '=', team)
          .where('channel', 'not like', 'D%')
          .where(isAboutAny([{ kind: 'plan', id }]))
          .orderBy('accepted_at', 'desc')
          .limit(1)
          .executeTakeFirst()
        if (!row?.channel || row.channel !== (channel ?? row.channel)) return undefined
        channel = row.channel
      }
      return channel
    },

    /** Stores what a message announces now; undefined where nothing of it stands any more. */
    async updateAnnouncement(id: string, announcement: Announcement | undefined): Promise<void> {
      await database
        .updateTable('changes')
        .set(encode(id, announcement ? { announcement } : { announcement: null, due_at: null }))
        .where('id', '=', id)
        .execute()
    },
  }
}

/** When all pauses of an announcement are over. */
export const endOf = ({ pauses }: Announcement): string | null =>
  pauses
    .map(({ endsAt }) => endsAt)
    .toSorted()
    .at(-1) ?? null

/** The announcement that a reply became by being posted. */
export function announcementOf(reply: Reply, posted: readonly PostedMessage[]): Announcement | undefined {
  const { announces, remindsOf: pauses = announces ?? (reply.waitsUntil ? [] : undefined), text } = reply
  const last = posted.at(-1)
  if (!last || !pauses) return undefined
  return { ...last, copies: posted.slice(0, -1), text, blocks: blocksOf(reply), pauses, outcomes: [] }
}
