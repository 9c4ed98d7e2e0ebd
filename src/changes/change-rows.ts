import { z } from 'zod'
import type { Args, OperationId } from '../core/args.ts'
import type { PastChange, StoredArgs } from '../core/change.ts'
import type { Subject, ValueChange } from '../core/operation.ts'
import type { OperationRequest } from '../core/outcome.ts'
import type { PersonKey } from '../core/person.ts'
import type { Block } from '../message/blocks.ts'
import type { Mrkdwn } from '../message/mrkdwn.ts'
import type { AnnouncedPause, PostedMessage, Reply } from '../message/reply.ts'
import type { Sealer } from '../storage/encryption.ts'
import { CLOSED, SCHEDULED, type Tables } from '../storage/schema.ts'
import { pastChangeOf } from './history.ts'

type Row = Tables['changes']

/** A request as it came; `omitted` names the arguments and inputs that hold secrets, which are not stored. */
export type StoredRequest = Omit<OperationRequest, 'operation'> & {
  omitted: readonly string[]
  /** When it was said, as ISO 8601, where that is known: phrases are read at that time. */
  sentAt?: string | undefined
}

/** What another process left behind. What is over is undefined, and so is what no key opens. */
export type ClaimedChange = PastChange & {
  request: StoredRequest | undefined
  stored: StoredArgs | undefined
  origin: unknown
  result: Reply | undefined
  /** Set where its pauses are over by now. */
  announcement: Announcement | undefined
  /** How often it was claimed, this time included. */
  attempts: number
  /** No change: the bot does it by itself, now. */
  isScheduled: boolean
}

/** An operation that the bot runs for a person at a time; its reply goes to the origin. Arguments and origin are JSON. */
export type Scheduled = {
  /** One of them is scheduled at a time: a later one takes its place. */
  key: string
  operation: OperationId
  args: Args
  origin: unknown
  actor: PersonKey
  team: string
  enterprise: string | null
  dueAt: Date
  /** The pauses that the reply announces. */
  about?: readonly AnnouncedPause[]
}

/** A message that announces pauses: what it said, which pauses still stand, and what became of the others. */
export type Announcement = PostedMessage & {
  /** Where the same was told before: to the person who asked alone. */
  copies: readonly PostedMessage[]
  text: Mrkdwn
  blocks: Block[]
  pauses: readonly AnnouncedPause[]
  outcomes: readonly Mrkdwn[]
}

/** The sealed columns, as what they hold; null empties one. */
type Contents = {
  request?: StoredRequest | null
  args?: StoredArgs | null
  origin?: unknown
  result?: Reply | null
  announcement?: Announcement | null
}

/** Columns of a change with what they are to hold. */
export type Patch = Contents & {
  subjects?: readonly Subject[] | undefined
  detail?: readonly ValueChange[] | undefined
} & Partial<Omit<Row, 'id' | 'subjects' | 'detail' | keyof Contents>>

/** The columns of a change that are empty at first. */
export const EMPTY = {
  ...CLOSED,
  source_key: null,
  organization: null,
  subjects: '[]',
  detail: '[]',
  attempts: 0,
  finished_at: null,
  delivered_at: null,
  channel: null,
}

export type ChangeRows = ReturnType<typeof createChangeRows>

/** What the rows of changes hold. Requests, arguments, origins, replies and announcements are sealed. */
export function createChangeRows({ sealer }: { sealer: Sealer }) {
  /** What this program has sealed: its members are not checked again, but the arguments are by their operation. */
  const open = <T = unknown>(sealed: string | null, id: string): T | undefined =>
    z.custom<T>().safeParse(sealer.open(sealed ?? '', id)).data

  return {
    encode(id: string, patch: Patch): Partial<Row> {
      const { request, args, origin, result, announcement, subjects, detail, ...plain } = patch
      const contents = Object.entries({ request, args, origin, result, announcement })
      return {
        ...plain,
        ...Object.fromEntries(
          contents
            .filter(([, content]) => content !== undefined)
            .map(([column, content]) => [column, content === null ? null : sealer.seal(content, id)]),
        ),
        ...(subjects && { subjects: formatSubjectsJson(subjects) }),
        ...(detail && { detail: JSON.stringify(detail).toWellFormed() }),
      }
    },

    decode: (row: Row): ClaimedChange => ({
      ...pastChangeOf(row),
      request: open<StoredRequest>(row.request, row.id),
      stored: open<StoredArgs>(row.args, row.id),
      origin: open(row.origin, row.id),
      result: open<Reply>(row.result, row.id),
      announcement: open<Announcement>(row.announcement, row.id),
      attempts: row.attempts,
      isScheduled: row.state === SCHEDULED,
    }),
  }
}

/** The members in this order: `isAboutAny` looks for them. */
const formatSubjectsJson = (subjects: readonly Subject[]): string =>
  JSON.stringify(subjects, ['kind', 'id', 'name']).toWellFormed()
