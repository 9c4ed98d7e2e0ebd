import type { Raw } from '../core/raw.ts'
import type { Reply } from '../message/reply.ts'

/** `asked → sent → done | partly | failed | unknown`: written down; on its way to the service; what became of it. */
export type EntryState = 'asked' | 'sent' | Settled
export type Settled = 'done' | 'partly' | 'failed' | 'unknown'

/** What somebody said: the words of a form or a button, or a sentence with what of it is still to be split. */
export type Saying = {
  raw: Raw
  sentence?: { rest: string; sentence: string } | undefined
  /** The keys of the secrets that were typed, which are not kept. */
  secrets: readonly string[]
}

/**
 * What was known when a change was sent: the answers that were read, `dense`, by what was asked, and where the person's
 * clock stood.
 */
export type ReadsSoFar = {
  reads: Readonly<Record<string, string>>
  at?: { zone?: string | undefined; locale?: string | undefined } | undefined
  /** Whether it was sent once more and nobody answered that either: it may still arrive. */
  sentAgain?: boolean | undefined
}

/** Somebody else's turn at what a process left behind. */
export type Entry = {
  id: string
  state: EntryState
  operation: string
  /** Nothing of it can be read where the key that sealed it is gone. */
  said: Saying | undefined
  /** Where its answer belongs, as the door wrote it down. */
  origin: string | undefined
  known: ReadsSoFar
  reply: Reply | undefined
  /** How many have tried before. */
  attempts: number
  askedAt: Date
}

/** What was asked for before, by this very request (`isSame`) or by another of the same matter. */
export type Before = Past & { isSame: boolean }

/** What remains of an entry: who, when, what, and what became of it. */
export type Past = {
  id: string
  team: string
  person: string
  operation: string
  organization: string | undefined
  about: string | undefined
  /** To what it was changed. */
  detail: string | undefined
  state: EntryState
  askedAt: string
  settledAt: string | undefined
  announcedAt: string | undefined
}
