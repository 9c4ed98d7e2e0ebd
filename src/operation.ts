import {
  type Choice,
  type Field,
  type FormInput,
  type Issues,
  type Option,
  type Parsed,
  spellOut,
} from './field.ts'
import type { Access, AccessTo, Admission } from './person.ts'
import { filled, type OperationId, type Raw } from './raw.ts'
import type { Block } from './slack/blocks.ts'
import type { Mrkdwn } from './slack/mrkdwn.ts'

/** What people read. The text alone makes sense; the blocks, where given, say the same with buttons. */
export type Reply = { text: Mrkdwn; blocks?: Block[]; to: 'channel' | 'me' }

type Fields<A extends Access> = Record<string, Field<unknown, AccessTo[A]>>
type Input<F> = { [K in keyof F]: F[K] extends Field<infer T, never> ? T : never }

/** What help and the funnel know of an operation. */
type Description = {
  id: OperationId
  /** The words that a sentence begins with; the first are the ones that help shows. */
  sentences: readonly [string, ...string[]]
  /** What stands behind them, for help: `<plan> <days> [reason]`. */
  usage?: string
  summary: string
  examples: readonly string[]
  /** `read` leaves everything as it was, so that doing it again does no harm. */
  effect: 'read' | 'change'
  /** The form that an incomplete sentence becomes; without one it is answered in words. */
  form?: { title: string; submit: string }
}

/** What a person can do: who may ask, with which input, what is done, and what is said of it. */
type Specification<A extends Access, F extends Fields<A>, Output> = Description & {
  access: A
  fields: F
  perform(input: Input<F>, me: AccessTo[A]): Promise<Output>
  reply(output: Output, me: AccessTo[A]): Reply
}

/** What became of a raw: it can be performed, something is missing or wrong, or it reads in several ways. */
type Prepared =
  | { kind: 'ready'; perform(): Promise<Reply> }
  | { kind: 'issues'; issues: Issues }
  | ({ kind: 'choice' } & Choice)

/** An operation as the funnel sees it: words in, a reply out. */
export type Operation = Description & {
  inputs: readonly FormInput[]
  access: Access
  /** Whether a sentence surely lacks something needed, by its labels and its rest. Asks nobody. */
  lacks(raw: Raw, rest: string): boolean
  /** Whether a sentence can hold anything behind its first words. */
  takes: boolean
  /** The rest of a sentence as a raw, and the words that found no place in it. */
  split(rest: string, admission: Admission): Promise<{ raw: Raw; leftover: string }>
  prepare(raw: Raw, admission: Admission): Promise<Prepared>
  /** What the select of an input offers for what was typed into it. */
  options(key: string, typed: string, admission: Admission): Promise<Option[]>
}

/** Makes an operation of what a feature says about it. The only place where its types are let go. */
export function operation<A extends Access, F extends Fields<A>, Output>(
  specification: Specification<A, F, Output>,
): Operation {
  const { access, fields, perform, reply, ...description } = specification
  const all: Field<unknown, AccessTo[A]>[] = Object.values(fields)

  return {
    ...description,
    access,
    inputs: all.flatMap(field => field.inputs),

    lacks: (raw, rest) =>
      all
        .filter(({ inputs }) => inputs.some(({ optional, key }) => !optional && raw[key] === undefined))
        .some(({ take, mayStandIn }) => !take || rest === '' || mayStandIn?.(rest) === false),

    takes: all.some(({ take }) => take !== undefined),

    async split(rest, admission) {
      let taken = { raw: {}, rest }
      if (rest === '') return { raw: {}, leftover: '' }
      const me = await admission[access]()
      for (const field of all) {
        if (taken.rest === '' || !field.take) continue
        const next = await field.take(taken.rest, me)
        taken = { raw: { ...taken.raw, ...next.raw }, rest: next.rest }
      }
      return { raw: taken.raw, leftover: taken.rest }
    },

    async prepare(raw, admission) {
      const me = await admission[access]()
      const parsed = await Promise.all(
        Object.entries(fields).map(async ([name, field]) => ({ name, ...(await field.parse(raw, me)) })),
      )
      const choice = parsed.find(each => each.kind === 'choice')
      if (parsed.some(each => each.kind === 'issue'))
        return { kind: 'issues', issues: Object.fromEntries(parsed.flatMap(asIssue)) }
      if (choice) return choice
      const input = Object.fromEntries(
        parsed.flatMap(each => (each.kind === 'ok' ? [[each.name, each.value] as const] : [])),
      )
      // Each value came out of the parse of the field whose name it has.
      return { kind: 'ready', perform: async () => reply(await perform(input as Input<F>, me), me) }
    },

    async options(key, typed, admission) {
      const field = all.find(each => each.inputs.some(input => input.key === key))
      return (await field?.options?.(typed, await admission[access]())) ?? []
    },
  }
}

function asIssue(parsed: Parsed<unknown>): [string, string][] {
  if (parsed.kind === 'issue') return [[parsed.key, parsed.text]]
  return parsed.kind === 'choice' ? [[parsed.key, spellOut(parsed)]] : []
}

/** The raw without what was typed into fields that are never shown again. */
export function withoutSecrets({ inputs }: Pick<Operation, 'inputs'>, raw: Raw): Raw {
  const secret = new Set(inputs.filter(({ control }) => control.kind === 'secret').map(({ key }) => key))
  return filled(Object.fromEntries(Object.entries(raw).filter(([key]) => !secret.has(key))))
}
