import type { Block } from '../message/blocks.ts'
import type { Reply } from '../message/reply.ts'
import type { Access, AccessTo, Admission } from './context.ts'
import {
  type Field,
  type FormInput,
  isKept,
  isSecret,
  type Offered,
  shownInputs,
  wordsPicked,
} from './field.ts'
import { fillIn, isFilled } from './form-filling.ts'
import { holdsWords, type ParsedField, parseAll, type Shape, shapeOf } from './form-state.ts'
import { filled, type Raw, WITHIN } from './raw.ts'
import type { Along, Description, Fields, Form, Input, Specification } from './specification.ts'

/** What became of a raw: it can be performed, or a form has something to ask. */
type Prepared =
  | { kind: 'ready'; perform(along: Along<Reply>): Promise<Reply>; shape(): Shape }
  | ({ kind: 'asks' } & Shape)

/** An operation as the funnel sees it: words in, a reply out. */
export type Operation = Description & {
  inputs: readonly FormInput[]
  access: Access
  /**
   * Whether the words of a button, or of a sentence with the rest of it, only open the form: always where something
   * cannot be undone, and where a form is to be filled first, unless the sentence says what is to be different.
   */
  asks(raw: Raw, rest?: string): boolean
  /** Whether the form of these words has yet to be filled with what the service holds. */
  fills(raw: Raw): boolean
  draw?(raw: Raw): Block[]
  /** Whether a sentence surely lacks something needed, by its labels and its rest. Asks nobody. */
  lacks(raw: Raw, rest: string): boolean
  /** Whether a sentence can hold anything behind its first words. */
  takes: boolean
  /** The rest of a sentence as a raw, the words that found no place in it, and what there is to say of these. */
  split(
    rest: string,
    admission: Admission,
  ): Promise<{ raw: Raw; leftover: string; another?: string | undefined }>
  prepare(raw: Raw, admission: Admission): Promise<Prepared>
  /** Whether a form with these words has more to show than they say by themselves. Asks nobody. */
  shapes(raw: Raw): boolean
  /**
   * What a form with these words shows, once everybody is asked who can be. While somebody types in it nothing that it
   * was filled with is asked for again.
   */
  shape(raw: Raw, admission: Admission, when: 'anew' | 'while typing'): Promise<Shape>
  /** What the select of an input offers for what was typed into it, in a form that carries these words unseen. */
  options(key: string, typed: string, admission: Admission, unseen: Raw): Promise<Offered>
}

/** An operation that can ask with a form. */
export type WithForm = Operation & { form: Form }

/** Whether an operation can ask with a form: what needs no more than a sentence has none. */
export const hasForm = (operation: Operation): operation is WithForm => operation.form !== undefined

/** Whether an operation asks for secrets: what else was said with it may be one. */
export const asksSecrets = ({ inputs }: Pick<Operation, 'inputs'>): boolean => inputs.some(isSecret)

/** Makes an operation of what a feature says about it. The only place where its types are let go. */
export function operation<A extends Access, F extends Fields<A>, Output>(
  specification: Specification<A, F, Output>,
): Operation {
  const { access, fields, fill, propose, draw, perform, reply: replyOf, ...description } = specification
  const all: Field<unknown, AccessTo[A]>[] = Object.values(fields)
  const inputs = [...all.flatMap(field => field.inputs), ...(access === 'actor' ? [BOUND] : [])]

  // Each value came out of the parse of the field whose name it has.
  const inputOf = (parsed: readonly ParsedField<AccessTo[A]>[]) =>
    Object.fromEntries(
      parsed.flatMap(each => (each.kind === 'ok' ? [[each.name, each.value] as const] : [])),
    ) as Partial<Input<F>>

  const shaped = (raw: Raw, parsed: readonly ParsedField<AccessTo[A]>[], me: AccessTo[A]): Shape => ({
    ...shapeOf(raw, parsed, me),
    ...(draw && { drawn: draw(raw, inputOf(parsed)) }),
  })

  const holds = fill ?? propose
  const warns = description.form?.warning !== undefined
  const fills = (raw: Raw) => fill !== undefined && !isFilled(raw)

  return {
    ...description,
    ...(draw && { draw: (raw: Raw) => draw(raw, inputOf([])) }),
    access,
    inputs,
    asks: (raw, rest) =>
      warns || (fills(raw) && (rest === undefined || !all.some(field => mayChange(field, raw, rest)))),

    fills,

    lacks: (raw, rest) =>
      all
        .filter(({ inputs }) =>
          shownInputs(inputs, raw).some(({ optional, key }) => !optional && raw[key] === undefined),
        )
        .some(({ take, mayStandIn }) => !take || rest === '' || mayStandIn?.(rest) === false),

    takes: all.some(({ take }) => take !== undefined),

    async split(rest, admission) {
      let taken = { raw: {}, rest }
      const me = await admission[access]()
      for (const field of all) {
        if (taken.rest === '' || !field.take) continue
        const next = await field.take(taken.rest, me)
        taken = { raw: { ...taken.raw, ...next.raw }, rest: next.rest }
      }
      const leftover = taken.rest
      const said = leftover === '' ? [] : all.map(field => field.sayAnother?.(leftover, me))
      return { raw: taken.raw, leftover, another: (await Promise.all(said)).find(Boolean) }
    },

    async prepare(raw, admission) {
      const me = await admission[access]()
      const parsed = await parseAll(Object.entries(fields), raw, me)
      const shape = () => shaped(raw, parsed, me)
      if (parsed.some(({ kind }) => kind !== 'ok')) return { kind: 'asks', ...shape() }
      const input = inputOf(parsed) as Input<F>
      return {
        kind: 'ready',
        shape,
        perform: async along => {
          const tell = (output: Output) => along.tell(replyOf(output, me))
          return replyOf(await perform(input, me, { ...along, tell }), me)
        },
      }
    },

    shapes: raw => holds !== undefined || warns || all.some(field => field.note && holdsWords(field, raw)),

    async shape(raw, admission, when) {
      const me = await admission[access]()
      const named = Object.entries(fields)
      const given = (words: Raw) => named.filter(([, field]) => holdsWords(field, words))
      const noted = given(raw).filter(([, { note }]) => note || (warns && when === 'anew'))
      if (!holds || when === 'while typing') return shaped(raw, await parseAll(noted, raw, me), me)
      let sure = raw
      for (const [, field] of given(raw).filter(([, { inputs }]) => inputs.some(isSelect)))
        sure = await wordsPicked(field, sure, me)
      const known = inputOf(await parseAll(given(sure), sure, me))
      const whole = fillIn(sure, await holds(known, me, sure))
      return shaped(whole, await parseAll(given(whole), whole, me), me)
    },

    async options(key, typed, admission, unseen) {
      const field = all.find(each => each.inputs.some(input => input.key === key))
      return (await field?.options?.(typed, await admission[access](), unseen)) ?? []
    },
  }
}

/** Whether words or the rest of a sentence may say what is to be different: what a form asks once it is filled. */
function mayChange({ inputs, take, mayStandIn }: Field<unknown, never>, raw: Raw, rest: string): boolean {
  const asked = inputs.filter(({ control }) => control.kind !== 'hidden')
  const later = asked.filter(({ when }) => when !== undefined && !when({}))
  if (later.some(({ key }) => raw[key] !== undefined)) return true
  return later.length === asked.length && take !== undefined && (mayStandIn?.(rest) ?? /\S\s+\S/.test(rest))
}

/** Which organization the words of whoever acts in one are about. */
const BOUND: FormInput = { key: WITHIN, label: WITHIN, optional: true, control: { kind: 'hidden' } }

const isSelect = ({ control }: FormInput): boolean => control.kind === 'select'

/** The raw without what is typed anew each time, secrets among it. */
export function withoutSecrets({ inputs }: Pick<Operation, 'inputs'>, raw: Raw): Raw {
  const left: Record<string, string> = {}
  for (const [key, words] of Object.entries(raw))
    if (inputs.every(input => input.key !== key || isKept(input))) left[key] = words
  return filled(left)
}
