import type { Guest } from '../../core/context.ts'
import { type Field, issue, ok } from '../../core/field.ts'
import { cut } from '../../message/limits.ts'

const MOST = 1_000_000

const LONGEST_QUOTED = 80

/** How many instances a subscription is for, from 1 on. */
export const quantity: Field<number, Guest> = {
  inputs: [
    {
      key: 'quantity',
      label: 'Quantity',
      optional: false,
      hint: 'The number of instances that the subscription is for.',
      control: { kind: 'number', min: 1, max: MOST },
    },
  ],
  parse: ({ quantity = '' }) => {
    const number = /^\d+$/.test(quantity) ? Number(quantity) : Number.NaN
    if (number >= 1 && number <= MOST) return ok(number)
    const wrong = quantity ? `“${cut(quantity, LONGEST_QUOTED)}” is not one.` : ''
    const asked = `Say the number of instances: a whole number from 1 to ${MOST}.`
    return issue('quantity', [asked, wrong].join(' ').trim())
  },
  take: rest => ({
    raw: { quantity: rest.replace(/^(?:to|for)\s+/i, '').replace(/\s+instances?$/i, '') },
    rest: '',
  }),
}
