import { z } from 'zod'
import type { Block } from '../message/blocks.ts'
import type { Reply, Trouble } from '../message/reply.ts'
import { type Args, fingerprint, type OperationId, type Reference, referenceSchema } from './args.ts'
import type { Access, AccessTo, Authentication } from './context.ts'
import {
  type Choice,
  choiceKey,
  type Facts,
  type Field,
  type FormInput,
  type FormValues,
  formatChoice,
  isKept,
  isSecret,
  type Offered,
  type ReadResult,
  readPicked,
  shownInputs,
} from './field.ts'
import type { FormData, FormState } from './form-state.ts'

export type Fields<A extends Access> = Record<string, Field<unknown, AccessTo[A]>>
type ArgsOf<F> = { [K in keyof F]: F[K] extends Field<infer T, never> ? T : never } & {
  /** Fingerprints of the values that a form or an Undo expects to find, by editable field. */
  expected?: Readonly<Record<string, string>> | undefined
  isUndo?: true | undefined
}

/**
 * A form; `about` says what it does, for help as well. `warning` is for what cannot be undone: it stands above the inputs,
 * and the form is always asked.
 */
type Form = { title: string; submit: string; close?: string; about?: string; warning?: string }

/** What help and the pipeline know of an operation. */
type Description = {
  id: OperationId
  command: {
    /** The words that a sentence begins with; help shows the first. */
    words: readonly [string, ...string[]]
    /** What stands behind them, for help: `<plan> <days> [reason]`. */
    usage?: string
    /** Arguments that some of these words say by themselves. */
    presets?: Readonly<Record<string, Args>>
  }
  /** `isHidden`: help does not list it, since people need no words of its own. */
  help: { summary: string; examples: readonly string[]; isHidden?: true }
  /** What it tells is for one person alone, such as what is about people or money. */
  private?: true
  form?: Form
  /** Explains words of a sentence that found no place, as plain text. */
  explainRest?(rest: string, args: Args): string | undefined
} & ({ effect: 'read' } | { effect: 'write' /** What is said while it runs: `pausing`. */; doing: string })

/** A change of one value, for the history; no reasons and no secrets. `plan`: the id of the one among several. */
export type ValueChange = { field: string; plan?: string | undefined; before?: unknown; after?: unknown }

/** What `execute` has besides its arguments. */
export type Execution<Prepared, Result> = {
  prepared: Prepared
  /** Tells how far long work is. */
  report(result: Result): void
  /** Explains an error that stops only a part of the work. */
  explain(error: unknown): Trouble
  /** Gives a part of long work a time limit of its own. */
  withFreshDeadline<T>(work: () => T): T
}

/** What a form starts with, as far as it is known which thing is meant. */
type Loaded<F> = { args: Partial<ArgsOf<F>>; facts?: Facts }

export type Specification<A extends Access, F extends Fields<A>, Prepared, Result> = Description & {
  access: A
  fields: F
  /** Loads what the form starts with from the service; undefined until it is known which thing is meant. */
  load?(known: Partial<ArgsOf<F>>, context: AccessTo[A]): Promise<Loaded<F> | undefined>
  /** What a form shows below its inputs, or above them where it warns. Pure. */
  draw?(known: Partial<ArgsOf<F>>, facts: Facts | undefined): Block[]
  /**
   * Checks a change against the service before anything is sent, and gives what `execute` needs of the state before it.
   * It is stored with the arguments: recovery executes with both, and prepares nothing again.
   */
  prepare?(args: ArgsOf<F>, context: AccessTo[A]): Promise<Prepared>
  /** Required with `prepare`. */
  prepared?: z.ZodType<Prepared>
  execute(args: ArgsOf<F>, context: AccessTo[A], execution: Execution<Prepared, Result>): Promise<Result>
  /** Pure. */
  present(result: Result, context: AccessTo[A]): Reply
  /** What a change did, for the history. */
  record?(result: Result, context: AccessTo[A]): readonly ValueChange[]
  /** What a change is about; without it, the references among its arguments. */
  subjects?(args: ArgsOf<F>): readonly Subject[]
}

/** A thing that a change is about. */
export type Subject = Reference & { kind: string }

/** Arguments that are complete, or those that are known, and a form for what is missing or wrong. */
type ReadArgs =
  | { kind: 'args'; args: Args; notes: FormState['notes'] }
  | { kind: 'form'; form: FormState; args: Args; choice?: { field: string } }

/** What came of an execution. */
type Executed = { reply: Reply; record: readonly ValueChange[] }

/** An operation as the pipeline sees it. */
export type Operation = Description & {
  access: Access
  inputs: readonly FormInput[]
  /** The fields that hold secrets, which are never stored. */
  secretFields: readonly string[]
  /** The fields that are typed each time, to confirm something: no button carries them. */
  confirmationFields: readonly string[]
  /** Arguments from a button, a form or a stored change, as far as they are valid. */
  parseArgs(args: Args): Args
  /** Formats one argument as people read it. */
  formatArg(field: string, value: unknown): { label: string; text: string }
  /** Whether a button or sentence with these arguments only opens the form. */
  opensForm(known: object, rest?: string): boolean
  /** Whether a sentence cannot be complete. No I/O. */
  isIncomplete(args: Args, rest: string): boolean
  /** Whether a sentence can hold anything behind the words of the command. */
  takesWords: boolean
  parseSentence(
    rest: string,
    auth: Authentication,
  ): Promise<{ values: FormValues; rest: string; explanation?: string | undefined }>
  /** Reads the words of a form or a sentence. */
  read(values: FormValues, data: FormData, auth: Authentication): Promise<ReadArgs>
  /** Whether a form has more to show than its values say. No I/O. */
  needsLoading: boolean
  /** What a form shows; `typing`: while a person types nothing is loaded. */
  fillForm(values: FormValues, data: FormData, auth: Authentication, typing: boolean): Promise<FormState>
  /** The values of inputs for arguments, and the arguments that no input holds. */
  formatArgs(args: Args, data?: Omit<FormData, 'args'>): { values: FormValues; data: FormData }
  draw(args: Args, facts: Facts | undefined): Block[]
  options(input: string, typed: string, data: FormData, auth: Authentication): Promise<Offered>
  /** Checks a change before anything is sent; JSON. */
  prepare(args: Args, auth: Authentication): Promise<unknown>
  execute(
    args: Args,
    auth: Authentication,
    execution: Omit<Execution<unknown, unknown>, 'report'> & { report(reply: Reply): void },
  ): Promise<Executed>
  subjects(args: Args): readonly Subject[]
}

/** An operation that can ask with a form. */
export type WithForm = Operation & { form: Form }

export const hasForm = (operation: Operation): operation is WithForm => operation.form !== undefined

/** Whether an operation asks for secrets: other words that were said with it may be one. */
export const asksSecrets = ({ inputs }: Pick<Operation, 'inputs'>): boolean => inputs.some(isSecret)

/** Makes an operation of its specification: the only place where the types of its arguments are erased. */
export function operation<A extends Access, F extends Fields<A>, Prepared = undefined, Result = unknown>(
  specification: Specification<A, F, Prepared, Result>,
): Operation {
  type Context = AccessTo[A]
  type Read = ReadResult<unknown> & { asked?: Choice; name: string; field: Field<unknown, Context> }
  const {
    access,
    fields,
    load,
    draw,
    prepare,
    prepared,
    execute,
    present,
    record,
    subjects,
    ...description
  } = specification
  const named: [string, Field<unknown, Context>][] = Object.entries(fields)
  const inputs = named.flatMap(([, field]) => field.inputs)
  const warns = description.form?.warning !== undefined
  const isEditing = named.some(([, field]) => field.isEditable)

  // Every argument was validated by the schema of the field whose name it has.
  const complete = (args: Args) => args as ArgsOf<F>
  const partial = (args: Args) => args as Partial<ArgsOf<F>>

  const parseArgs = (args: Args): Args => {
    const valid: Record<string, unknown> = {}
    for (const [name, field] of named) {
      if (args[name] === undefined) continue
      const parsed = field.schema.safeParse(args[name])
      if (parsed.success && parsed.data !== undefined) valid[name] = parsed.data
    }
    const rest = bindingSchema.safeParse(args)
    return rest.success ? { ...valid, ...rest.data } : valid
  }

  const isShown = (field: Field<unknown, Context>, values: FormValues, facts: Facts | undefined) =>
    shownInputs(field.inputs, { values, facts }).length > 0
  /** A field without inputs can still have words of a sentence, by its name. */
  const hasWords = (name: string, { inputs }: Field<unknown, Context>, values: FormValues) =>
    inputs.length === 0 ? values[name] !== undefined : inputs.some(({ key }) => values[key] !== undefined)

  async function readField(
    [name, field]: [string, Field<unknown, Context>],
    values: FormValues,
    { args, facts, expected }: FormData,
    context: Context,
  ): Promise<Read> {
    const isAsked = isShown(field, values, facts)
    if (hasWords(name, field, values) || (isAsked && args[name] === undefined)) {
      if (field.isEditable && !hasWords(name, field, values) && expected?.[name] === undefined)
        return { kind: 'value', value: undefined, name, field }
      return { ...(await readPicked(field, values, context, facts)), name, field }
    }
    const parsed = field.schema.safeParse(args[name])
    if (parsed.success) return { kind: 'value', value: parsed.data, name, field }
    const key = field.inputs[0]?.key ?? 'form'
    return { kind: 'issue', input: key, text: 'This is missing.', name, field }
  }

  const readAll = (values: FormValues, data: FormData, context: Context, some = named) =>
    Promise.all(some.map(each => readField(each, values, data, context)))

  const isUntouched = ({ name, ...read }: Read, { expected }: FormData): boolean =>
    read.kind === 'value' && expected?.[name] === fingerprint(read.value)

  /** The arguments among what was read; of editable fields those that the person changed. */
  const argsIn = (reads: readonly Read[], data: FormData): Args =>
    Object.fromEntries(
      reads.flatMap(read =>
        read.kind === 'value' &&
        read.value !== undefined &&
        !(read.field.isEditable && isUntouched(read, data))
          ? [[read.name, read.value] as const]
          : [],
      ),
    )

  const notesOf = (reads: readonly Read[], context: Context, facts: Facts | undefined) =>
    Object.fromEntries(
      reads.flatMap(read => {
        const key = read.field.inputs.at(-1)?.key
        const note = read.kind === 'value' ? read.field.note?.(read.value, context, facts) : undefined
        return key !== undefined && note ? [[key, note] as const] : []
      }),
    )

  function formOf(values: FormValues, data: FormData, reads: readonly Read[], context: Context): FormState {
    const choice = reads.find(read => read.kind === 'choice')
    // A select shows what was picked; words stay ambiguous, and the question with them.
    const asked = choice ?? reads.find(({ asked, field }) => asked && !field.inputs.some(isSelect))?.asked
    const issues = reads.flatMap(read => {
      if (read.kind === 'issue') return [[read.input, read.text] as const]
      return read.kind === 'choice' && read !== choice ? [[read.input, formatChoice(read)] as const] : []
    })
    const known = { ...data.args, ...argsIn(reads, { ...data, expected: undefined }) }
    return {
      values: { ...values, ...picked(reads) },
      data,
      issues: Object.fromEntries(issues),
      notes: notesOf(reads, context, data.facts),
      choice: asked && { input: asked.input, question: asked.question, options: asked.options },
      drawn: draw?.(partial(known), data.facts),
    }
  }

  /** Names that were found, as the options that a select holds. */
  const picked = (reads: readonly Read[]): FormValues =>
    Object.assign(
      {},
      ...reads.map(read =>
        read.kind === 'value' && read.value !== undefined && read.field.inputs.some(isSelect)
          ? read.field.format(read.value)
          : {},
      ),
    )

  const valuesOf = (args: Args): FormValues =>
    Object.assign(
      {},
      ...named.flatMap(([name, field]) => (args[name] === undefined ? [] : [field.format(args[name])])),
    )

  /** The form with what the service holds in the place of values that the person has not touched. */
  async function loaded(values: FormValues, data: FormData, context: Context) {
    if (!load) return { values, data }
    const given = named.filter(
      ([name, field]) => hasWords(name, field, values) || data.args[name] !== undefined,
    )
    const reads = await readAll(values, data, context, given)
    const touched = new Set(
      reads
        .filter(read => hasWords(read.name, read.field, values) && !isUntouched(read, data))
        .map(({ name }) => name),
    )
    const all = { ...data.args, ...argsIn(reads, { ...data, expected: undefined }) }
    const found = await load(partial(all), context)
    if (!found) return { values, data }
    const { args, facts } = found
    const fresh = Object.entries(args).filter(([, value]) => value !== undefined)
    const kept = named.filter(([name]) => touched.has(name) || !Object.hasOwn(args, name))
    const keptKeys = new Set(kept.flatMap(([, field]) => field.inputs.flatMap(keysOf)))
    const keptValues = Object.fromEntries(Object.entries(values).filter(([key]) => keptKeys.has(key)))
    const filled = valuesOf(Object.fromEntries(fresh.filter(([name]) => !touched.has(name))))
    return {
      values: { ...filled, ...keptValues },
      data: {
        args: {
          ...data.args,
          ...Object.fromEntries(fresh.filter(([name]) => fields[name]?.inputs.length === 0)),
        },
        facts: facts ?? {},
        expected: Object.fromEntries(fresh.map(([name, value]) => [name, fingerprint(value)])),
      },
    }
  }

  return {
    ...description,
    access,
    inputs,
    secretFields: named.filter(([, field]) => field.inputs.some(isSecret)).map(([name]) => name),
    confirmationFields: named
      .filter(([, field]) => field.inputs.some(({ isConfirmation }) => isConfirmation))
      .map(([name]) => name),
    parseArgs,
    takesWords: named.some(([, field]) => field.parseFrom !== undefined),
    needsLoading: load !== undefined || warns || named.some(([, field]) => field.note !== undefined),

    formatArg(name, value) {
      const field = fields[name]
      const [input] = field?.inputs ?? []
      const parsed = field?.schema.safeParse(value)
      const text = field && parsed?.success ? formatValue(field, parsed.data) : ''
      const label = input?.control.kind === 'checkbox' ? input.control.text : (input?.label ?? name)
      return { label, text }
    },

    opensForm: (known, rest) =>
      warns ||
      (isEditing &&
        !named.some(
          ([name, field]) =>
            field.isEditable &&
            (name in known ||
              (rest !== undefined && field.parseFrom !== undefined && field.mayBeIn?.(rest) === true)),
        )),

    isIncomplete: (args, rest) =>
      named.some(
        ([name, field]) =>
          args[name] === undefined &&
          !field.schema.safeParse(undefined).success &&
          field.inputs.some(({ optional }) => !optional) &&
          (!field.parseFrom || rest === '' || field.mayBeIn?.(rest) === false),
      ),

    async parseSentence(sentence, auth) {
      const context = await auth[access]()
      let [values, rest]: [FormValues, string] = [{}, sentence]
      for (const [, field] of named) {
        if (rest === '' || !field.parseFrom) continue
        const parsed = await field.parseFrom(rest, context)
        values = { ...values, ...parsed.values }
        rest = parsed.rest
      }
      if (rest === '') return { values, rest }
      const explained = await Promise.all(named.map(([, field]) => field.explainRest?.(rest, context)))
      return { values, rest, explanation: explained.find(Boolean) }
    },

    async read(values, data, auth) {
      const context = await auth[access]()
      const reads = await readAll(values, data, context)
      const unclear = reads.filter(({ kind }) => kind !== 'value')
      const rest = data.expected && isEditing ? { expected: data.expected } : {}
      const bound = bindingSchema.safeParse(data.args).data
      const args = { ...bound, ...rest, ...argsIn(reads, data) }
      if (unclear.length === 0) return { kind: 'args', args, notes: notesOf(reads, context, data.facts) }
      const form = formOf(values, data, reads, context)
      const [only, another] = unclear
      const choice = only?.kind === 'choice' && !another ? { field: only.name } : undefined
      return { kind: 'form', form, args, ...(choice && { choice }) }
    },

    async fillForm(values, data, auth, typing) {
      const context = await auth[access]()
      const next = typing ? { values, data } : await loaded(values, data, context)
      const shown = named.filter(([name, field]) => hasWords(name, field, next.values))
      const reads = await readAll(next.values, next.data, context, shown)
      return formOf(next.values, next.data, reads, context)
    },

    formatArgs(args, data = {}) {
      const valid = parseArgs(args)
      const hidden = Object.entries(valid).filter(([name]) => !fields[name]?.inputs.length)
      return { values: valuesOf(valid), data: { ...data, args: Object.fromEntries(hidden) } }
    },

    draw: (args, facts) => draw?.(partial(args), facts) ?? [],

    async options(key, typed, data, auth) {
      const field = named.find(([, field]) => field.inputs.some(input => input.key === key))?.[1]
      return (
        (await field?.options?.(typed, await auth[access](), { args: data.args, facts: data.facts })) ?? []
      )
    },

    prepare: async (args, auth) => prepare?.(complete(args), await auth[access]()),

    async execute(args, auth, { prepared: stored, report, ...execution }) {
      const context = { ...(await auth[access]()), isUndo: args.isUndo === true }
      // Stored by `prepare` of this operation, or undefined where it has none.
      const given = prepared ? prepared.parse(stored) : (undefined as Prepared)
      const result = await execute(complete(args), context, {
        ...execution,
        prepared: given,
        report: result => report(present(result, context)),
      })
      return { reply: present(result, context), record: record?.(result, context) ?? [] }
    },

    subjects: args => subjects?.(complete(args)) ?? named.flatMap(([name]) => subjectsIn(name, args[name])),
  }
}

/** Arguments that every operation has: where it belongs, what a form or an Undo expects to find, and that it is an Undo. */
const bindingSchema = z.object({
  organizationId: z.string().optional(),
  expected: z.record(z.string(), z.string()).optional(),
  isUndo: z.literal(true).optional(),
})

const isSelect = ({ control }: FormInput): boolean => control.kind === 'select'

const keysOf = ({ key }: FormInput): string[] => [key, choiceKey(key)]

/** The references in an argument of one thing or of several. */
export const referencesIn = (value: unknown): Reference[] =>
  [value].flat().flatMap(each => referenceSchema.safeParse(each).data ?? [])

function subjectsIn(name: string, value: unknown): Subject[] {
  const kind = name.replace(/s$/, '')
  return referencesIn(value).map(reference => ({ ...reference, kind }))
}

/** A value as people read it: of a reference its name. */
function formatValue<C>(field: Field<unknown, C>, value: unknown): string {
  const names = referencesIn(value).map(({ name }) => name)
  if (names.length > 0) return names.join(', ')
  return Object.values(field.format(value)).join(' – ')
}

/** The arguments, or the values of a form, without those of some fields, and which were left out. */
export function omitFields<T>(args: Readonly<Record<string, T>>, fields: readonly string[]) {
  if (fields.length === 0) return { args, omitted: [] }
  const kept = Object.entries(args).filter(([name]) => !fields.includes(name))
  return { args: Object.fromEntries(kept), omitted: Object.keys(args).filter(name => fields.includes(name)) }
}

/** The arguments without secrets, and which were left out. */
export const withoutSecrets = ({ secretFields }: Pick<Operation, 'secretFields'>, args: Args) =>
  omitFields(args, secretFields)

/** The values of a form without what is not kept. */
export const keptValues = ({ inputs }: Pick<Operation, 'inputs'>, values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(([key]) => inputs.every(input => input.key !== key || isKept(input))),
  )
