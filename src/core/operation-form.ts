import { z } from 'zod'
import type { Block } from '../message/blocks.ts'
import { type Args, fingerprint } from './args.ts'
import type { Access, AccessTo, Authentication } from './context.ts'
import {
  type Choice,
  choiceKey,
  type Facts,
  type Field,
  type FormData,
  type FormInput,
  type FormState,
  type FormValues,
  formatChoice,
  issue,
  type Offered,
  type ReadResult,
  readPicked,
  shownInputs,
  value,
} from './field.ts'
import type { ErasedSpecification } from './operation.ts'

/** Complete arguments, or the known ones with a form for what is missing or wrong. */
type ReadArgs =
  | { kind: 'args'; args: Args; notes(): FormState['notes'] }
  | { kind: 'form'; form: FormState; args: Args; choice?: { field: string } }

/** Reads and fills the form of an operation; sentences are parsed into the same values. */
export type OperationForm = ReturnType<typeof createOperationForm>

export function createOperationForm<A extends Access>(
  access: A,
  { fields, load, notes, draw }: Pick<ErasedSpecification<A>, 'fields' | 'load' | 'notes' | 'draw'>,
) {
  type C = AccessTo[A]
  type Read = ReadResult<unknown> & { pickedFrom?: Choice; name: string; field: Field<unknown, C> }
  const named: [string, Field<unknown, C>][] = Object.entries(fields)
  const isEditing = named.some(([, field]) => field.isEditable)

  /** Keeps the valid arguments of a button, a form or a stored change. */
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

  /** Whether there are words for a field; one without inputs gets those of a sentence under its own name. */
  const hasWords = (name: string, { inputs }: Field<unknown, C>, values: FormValues) =>
    inputs.length === 0 ? values[name] !== undefined : inputs.some(({ key }) => values[key] !== undefined)

  async function readField(
    name: string,
    field: Field<unknown, C>,
    values: FormValues,
    { args, facts, expected }: FormData,
    context: C,
  ): ReturnType<typeof readPicked> {
    const isSaid = hasWords(name, field, values)
    const isAsked = shownInputs(field.inputs, { values, facts }).length > 0
    if (isSaid || (isAsked && args[name] === undefined)) {
      const isUnchanged = field.isEditable && !isSaid && expected?.[name] === undefined
      return isUnchanged ? value(undefined) : readPicked(field, values, context, facts)
    }
    const { success, data } = field.schema.safeParse(args[name])
    return success ? value(data) : issue(field.inputs[0]?.key ?? 'form', 'This is missing.')
  }

  const readAll = (values: FormValues, data: FormData, context: C, some = named): Promise<Read[]> =>
    Promise.all(
      some.map(async ([name, field]) => ({
        ...(await readField(name, field, values, data, context)),
        name,
        field,
      })),
    )

  const isUntouched = ({ name, ...read }: Read, expected: FormData['expected']): boolean =>
    read.kind === 'value' && expected?.[name] === fingerprint(read.value)

  /** The arguments that were read; of editable fields, only those that differ from what is expected. */
  const argsIn = (reads: readonly Read[], expected?: FormData['expected']): Args =>
    Object.fromEntries(
      reads.flatMap(read =>
        read.kind === 'value' &&
        read.value !== undefined &&
        !(read.field.isEditable && isUntouched(read, expected))
          ? [[read.name, read.value] as const]
          : [],
      ),
    )

  const notesOf = (reads: readonly Read[], context: C, facts: Facts | undefined) =>
    Object.fromEntries(
      reads.flatMap(read => {
        const key = read.field.inputs.at(-1)?.key
        const note = read.kind === 'value' ? read.field.note?.(read.value, context, facts) : undefined
        return key !== undefined && note ? [[key, note] as const] : []
      }),
    )

  async function formOf(
    values: FormValues,
    data: FormData,
    reads: readonly Read[],
    context: C,
  ): Promise<FormState> {
    const choice = reads.find(read => read.kind === 'choice')
    // A select shows the picked option, but words stay ambiguous, so their question is shown again.
    const choiceToAsk =
      choice ?? reads.find(({ pickedFrom, field }) => pickedFrom && !field.inputs.some(isSelect))?.pickedFrom
    const issues = reads.flatMap(read => {
      if (read.kind === 'issue') return [[read.input, read.text] as const]
      return read.kind === 'choice' && read !== choice ? [[read.input, formatChoice(read)] as const] : []
    })
    const known = { ...data.args, ...argsIn(reads) }
    return {
      values: { ...values, ...picked(reads) },
      data,
      issues: Object.fromEntries(issues),
      notes: { ...notesOf(reads, context, data.facts), ...(await notes?.(known, context)) },
      choice: choiceToAsk,
      drawing: draw?.(known, data.facts),
    }
  }

  /** The values of selects whose names were resolved. */
  const picked = (reads: readonly Read[]): FormValues =>
    valuesOf(argsIn(reads.filter(({ field }) => field.inputs.some(isSelect))))

  const valuesOf = (args: Args): FormValues =>
    Object.assign(
      {},
      ...named.flatMap(([name, field]) => (args[name] === undefined ? [] : [field.format(args[name])])),
    )

  /** Fills the form from the service, except for values that the person has changed. */
  async function loaded(values: FormValues, data: FormData, context: C) {
    if (!load) return { values, data }
    const withValues = named.filter(
      ([name, field]) => hasWords(name, field, values) || data.args[name] !== undefined,
    )
    const reads = await readAll(values, data, context, withValues)
    const touched = new Set(
      reads
        .filter(read => hasWords(read.name, read.field, values) && !isUntouched(read, data.expected))
        .map(({ name }) => name),
    )
    const found = await load({ ...data.args, ...argsIn(reads) }, context)
    if (!found) return { values, data }
    const { args, facts } = found
    const fresh = Object.entries(args).filter(([, value]) => value !== undefined)
    const keptFields = named.filter(([name]) => touched.has(name) || !Object.hasOwn(args, name))
    const inputs = keptFields.flatMap(([, field]) => field.inputs)
    const keptKeys = new Set(inputs.flatMap(({ key }) => [key, choiceKey(key)]))
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
    parseArgs,

    /** Reads the values of a form or a sentence into arguments. */
    async read(values: FormValues, data: FormData, auth: Authentication): Promise<ReadArgs> {
      const context = await auth[access]()
      const reads = await readAll(values, data, context)
      const unclear = reads.filter(({ kind }) => kind !== 'value')
      const rest = data.expected && isEditing ? { expected: data.expected } : {}
      const bound = bindingSchema.safeParse(data.args).data
      const args = { ...bound, ...rest, ...argsIn(reads, data.expected) }
      if (unclear.length === 0)
        return { kind: 'args', args, notes: () => notesOf(reads, context, data.facts) }
      const form = await formOf(values, data, reads, context)
      const [only, another] = unclear
      const choice = only?.kind === 'choice' && !another ? { field: only.name } : undefined
      return { kind: 'form', form, args, ...(choice && { choice }) }
    },

    /** Fills a form; nothing is loaded while a person is typing. */
    async fillForm(values: FormValues, data: FormData, auth: Authentication, typing: boolean) {
      const context = await auth[access]()
      const next = typing ? { values, data } : await loaded(values, data, context)
      const shown = named.filter(([name, field]) => hasWords(name, field, next.values))
      const reads = await readAll(next.values, next.data, context, shown)
      return formOf(next.values, next.data, reads, context)
    },

    /** Formats arguments as the values of inputs; those without inputs become hidden data. */
    formatArgs(args: Args): { values: FormValues; data: FormData } {
      const valid = parseArgs(args)
      const hidden = Object.entries(valid).filter(([name]) => !fields[name]?.inputs.length)
      return { values: valuesOf(valid), data: { args: Object.fromEntries(hidden) } }
    },

    draw: (args: Args, facts: Facts | undefined): Block[] => draw?.(args, facts) ?? [],

    async options(key: string, typed: string, data: FormData, auth: Authentication): Promise<Offered> {
      const field = named.find(([, field]) => field.inputs.some(input => input.key === key))?.[1]
      return (await field?.options?.(typed, await auth[access](), data.facts)) ?? []
    },
  }
}

/** Arguments of every operation. `expected`: fingerprints of the values that a form or an Undo expects. */
const bindingSchema = z.object({
  organizationId: z.string().optional(),
  expected: z.record(z.string(), z.string()).optional(),
  isUndo: z.literal(true).optional(),
  needsApproval: z.literal(true).optional(),
})

const isSelect = ({ control }: FormInput): boolean => control.kind === 'select'
