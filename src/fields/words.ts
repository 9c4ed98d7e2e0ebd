import { type Field, issue, ok, type Taken } from '../field.ts'
import type { Guest } from '../person.ts'
import { filled } from '../raw.ts'
import { text } from './inputs.ts'

/** The words that lead a reason in. */
export const SAYS_WHY = /^(?:(?:because of|because|for)(?!\S)\s*|[-–—,:]\s*)+/i

const LONGEST_REASON = 500

/** Why something is done: all that is left of a sentence, without the words that lead it in. */
export const reason: Field<string, Guest> = {
  inputs: [text('reason', 'Reason', { max: LONGEST_REASON, optional: true, multiline: true })],
  parse: ({ reason = '' }) =>
    reason.length <= LONGEST_REASON
      ? ok(reason)
      : issue('reason', `The reason is ${reason.length} characters long; at most ${LONGEST_REASON} fit.`),
  take: rest => ({ raw: filled({ reason: rest.replace(SAYS_WHY, '') }), rest: '' }),
}

/** A personal access token of the service. Never taken from a sentence, never shown again. */
export const token: Field<string, Guest> = {
  inputs: [
    {
      key: 'token',
      label: 'Access token',
      optional: false,
      hint: 'It is checked, kept encrypted, and never shown again.',
      control: { kind: 'secret', max: 3000 },
    },
  ],
  parse: ({ token = '' }) =>
    /^[\x21-\x7e]+$/.test(token)
      ? ok(token)
      : issue('token', token ? 'An access token is one word, without spaces.' : 'Paste your access token.'),
}

/** Words that a button or a sentence carries for itself and no form shows. */
export function hidden(key: string): Field<string | undefined, Guest> {
  return {
    inputs: [{ key, label: key, optional: true, control: { kind: 'hidden' } }],
    parse: raw => ok(raw[key]),
  }
}

/** A page of a long list, counted from 1. */
export const page: Field<number, Guest> = {
  ...hidden('page'),
  parse: ({ page }) => ok(Math.max(1, Number.parseInt(page ?? '1', 10) || 1)),
  take: (rest): Taken => {
    const [whole, number] = /^(?:page )?(\d+)$/i.exec(rest) ?? []
    return whole === undefined ? { raw: {}, rest } : { raw: filled({ page: number }), rest: '' }
  },
}
