import type { Guest } from '../../core/context.ts'
import { type Field, type FormInput, issue, ok, type Taken } from '../../core/field.ts'
import { changedKeys, FILLING } from '../../core/form-filling.ts'
import { filled, type Raw } from '../../core/raw.ts'
import { STATES_WHY } from '../../language/dates/sentence.ts'
import { isGrace } from '../../language/graces.ts'
import { isBearer } from '../../service/contract/endpoint.ts'
import { text } from './inputs.ts'

/** The words and signs that lead a reason in; the colon of an emoji's name is none. */
export const SAYS_WHY = new RegExp(
  `^(?:(?:${STATES_WHY.join('|')}|for)(?!\\S)\\s*|reason:\\s*|(?!:[\\w+-]+:)[-–—,:;|]\\s*)+`,
  'i',
)

/** Somebody in Slack, whose handle is what everybody else can read. */
const MENTION = /<@\w+\|([^>]*)>/g

const LONGEST_REASON = 500

/** Why something is done: all that is left of a sentence, without the words that lead it in. */
export const reason: Field<string, Guest> = {
  inputs: [text('reason', 'Reason', { max: LONGEST_REASON, optional: true, multiline: true })],
  parse: ({ reason = '' }) =>
    reason.length <= LONGEST_REASON
      ? ok(reason)
      : issue('reason', `The reason is ${reason.length} characters long; at most ${LONGEST_REASON} fit.`),
  take: rest => ({
    raw: filled({ reason: isGrace(rest) ? undefined : rest.replace(SAYS_WHY, '').replace(MENTION, '@$1') }),
    rest: '',
  }),
}

/** A line of text that is asked for by name; `max` is in characters. */
export function line(key: string, label: string, about: Parameters<typeof text>[2]): Field<string, Guest> {
  const input = text(key, label, about)
  return {
    inputs: [input],
    parse: raw => {
      const words = raw[key] ?? ''
      if (words === '' && !input.optional) return issue(key, `Say the ${label.toLowerCase()}.`)
      return words.length <= about.max
        ? ok(words)
        : issue(key, `That is ${words.length} characters long; at most ${about.max} fit.`)
    },
  }
}

/** One of a few fixed words. */
export function oneOf<T extends string>(
  key: string,
  label: string,
  values: readonly T[],
  about: Pick<FormInput, 'hint' | 'reshapes' | 'when'> & { optional?: boolean } = {},
): Field<T, Guest> {
  const options = values.map(value => ({ text: value, value }))
  return {
    inputs: [{ key, label, optional: false, ...about, control: { kind: 'options', options } }],
    parse: raw => {
      const found = values.find(value => value === raw[key]?.toLowerCase())
      return found === undefined ? issue(key, `${label} has to be one of ${values.join(', ')}.`) : ok(found)
    },
  }
}

/** As the header has it that carries one. */
const BEARER = /^bearer\s+/i

/** A personal access token of the service. Never taken from a sentence, never shown again. */
export const token: Field<string, Guest> = {
  inputs: [
    {
      key: 'token',
      label: 'Access token',
      optional: false,
      hint: 'It is a token of your scheduling service: its site, or whoever runs it, can give you one. It is checked, kept encrypted, and never shown again.',
      control: { kind: 'secret', max: 3000 },
    },
  ],
  parse: ({ token: pasted = '' }) => {
    const token = pasted.replace(BEARER, '')
    if (isBearer(token)) return ok(token)
    return issue('token', token ? 'An access token is one word, without spaces.' : 'Paste your access token.')
  },
}

/** Words that a button or a sentence carries for itself and no form shows; people read them only where they are said. */
export function hidden(key: string, { isSaid = false } = {}): Field<string | undefined, Guest> {
  return { inputs: unseen(key, isSaid), parse: raw => ok(raw[key]) }
}

const unseen = (key: string, isSaid = false): FormInput[] => [
  { key, label: key, optional: true, control: { kind: 'hidden', isSaid } },
]

/** The page that words say, counted from 1: the first where they say none. */
export const pageIn = ({ page = '' }: Raw): number => Math.max(1, Number.parseInt(page, 10) || 1)

/** A page of a long list, counted from 1. */
export const page: Field<number, Guest> = {
  inputs: unseen('page'),
  parse: raw => ok(pageIn(raw)),
  take: (rest): Taken => {
    const [whole, number] = /^(?:page )?(\d+)$/i.exec(rest) ?? []
    return whole === undefined ? { raw: {}, rest } : { raw: filled({ page: number }), rest: '' }
  },
}

/** The keys of what a person made different in a form that was filled with what the service holds, and what that was. */
export const changed: Field<ReadonlyMap<string, string | undefined>, Guest> = {
  inputs: unseen(FILLING),
  parse: raw => ok(changedKeys(raw)),
}
