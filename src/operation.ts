import { type Field, type FormInput, isKept, type Offered, settle, shownInputs } from './field.ts'
import { fillIn, isFilled } from './filling.ts'
import type { Access, AccessTo, Admission } from './person.ts'
import { filled, type OperationId, type Raw, WITHIN } from './raw.ts'
import { holdsWords, type ParsedField, parseAll, type Shape, shapeOf } from './shape.ts'
import { actions, type Block, type Button, type LinkButton, section } from './slack/blocks.ts'
import type { Mrkdwn } from './slack/mrkdwn.ts'

/** What people read. The text alone makes sense; the blocks, where given, say the same with buttons. */
export type Reply = {
  text: Mrkdwn
  blocks?: Block[]
  to: 'channel' | 'me'
  /** Says that there is nothing, which nobody else needs to read. */
  empty?: true
  /** What only the one who asked reads besides. */
  aside?: Omit<Reply, 'to' | 'aside'>
}

/** A paragraph for the channel, or for one person alone, with buttons for what comes next below it. */
export const reply = (to: Reply['to'], text: Mrkdwn, ...buttons: (Button | LinkButton)[]): Reply => ({
  text,
  blocks: [section(text), ...actions(...buttons)],
  to,
})

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
  /** What it tells is for one person alone, such as what is about people or money: nobody is asked who else hears of it. */
  private?: true
  /** The form that an incomplete sentence becomes; without one it is answered in words. */
  form?: Form
} & Effect

/**
 * `read` leaves everything as it was, so that doing it again does no harm. A change says what is being done while it is:
 * `pausing`.
 */
type Effect = { effect: 'read' } | { effect: 'change'; doing: string }

/**
 * `warning` is for what cannot be undone, or not so that all is as before: it stands above the inputs, and the form is
 * always asked, however much is known.
 */
type Form = { title: string; submit: string; warning?: string }

/** What a person can do: who may ask, with which input, what is done, and what is said of it. */
type Specification<A extends Access, F extends Fields<A>, Output> = Description & {
  access: A
  fields: F
  /**
   * What the service holds for the words of the form, as far as it is known which thing is meant: the form starts with
   * it. A field `changed` tells what the person made different.
   */
  fill?(known: Partial<Input<F>>, me: AccessTo[A]): Promise<Raw>
  /**
   * What a form shows below its inputs, such as rows with buttons that change its words; pure. Nothing is `known` of
   * the words where nobody could be asked.
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

/**
 * What stopped a part: what happened and what did not, and what happened alone; buttons for what has to come before
 * another try, and whether it is sure that nothing was done.
 */
export type Trouble = { why: Mrkdwn; happened: Mrkdwn; first: readonly Button[]; isSure: boolean }

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
  /** The rest of a sentence as a raw, and the words that found no place in it. */
  split(rest: string, admission: Admission): Promise<{ raw: Raw; leftover: string }>
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

/** Makes an operation of what a feature says about it. The only place where its types are let go. */
export function operation<A extends Access, F extends Fields<A>, Output>(
  specification: Specification<A, F, Output>,
): Operation {
  const { access, fields, fill, draw, perform, reply: replyOf, ...description } = specification
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
      return { raw: taken.raw, leftover: taken.rest }
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

    shapes: raw => fill !== undefined || warns || all.some(field => field.note && holdsWords(field, raw)),

    async shape(raw, admission, when) {
      const me = await admission[access]()
      const named = Object.entries(fields)
      const given = (words: Raw) => named.filter(([, field]) => holdsWords(field, words))
      const noted = given(raw).filter(([, { note }]) => note || (warns && when === 'anew'))
      if (!fill || when === 'while typing') return shaped(raw, await parseAll(noted, raw, me), me)
      let sure = raw
      for (const [, field] of given(raw).filter(([, { inputs }]) => inputs.some(isSelect)))
        sure = await settle(field, sure, me)
      const known = inputOf(await parseAll(given(sure), sure, me))
      const whole = fillIn(sure, await fill(known, me))
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
