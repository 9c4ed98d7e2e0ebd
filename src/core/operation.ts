import { lowerFirst } from '../language/wording.ts'
import type { Block } from '../message/blocks.ts'
import { join, type Mrkdwn, mrkdwn, withMentionedNames } from '../message/mrkdwn.ts'
import type { Failure, Reply } from '../message/reply.ts'
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
  /** Fingerprints of the values that a form or an Undo expects, by editable field. */
  expected?: Readonly<Record<string, string>> | undefined
  isUndo?: true | undefined
  /** A viewer asks others to approve it. */
  needsApproval?: true | undefined
}

type Form = {
  /** An imperative, also used within sentences: `Pause a plan`. */
  title: string
  submit: string
  close?: string
  /** Explains the operation, in help too. */
  about?: string
  /** Shown above the inputs of what cannot be undone. The form always opens first then. */
  warning?: string
  /** The verb of a request for approval, before the names of plans: `pause`. */
  verb?: string
}

/** The plain data of an operation. */
type Description = {
  id: OperationId
  command: {
    /** The words that begin a sentence. Help shows the first. */
    words: readonly [string, ...string[]]
    /** The rest of a sentence, for help: `<plan> <days> [reason]`. */
    usage?: string
    /** Arguments that some of these words imply. */
    presets?: Readonly<Record<string, Args>>
    /** The operation that a question mark at the end selects instead. */
    question?: OperationId
  }
  /** For help: `pauses a plan`. */
  summary: string
  /** Not listed in help. */
  isHidden?: true
  /** Its replies are for one person alone, such as those about people or money. */
  private?: true
  /** Where it writes, if not to the service: the bot's own settings, or the person's link. */
  writesTo?: 'bot' | 'person'
  form?: Form
  /** Returns plans to their schedule, which needs no approval. */
  isReturn?: true
  /** Arguments that answer its questions (`isSure: true`) once it is approved, when no one is there to ask. */
  approvedArgs?: Args
}

/** `doing` is shown while a change runs: `pausing`. */
type Change = { effect: 'write'; doing: string }

/** An operation reads by default. */
type Effect = Change | { effect?: 'read' }

/**
 * A change of one value, for the history: stored as plain text and shown to all members, so without reasons,
 * other free text and secrets. Values are formatted by the operation's `field` of that name, if it has one.
 * `plan` is the id of one of several plans.
 */
export type ValueChange = { field: string; plan?: string | undefined; before?: unknown; after?: unknown }

/** What `execute` gets besides its arguments. */
export type Execution<Prepared, Result> = {
  prepared: Prepared
  /** Shows the progress of long work. */
  report(result: Result): void
  /** Explains an error that concerns a part of the work. */
  explain(error: unknown): Promise<Failure>
}

/** The initial content of a form. */
type Loaded<F> = { args: Partial<ArgsOf<F>>; facts?: Facts }

/** A question to answer before a change is made. The buttons of the reply carry the answers. */
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
    /** By default `member`: a link and a current organization. */
    access?: A
    /** By the names of their arguments. */
    fields: F
    /** Loads the initial content of the form from the service; undefined until the args identify the entity. */
    load?(known: Partial<ArgsOf<F>>, context: AccessTo[A]): Promise<Loaded<F> | undefined>
    /** Notes on the arguments together, by input; they replace the notes of fields. */
    notes?(known: Partial<ArgsOf<F>>, context: AccessTo[A]): Promise<FormState['notes'] | undefined>
    /** Blocks below the inputs of the form, or above them if it has a warning. Pure. */
    draw?(known: Partial<ArgsOf<F>>, facts: Facts | undefined): Block[]
    /**
     * Checks a change against the service before anything is sent. Resolves to what `execute` needs to know of
     * the state before the change, or to a question. The result is stored with the arguments, so that recovery
     * executes without preparing again.
     */
    prepare?(args: ArgsOf<F>, context: AccessTo[A]): Promise<Prepared | Question>
    execute(args: ArgsOf<F>, context: AccessTo[A], execution: Execution<Prepared, unknown>): Promise<Result>
    /** Describes the change to those who may approve it; by default, by its arguments. */
    describeForApproval?(args: ArgsOf<F>, prepared: Prepared, context: AccessTo[A]): Promise<Described>
    /** Pure. */
    present(result: Result, context: AccessTo[A]): Reply
    /** The value changes for the history. */
    record?(result: Result, context: AccessTo[A]): readonly ValueChange[]
    /** The subjects of a change, before and after `execute`; by default, the references among its arguments. */
    subjects?(args: ArgsOf<F>, prepared: Prepared, result: Result | undefined): readonly Subject[]
  }

/** A specification whose types the compiler no longer relates to each other. */
export type ErasedSpecification<A extends Access> = Specification<A, Fields<A>, unknown, unknown>

/** A change that waits for approval; it makes no sense after `firstDayEnds`. */
type Described = { what: Mrkdwn; note?: Mrkdwn | undefined; firstDayEnds?: Date | undefined }

/** An entity that a change is about. */
export type Subject = Reference & { kind: string }

/** An operation as the pipeline sees it. */
export type Operation = Description &
  (Change | { effect: 'read' }) &
  OperationForm & {
    access: Access
    examples: readonly string[]
    inputs: readonly FormInput[]
    /** Fields that hold secrets and are never stored. */
    secretFields: readonly string[]
    /** Fields that confirm something and have to be typed each time: no button carries them. */
    confirmationFields: readonly string[]
    /** Formats one argument for people. */
    formatArg(field: string, value: unknown): { label: string; text: string }
    /** Whether a button or sentence with these arguments only opens the form. */
    opensForm(known: object, rest?: string): boolean
    /** Whether a sentence certainly lacks an argument. No I/O. */
    isIncomplete(args: Args, rest: string): boolean
    /** Whether a sentence can have words after the command. */
    takesWords: boolean
    /** Parses a sentence into arguments, and words that are not clear yet. */
    parseSentence(
      rest: string,
      auth: Authentication,
    ): Promise<{ args: Args; values: FormValues; rest: string; explanation?: string | undefined }>
    /** Whether the form shows content of the service or notes. */
    needsLoading: boolean
    /** Checks a change before anything is sent. `prepared` is JSON. */
    prepare(args: Args, auth: Authentication): Promise<{ kind: 'prepared'; prepared: unknown } | Question>
    execute(
      args: Args,
      auth: Authentication,
      execution: Omit<Execution<unknown, unknown>, 'report'> & { report(reply: Reply): void },
    ): Promise<{ reply: Reply; record: readonly ValueChange[]; subjects: readonly Subject[] }>
    /** Describes the change to those who may approve it. */
    describeForApproval(args: Args, prepared: unknown, auth: Authentication): Promise<Described>
    /** The subjects of a change before it is executed. */
    subjects(args: Args, prepared: unknown): readonly Subject[]
    /** The references among arguments, with the kinds of their fields. */
    subjectsIn(args: Args): readonly Subject[]
  }

export type WithForm = Operation & { form: Form }

export const hasForm = (operation: Operation): operation is WithForm => operation.form !== undefined

/** Whether an operation asks for secrets: then other words of its sentence may be one. */
export const asksSecrets = ({ inputs }: Pick<Operation, 'inputs'>): boolean => inputs.some(isSecret)

export function operation<
  F extends Fields<A>,
  Prepared extends object | undefined = undefined,
  Result = unknown,
  A extends Access = 'member',
>(specification: Specification<A, F, Prepared, Result>): Operation {
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
    // The only place where types are erased. Arguments are validated by the schemas of their fields; what else
    // these functions get was made by one of them.
  } = specification as ErasedSpecification<A>
  const named = Object.entries(fields)
  const inputs = named.flatMap(([, field]) => field.inputs)
  const form = createOperationForm(access, { fields, load, notes, draw })
  const subjectsOf = (args: Args, prepared: unknown, result?: unknown) =>
    subjects?.(args, prepared, result) ?? subjectsIn(args)
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
  /** Replaces mentions in texts by names. */
  const withNames = (values: FormValues = {}): FormValues =>
    Object.fromEntries(
      Object.entries(values).map(([key, text]) => [
        key,
        texts.includes(key) ? withMentionedNames(text) : text,
      ]),
    )
  const warns = description.form?.warning !== undefined
  const editable = named.filter(([, field]) => field.isEditable)

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
      (editable.length > 0 &&
        !editable.some(
          ([name, field]) =>
            name in known ||
            (rest !== undefined && field.parseFrom !== undefined && field.mayBeIn?.(rest) === true),
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
      const args: Record<string, unknown> = {}
      let [values, rest]: [FormValues, string] = [{}, sentence]
      for (const [name, field] of named) {
        if (rest === '' || !field.parseFrom) continue
        const parsed = await field.parseFrom(rest, context)
        if (parsed.value !== undefined) args[name] = parsed.value
        values = { ...values, ...withNames(parsed.values) }
        rest = parsed.rest
      }
      if (rest === '') return { args, values, rest }
      const explained = await Promise.all(named.map(([, field]) => field.explainRest?.(rest, context)))
      return { args, values, rest, explanation: explained.find(Boolean) }
    },

    async prepare(args, auth) {
      const prepared = await prepare?.(args, await auth[access]())
      return prepared instanceof Question ? prepared : { kind: 'prepared', prepared }
    },

    async execute(args, auth, { report, ...execution }) {
      const context = { ...(await auth[access]()), isUndo: args.isUndo === true }
      const result = await execute(args, context, {
        ...execution,
        report: result => report(present(result, context)),
      })
      return {
        reply: present(result, context),
        record: record?.(result, context) ?? [],
        subjects: subjectsOf(args, execution.prepared, result),
      }
    },

    async describeForApproval(args, prepared, auth) {
      if (describeForApproval) return describeForApproval(args, prepared, await auth[access]())
      const values = named.flatMap(([name, { kind, inputs }]) => {
        const { label, text } = formatArg(name, args[name])
        return text && kind !== 'plan' && !inputs.some(isSecret) ? mrkdwn`${label}: ${text}` : []
      })
      return { what: join(values, ' · ') }
    },

    subjects: subjectsOf,
  }
}

/** `pause a plan`, from the title of the form. */
export const formatAction = ({ form }: Pick<Operation, 'form'>): string =>
  form ? lowerFirst(form.title) : 'do this'

/** The references in an argument that holds one or several. */
export const referencesIn = (value: unknown): Reference[] =>
  [value].flat().flatMap(each => referenceSchema.safeParse(each).data ?? [])

/** Formats a value for people; a reference by its name. */
function formatValue<C>(field: Field<unknown, C>, value: unknown): string {
  const names = referencesIn(value).map(({ name }) => name)
  if (names.length > 0) return names.join(', ')
  return Object.values(field.format(value)).join(' – ')
}

/** Removes the arguments or form values of some fields; `omitted` are those that were there. */
export function omitFields<T>(args: Readonly<Record<string, T>>, fields: readonly string[]) {
  if (fields.length === 0) return { args, omitted: [] }
  const remaining = Object.entries(args).filter(([name]) => !fields.includes(name))
  return {
    args: Object.fromEntries(remaining),
    omitted: Object.keys(args).filter(name => fields.includes(name)),
  }
}

/** Removes secrets from arguments; `omitted` are the fields that had one. */
export const withoutSecrets = ({ secretFields }: Pick<Operation, 'secretFields'>, args: Args) =>
  omitFields(args, secretFields)

/** Removes secrets and confirmations from the values of a form. */
export const keptValues = ({ inputs }: Pick<Operation, 'inputs'>, values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(([key]) => inputs.every(input => input.key !== key || isKept(input))),
  )
