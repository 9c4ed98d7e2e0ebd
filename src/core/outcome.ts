import type { Reply } from '../message/reply.ts'
import type { Choice } from './field.ts'
import type { Shape } from './form-state.ts'
import type { Operation } from './operation.ts'
import type { Raw } from './raw.ts'

/**
 * What failed, of words without secrets. `brief` says the same in a line; `isSure` tells that nothing was changed, and
 * `later` that it is still being found out. A form that stays keeps the `notes` on the words that were understood; the
 * words wait `behind` a button of the reply as well, where something has to come first.
 */
export type Failed = {
  kind: 'failed'
  operation: Operation
  raw: Raw
  reply: Reply
  brief: string
  isSure: boolean
  later?: Reply
  behind?: string | undefined
  notes?: Shape['notes']
} & Told

/** Where it is in the journal: which is to hear whether somebody was told of it, and never rejects. */
type Told = { heard?: (told: boolean) => Promise<void> }

/** What became of a request; each door shows it in its own way. A raw in it holds no secrets. */
export type Outcome =
  | ({ kind: 'done'; operation: Operation; raw: Raw; reply: Reply } & Told)
  | Failed
  | Asking
  | { kind: 'choice'; operation: Operation; raw: Raw; choice: Choice }
  | Elsewhere

/** What comes of it is told apart from this, or was told before; the very same request `repeats`. Here is what is said now. */
type Elsewhere = { kind: 'elsewhere'; reply: Reply; repeats?: true }

/** A form that has something to ask. */
export type Asking = { kind: 'issues'; operation: Operation } & Shape
