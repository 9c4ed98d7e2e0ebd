import type { Block } from '../message/blocks.ts'
import type { Reply, Trouble } from '../message/reply.ts'
import type { Access, AccessTo } from './context.ts'
import type { Field } from './field.ts'
import type { OperationId, Raw } from './raw.ts'

export type Fields<A extends Access> = Record<string, Field<unknown, AccessTo[A]>>
export type Input<F> = { [K in keyof F]: F[K] extends Field<infer T, never> ? T : never }

/** What help and the funnel know of an operation. */
export type Description = {
  id: OperationId
  /** The words that a sentence begins with; the first are the ones that help shows. */
  sentences: readonly [string, ...string[]]
  /** What some of these say by themselves, as the words of inputs. */
  says?: Readonly<Record<string, Raw>>
  /** What stands behind them, for help: `<plan> <days> [reason]`. */
  usage?: string
  summary: string
  examples: readonly string[]
  /** What it tells is for one person alone, such as what is about people or money: nobody is asked who else hears of it. */
  private?: true
  /** The form that an incomplete sentence becomes; without one it is answered in words. */
  form?: Form
  /** What is said, in plain text, of words that find no place behind those of the `raw` where they are known to ask for more. */
  instead?(words: string, raw: Raw): string | undefined
} & Effect

/**
 * `read` leaves everything as it was, so that doing it again does no harm. A change says what is being done while it is:
 * `pausing`.
 */
type Effect = { effect: 'read' } | { effect: 'change'; doing: string }

/**
 * `warning` is for what cannot be undone, or not so that all is as before: it stands above the inputs, and the form is
 * always asked, however much is known. `close` says what stays as it is, where “Cancel” could be taken for the deed.
 */
export type Form = { title: string; submit: string; close?: string; warning?: string }

/** What a person can do: who may ask, with which input, what is done, and what is said of it. */
export type Specification<A extends Access, F extends Fields<A>, Output> = Description & {
  access: A
  fields: F
  /**
   * What the service holds for the words of the form, as far as it is known which thing is meant: the form starts with
   * it. A field `changed` tells what the person made different.
   */
  fill?(known: Partial<Input<F>>, me: AccessTo[A], said: Raw): Promise<Raw>
  /**
   * What a form begins with where the person has said nothing else: the same, of an operation that is performed at once
   * where a sentence or a button says all that it needs.
   */
  propose?(known: Partial<Input<F>>, me: AccessTo[A], said: Raw): Promise<Raw>
  /**
   * What a form shows below its inputs, such as rows with buttons that change its words, or above them where it warns:
   * what is at stake; pure. Nothing is `known` of the words where nobody could be asked.
   */
  draw?(raw: Raw, known: Partial<Input<F>>): Block[]
  perform(input: Input<F>, me: AccessTo[A], along: Along<Output>): Promise<Output>
  reply(output: Output, me: AccessTo[A]): Reply
}

/**
 * What long work can do on its way: tell how far it is, make a line of an error that stops only a part of it, and give a
 * part as much time as all else has that is asked for.
 */
export type Along<Output> = {
  tell(output: Output): void
  explain(error: unknown): Trouble
  afresh: Afresh
}

export type Afresh = <T>(work: () => T) => T
