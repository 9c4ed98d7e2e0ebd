import { lowerFirst } from '../language/wording.ts'
import type { Block } from '../message/blocks.ts'
import { join, type Mrkdwn, mrkdwn, withMentionedNames } from '../message/mrkdwn.ts'
import type { PartialFailure, Reply } from '../message/reply.ts'
import { type Args, type OperationId, type Reference, referenceSchema } from './args.ts'
import type { Access, AccessTo, Authentication } from './context.ts'
import {
  type Facts,
  type Field,
  type FormInput,
  type FormState,
  type FormValues,
  isKept,
  isSecret,
} from './field.ts'
import { createOperationForm, type OperationForm } from './operation-form.ts'

export type Fields<A extends Access> = Record<string, Field<unknown, AccessTo[A]>>
type ArgsOf<F> = { [K in keyof F]: F[K] extends Field<infer T, never> ? T : never } & {
  /** Fingerprints of the values that a form or an Undo expects to find, by editable field. */
  expected?: Readonly<Record<string, string>> | undefined
  isUndo?: true | undefined
}

type Form = {
  /** An order, which sentences hold as well: `Pause a plan`. */
  title: string
  submit: string
  close?: string
  /** What it does, for help as well. */
  about?: string
  /** For what cannot be undone: it stands above the inputs, and the form is always asked. */
  warning?: string
  /** What a second person is asked to approve, in front of the names of plans: `pause`. */
  asks?: string
}

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
    /** The operation that the words ask for with a question mark at the end. */
    question?: OperationId
  }
  /** What it does, for help: `pauses a plan`. */
  summary: string
  /** Help does not list it, since people need no words of its own. */
  isHidden?: true
  /** What it tells is for one person alone, such as what is about people or money. */
  private?: true
  /** Where it writes, if not to the service: what the bot itself keeps, or how the person acts, such as as whom. */
  writesTo?: 'bot' | 'person'
  /** What only owners and admins can do: `protect plans`. */
  managersOnly?: string
  form?: Form
  /** Takes plans back to their schedule: that needs no approval. */
  isReturn?: true
  /** What answers its questions: no one is there to be asked once it is approved. */
  answered?: Args
}

/** A change says what it is doing while it runs: `pausing`. */
type Change = { effect: 'write'; doing: string }

/** An operation only reads, unless it says otherwise. */
type Effect = Change | { effect?: 'read' }

/**
 * A change of one value, for the history; no reasons and no secrets. A `field` of the operation is shown as
 * that is formatted, any other as it is. `plan`: the id of the one among several.
 */
export type ValueChange = { field: string; plan?: string | undefined; before?: unknown; after?: unknown }

/** What `execute` has besides its arguments. */
export type Execution<Prepared, Result> = {
  prepared: Prepared
  /** Tells how far long work is. */
  report(result: Result): void
  /** Explains an error that stops only a part of the work. */
  explain(error: unknown): Promise<PartialFailure>
}

/** What a form starts with, as far as it is known which thing is meant. */
type Loaded<F> = { args: Partial<ArgsOf<F>>; facts?: Facts }

/** What has to be answered before a change is made: the buttons of the reply carry the answers. */
class Question {
  readonly kind = 'question'
  readonly reply: Reply

  constructor(reply: Reply) {
    this.reply = reply
  }
}

export const askFirst = (reply: Reply): Question => new Question(reply)

export type Specification<A extends Access, F extends Fields<A>, Prepared, Result> = Description &
  Effect & {
    /** Sentences for help; without them, the first of its words. */
    examples?: readonly string[]
    /** What a person needs for it: a link and a current organization, unless it says otherwise. */
    access?: A
    /** The fields by the names of their arguments. */
    fields: F
    /** Loads what the form starts with from the service; undefined until it is known which thing is meant. */
    load?(known: Partial<ArgsOf<F>>, context: AccessTo[A]): Promise<Loaded<F> | undefined>
    /** What a form says of its arguments together, by the input below which it stands in place of the field's own note. */
    notes?(known: Partial<ArgsOf<F>>, context: AccessTo[A]): Promise<FormState['notes'] | undefined>
    /** What a form shows below its inputs, or above them where it warns. Pure. */
    draw?(known: Partial<ArgsOf<F>>, facts: Facts | undefined): Block[]
    /**
     * Checks a change against the service before anything is sent, and gives what `execute` needs of the
     * state before it, or asks. It is stored with the arguments: recovery executes with both, and prepares
     * nothing again.
     */
    prepare?(args: ArgsOf<F>, context: AccessTo[A]): Promise<Prepared | Question>
    execute(args: ArgsOf<F>, context: AccessTo[A], execution: Execution<Prepared, unknown>): Promise<Result>
    /** What those read who are to approve it, in place of its arguments. */
    describeForApproval?(args: ArgsOf<F>, prepared: Prepared, context: AccessTo[A]): Promise<Described>
    /** Pure. */
    present(result: Result, context: AccessTo[A]): Reply
    /** What a change did, for the history. */
    record?(result: Result, context: AccessTo[A]): readonly ValueChange[]
    /**
     * What a change is about, with what `prepare` and `execute` gave as far as it has come; without it, the
     * references among its arguments.
     */
    subjects?(args: ArgsOf<F>, prepared: Prepared, result: Result | undefined): readonly Subject[]
  }

/** A change before it is made; `firstDayEnds` ends the time in which it makes sense. */
type Described = { what: Mrkdwn; note?: Mrkdwn | undefined; firstDayEnds?: Date | undefined }

/** A thing that a change is about. */
export type Subject = Reference & { kind: string }

/** What came of an execution. */
type Executed = { reply: Reply; record: readonly ValueChange[]; subjects: readonly Subject[] }

/** An operation as the pipeline sees it. */
export type Operation = Description &
  (Change | { effect: 'read' }) &
  OperationForm & {
    access: Access
    examples: readonly string[]
    inputs: readonly FormInput[]
    /** The fields that hold secrets, which are never stored. */
    secretFields: readonly string[]
    /** The fields that are typed each time, to confirm something: no button carries them. */
    confirmationFields: readonly string[]
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
    /** Whether a form has more to show than its values say. No I/O. */
    needsLoading: boolean
    /** Checks a change before anything is sent; `prepared` is JSON. */
    prepare(args: Args, auth: Authentication): Promise<{ kind: 'prepared'; prepared: unknown } | Question>
    execute(
      args: Args,
      auth: Authentication,
      execution: Omit<Execution<unknown, unknown>, 'report'> & { report(reply: Reply): void },
    ): Promise<Executed>
    /** What those read who are to approve it. */
    describeForApproval(args: Args, prepared: unknown, auth: Authentication): Promise<Described>
    /** What a change is about, before it is executed. */
    subjects(args: Args, prepared: unknown): readonly Subject[]
    /** The references among arguments, each of the kind that its field has. */
    subjectsIn(args: Args): readonly Subject[]
  }

/** An operation that can ask with a form. */
export type WithForm = Operation & { form: Form }

export const hasForm = (operation: Operation): operation is WithForm => operation.form !== undefined

/** Whether an operation asks for secrets: other words that were said with it may be one. */
export const asksSecrets = ({ inputs }: Pick<Operation, 'inputs'>): boolean => inputs.some(isSecret)

/** Makes an operation of its specification: the only place where the types of its arguments are erased. */
export function operation<
  F extends Fields<A>,
  Prepared extends object | undefined = undefined,
  Result = unknown,
  A extends Access = 'member',
>(specification: Specification<A, F, Prepared, Result>): Operation {
  type Context = AccessTo[A]
  const {
    // Without `access`, `A` is its default.
    access = 'member' as A,
    examples = [specification.command.words[0]],
    fields,
    load,
    notes,
    draw,
    prepare,
    execute,
    describeForApproval,
    present,
    record,
    subjects,
    ...description
  } = specification
  const named: [string, Field<unknown, Context>][] = Object.entries(fields)
  const inputs = named.flatMap(([, field]) => field.inputs)
  // Every argument was validated by the schema of the field whose name it has.
  const complete = (args: Args) => args as ArgsOf<F>
  const partial = (args: Args) => args as Partial<ArgsOf<F>>

  const form = createOperationForm<A>({
    access,
    fields,
    load: load && ((known, context) => load(partial(known), context)),
    notes: notes && ((known, context) => notes(partial(known), context)),
    draw: draw && ((known, facts) => draw(partial(known), facts)),
  })
  // What `prepare` of this operation gave, as it was sealed.
  const preparedIn = (stored: unknown) => stored as Prepared
  const subjectsOf = (args: Args, prepared: Prepared, result?: Result) =>
    subjects?.(complete(args), prepared, result) ?? subjectsIn(args)
  const subjectsIn = (args: Args): Subject[] =>
    named.flatMap(([name, { kind }]) =>
      kind === undefined ? [] : referencesIn(args[name]).map(reference => ({ ...reference, kind })),
    )
  const formatArg: Operation['formatArg'] = (name, value) => {
    const field = fields[name]
    const [input] = field?.inputs ?? []
    const parsed = field?.schema.safeParse(value)
    const text = field && parsed?.success ? formatValue(field, parsed.data) : ''
    const label = input?.control.kind === 'checkbox' ? input.control.text : (input?.label ?? name)
    return { label, text }
  }
  const texts = inputs.filter(({ control }) => control.kind === 'text').map(({ key }) => key)
  /** Others read the names of whom a text mentions. */
  const withNames = (values: FormValues): FormValues =>
    Object.fromEntries(
      Object.entries(values).map(([key, text]) => [
        key,
        texts.includes(key) ? withMentionedNames(text) : text,
      ]),
    )
  const warns = description.form?.warning !== undefined
  const isEditing = named.some(([, field]) => field.isEditable)

  return {
    ...(description.effect === 'write' ? description : { ...description, effect: 'read' }),
    access,
    examples,
    inputs,
    secretFields: named.filter(([, field]) => field.inputs.some(isSecret)).map(([name]) => name),
    confirmationFields: named
      .filter(([, field]) => field.inputs.some(({ isConfirmation }) => isConfirmation))
      .map(([name]) => name),
    ...form,
    takesWords: named.some(([, field]) => field.parseFrom !== undefined),
    needsLoading: load !== undefined || warns || named.some(([, field]) => field.note !== undefined),

    formatArg,
    subjectsIn,

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
        values = { ...values, ...withNames(parsed.values) }
        rest = parsed.rest
      }
      if (rest === '') return { values, rest }
      const explained = await Promise.all(
        named.map(([, field]) => field.explainRest?.(rest, context, values)),
      )
      return { values, rest, explanation: explained.find(Boolean) }
    },

    async prepare(args, auth) {
      const prepared = await prepare?.(complete(args), await auth[access]())
      return prepared instanceof Question ? prepared : { kind: 'prepared', prepared }
    },

    async execute(args, auth, { prepared: stored, report, ...execution }) {
      const context = { ...(await auth[access]()), isUndo: args.isUndo === true }
      const prepared = preparedIn(stored)
      const result = await execute(complete(args), context, {
        ...execution,
        prepared,
        // Of the same kind as what it returns.
        report: result => report(present(result as Result, context)),
      })
      return {
        reply: present(result, context),
        record: record?.(result, context) ?? [],
        subjects: subjectsOf(args, prepared, result),
      }
    },

    async describeForApproval(args, stored, auth) {
      if (describeForApproval)
        return describeForApproval(complete(args), preparedIn(stored), await auth[access]())
      const values = named.flatMap(([name, { kind, inputs }]) => {
        const { label, text } = formatArg(name, args[name])
        return text && kind !== 'plan' && !inputs.some(isSecret) ? mrkdwn`${label}: ${text}` : []
      })
      return { what: join(values, ' · ') }
    },

    subjects: (args, stored) => subjectsOf(args, preparedIn(stored)),
  }
}

/** `pause a plan`, from the title of the form. */
export const formatAction = ({ form, command }: Pick<Operation, 'form' | 'command'>): string =>
  lowerFirst(form?.title ?? command.words[0])

/** The references in an argument of one thing or of several. */
export const referencesIn = (value: unknown): Reference[] =>
  [value].flat().flatMap(each => referenceSchema.safeParse(each).data ?? [])

/** A value as people read it: of a reference its name. */
function formatValue<C>(field: Field<unknown, C>, value: unknown): string {
  const names = referencesIn(value).map(({ name }) => name)
  if (names.length > 0) return names.join(', ')
  return Object.values(field.format(value)).join(' – ')
}

/** The arguments, or the values of a form, without those of some fields, and which were left out. */
export function omitFields<T>(args: Readonly<Record<string, T>>, fields: readonly string[]) {
  if (fields.length === 0) return { args, omitted: [] }
  const remaining = Object.entries(args).filter(([name]) => !fields.includes(name))
  return {
    args: Object.fromEntries(remaining),
    omitted: Object.keys(args).filter(name => fields.includes(name)),
  }
}

/** The arguments without secrets, and which were left out. */
export const withoutSecrets = ({ secretFields }: Pick<Operation, 'secretFields'>, args: Args) =>
  omitFields(args, secretFields)

/** The values of a form without what is not kept. */
export const keptValues = ({ inputs }: Pick<Operation, 'inputs'>, values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(([key]) => inputs.every(input => input.key !== key || isKept(input))),
  )
