import type { Args, OperationId } from '../core/args.ts'
import type { PastChange, StoredArgs } from '../core/change.ts'
import type { Caller } from '../core/context.ts'
import type { Subject, ValueChange } from '../core/operation.ts'
import type { OperationRequest } from '../core/outcome.ts'
import type { PersonKey } from '../core/person.ts'
import type { Block } from '../message/blocks.ts'
import type { Mrkdwn } from '../message/mrkdwn.ts'
import type { AnnouncedPause, PostedMessage, Reply } from '../message/reply.ts'
import type { Sealer } from '../storage/encryption.ts'
import { SCHEDULED, type Tables } from '../storage/schema.ts'
import { pastChangeOf } from './history.ts'

type Row = Tables['changes']

/** A request as received; `omitted` names the arguments and inputs with secrets, which are not stored. */
export type StoredRequest = Omit<OperationRequest, 'operation'> & {
  omitted: readonly string[]
  /** When the person sent it, in ISO 8601, if known: phrases are read at that time. */
  sentAt?: string | undefined
}

/** A change claimed for recovery. Members are undefined if they are cleared or cannot be decrypted. */
export type ClaimedChange = PastChange & {
  request: StoredRequest | undefined
  stored: StoredArgs | undefined
  origin: Readonly<Record<string, unknown>> | undefined
  result: Reply | undefined
  /** The message that announces its pauses, or asks for approval. */
  announcement: Announcement | undefined
  /** Counts claims, including this one. */
  attempts: number
  /** A task of the bot that is due, not a change. */
  isScheduled: boolean
}

/** An operation that the bot will run for a person. Its reply goes to the origin; arguments and origin are JSON. */
export type Scheduled = {
  /** A later task with the same key replaces it. */
  key: string
  operation: OperationId
  args: Args
  origin: unknown
  actor: PersonKey
  team: string
  enterprise: string | null
  dueAt: Date
  /** The pauses that the reply is about. */
  about?: readonly AnnouncedPause[]
}

/** A posted message that announces pauses, with those that still stand and the outcomes of the others. */
export type Announcement = PostedMessage & {
  /** Copies posted to the person who asked. */
  copies: readonly PostedMessage[]
  text: Mrkdwn
  blocks: Block[]
  pauses: readonly AnnouncedPause[]
  outcomes: readonly Mrkdwn[]
}

/** The decrypted content of the encrypted columns; null clears one. */
type Contents = {
  request?: StoredRequest | null
  args?: StoredArgs | null
  origin?: unknown
  result?: Reply | null
  announcement?: Announcement | null
}

/** New values of the columns of a change. */
export type Patch = Contents & {
  subjects?: readonly Subject[] | undefined
  detail?: readonly ValueChange[] | undefined
} & Partial<Omit<Row, 'id' | 'subjects' | 'detail' | keyof Contents>>

export const NO_LEASE = { lease_owner: null, lease_until: null }

/** Clears everything encrypted, once a change is delivered. */
export const CLOSED = {
  request: null,
  args: null,
  origin: null,
  result: null,
  announcement: null,
  due_at: null,
}

/** The columns that name a person. */
export const columnsOf = ({ person, workspace }: Pick<Caller, 'person' | 'workspace'>) => ({
  actor: person.key,
  team: workspace.team,
  enterprise: workspace.enterprise ?? null,
})

/** The columns of a new row, before those that it has. */
export const EMPTY = {
  ...NO_LEASE,
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

/** Creates the conversion of rows. Requests, arguments, origins, replies and announcements are encrypted. */
export function createChangeRows({ sealer }: { sealer: Sealer }) {
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

    /** Arguments are validated later, by their operation. */
    decode(row: Row): ClaimedChange {
      const open = <T>(sealed: string | null) => sealer.open<T>(sealed ?? '', row.id)
      return {
        ...pastChangeOf(row),
        request: open(row.request),
        stored: open(row.args),
        origin: open(row.origin),
        result: open(row.result),
        announcement: open(row.announcement),
        attempts: row.attempts,
        isScheduled: row.state === SCHEDULED,
      }
    },
  }
}

/** Writes members in a fixed order, which `isAboutAny` relies on. */
const formatSubjectsJson = (subjects: readonly Subject[]): string =>
  JSON.stringify(subjects, ['kind', 'id', 'name']).toWellFormed()
