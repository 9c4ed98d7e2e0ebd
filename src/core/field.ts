import { limits } from '../message/limits.ts'
import type { Mrkdwn } from '../message/mrkdwn.ts'
import type { Raw } from './raw.ts'

/** What is wrong with a raw, by the input that it is wrong with; `form` where it is none of them alone. */
export type Issues = Readonly<Record<string, string>>

/** Words with several meanings: which one, the person says. Each option is what the raw would hold instead. */
export type Choice = { key: string; why: string; options: { label: string; raw: Raw }[] }

/**
 * What a raw means. `words` are references that name just this value, put into a form in place of what was typed; `asked`
 * is the choice that led here, which the form keeps showing.
 */
export type Parsed<T> =
  | { kind: 'ok'; value: T; words?: Raw; asked?: Choice }
  | { kind: 'issue'; key: string; text: string }
  | ({ kind: 'choice' } & Choice)

/** One thing that a form asks for. */
export type FormInput = {
  key: string
  label: string
  optional: boolean
  placeholder?: string
  hint?: string
  control: Control
  /** Changing it changes what else the form asks or says: the form is built anew then. */
  reshapes?: true
  /** Typed in the form each time, to confirm something: neither a sentence nor a button nor an earlier try brings it. */
  anew?: true
  /** Whether a form that holds these words asks for it; without it, always. Words that it no longer asks for are kept. */
  when?: (raw: Raw) => boolean
}

/**
 * The closed set of ways to ask. `secret` is never shown again; `hidden` is shown in no form, and where it `isSaid` in
 * sentences that are read. A `select` asks for its options while somebody types, `options` has few and fixed ones. A text
 * with a `calendar` can also be picked there: it becomes YYYY-MM-DD. A checkbox holds `yes` or `no`, a `person` `<@U1>`.
 */
type Control =
  | { kind: 'text'; max: number; multiline?: boolean; calendar?: boolean }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'secret'; max: number }
  | { kind: 'select'; labelOf(words: string): string }
  | { kind: 'options'; options: readonly Option[] }
  | { kind: 'checkbox'; text: string }
  | { kind: 'person' }
  | { kind: 'hidden'; isSaid?: boolean }

/** What a select offers: the text that people read, and the words that it stands for. */
export type Option = { text: string; value: string }

/** What a select can offer, or what has to be said before it can offer anything. */
export type Offered = Option[] | { lacks: string }

/** What a field takes from the rest of a sentence, and what it leaves. */
export type Taken = { raw: Raw; rest: string }

/** A piece of an operation's input: what a form asks for it, how a sentence holds it, what it means to whom. */
export type Field<T, Me> = {
  inputs: readonly FormInput[]
  parse: (raw: Raw, me: Me) => Parsed<T> | Promise<Parsed<T>>
  /** Takes its words from the rest of a sentence; without it a sentence never holds the field. */
  take?: (rest: string, me: Me) => Taken | Promise<Taken>
  /** What is said, in plain text, of words that find no place in a sentence and are another of what the field holds one of. */
  sayAnother?: (leftover: string, me: Me) => Promise<string | undefined>
  /** False where the rest of a sentence surely does not hold it. Asks nobody. */
  mayStandIn?: (rest: string) => boolean
  /** What a select offers for what was typed into it; of the form's other words Slack tells only those it carries unseen. */
  options?: (typed: string, me: Me, unseen: Raw) => Promise<Offered>
  /** What a form says of the words as far as they are understood, below the last of its inputs. */
  note?(value: T, me: Me): Mrkdwn | undefined
}

export const ok = <T>(value: T, words?: Raw): Parsed<T> => ({ kind: 'ok', value, ...(words && { words }) })
export const issue = <T>(key: string, text: string): Parsed<T> => ({ kind: 'issue', key, text })

/** The words of a field; of several meanings those of the one that was picked in a form. */
export async function wordsPicked<T, Me>(field: Field<T, Me>, raw: Raw, me: Me): Promise<Raw> {
  const parsed = await field.parse(raw, me)
  return parsed.kind === 'choice' ? picked(parsed, raw) : raw
}

/** What a field's words mean, once it is known which of several meanings they have. */
export async function understand<T, Me>(field: Field<T, Me>, raw: Raw, me: Me): Promise<Parsed<T>> {
  const parsed = await field.parse(raw, me)
  if (parsed.kind !== 'choice') return parsed
  const settled = await field.parse(picked(parsed, raw), me)
  return settled.kind === 'ok' ? { ...settled, asked: parsed } : settled
}

/** The words with those of the option that was picked of a choice, if one was. */
function picked({ key, options }: Choice, raw: Raw): Raw {
  const pick = raw[pickedKey(key)]
  if (pick === undefined) return raw
  return { ...raw, ...options.find((option, index) => pickOf(option, index) === pick)?.raw }
}

/** A choice where there is room for words alone. */
export const spellOut = ({ why, options }: Choice): string =>
  `${why} ${options.map(({ label }) => label).join(' · ')}`

/** Whether what is typed into an input is never to be shown. */
export const isSecret = ({ control }: FormInput): boolean => control.kind === 'secret'

/** Whether what is typed into an input is kept, and may be shown again; secrets and confirmations are not. */
export const isKept = (input: FormInput): boolean => !isSecret(input) && !input.anew

/** Whether people would say the words of an input. */
export const isSaid = ({ control }: FormInput): boolean =>
  control.kind !== 'hidden' || control.isSaid === true

/** The inputs that a form with these words shows. */
export const shownInputs = (inputs: readonly FormInput[], raw: Raw): FormInput[] =>
  inputs.filter(({ control, when }) => control.kind !== 'hidden' && (when?.(raw) ?? true))

/** What a raw holds of an option that was picked in a form: its place, and as much of its label as Slack can hold. */
export const pickOf = ({ label }: { label: string }, index: number): string =>
  `${index + 1} ${label}`.slice(0, limits.optionValue).toWellFormed().trim()

/** Where a raw holds which of several meanings was picked in a form. */
export const pickedKey = (key: string): string => `${key}:picked`

/**
 * The key of a hidden input beside secrets that may stay as they are. Where secrets are typed on a page of their own its
 * form asks in their place whether there are new ones, and it holds `yes` then.
 */
export const PRIVATELY = 'privately'
