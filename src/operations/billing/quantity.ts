import { z } from 'zod'
import type { Guest } from '../../core/context.ts'
import { type Field, issue, value } from '../../core/field.ts'
import { cut } from '../../message/mrkdwn.ts'

const MAX = 1_000_000

/** How many instances a subscription is for. */
export const quantity: Field<number, Guest> = {
  schema: z.number().int().min(1).max(MAX),
  inputs: [
    {
      key: 'quantity',
      label: 'Quantity',
      optional: false,
      hint: 'The number of instances that the subscription is for.',
      control: { kind: 'number', min: 1, max: MAX },
    },
  ],
  read: ({ quantity: words = '' }) => {
    const number = /^\d+$/.test(words) ? Number(words) : 0
    if (number >= 1 && number <= MAX) return value(number)
    const wrong = words ? ` “${cut(words, 80)}” is not one.` : ''
    return issue('quantity', `Say the number of instances: a whole number from 1 to ${MAX}.${wrong}`)
  },
  format: number => ({ quantity: String(number) }),
  parseFrom: rest => ({
    values: { quantity: rest.replace(/^(?:to|for)\s+/i, '').replace(/\s+instances?$/i, '') },
    rest: '',
  }),
  mayBeIn: rest => rest !== '',
}
