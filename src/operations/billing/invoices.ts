import { capitalize } from '../../language/capitals.ts'
import { cutMrkdwn, join, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { formatStamp } from '../calendar-days.ts'

/** What people look for first. The interface document does not show what a billing record holds. */
const FIRST = [
  'date',
  'created',
  'created_at',
  'period',
  'number',
  'invoice',
  'invoice_id',
  'id',
  'plan',
  'quantity',
  'amount',
  'total',
  'currency',
  'state',
  'status',
]
/** In characters, so that ten records fit into a message. */
const MAX_RECORD_LENGTH = 1000
const MAX_VALUE_LENGTH = 200

/** A billing record in a line: `Date: Sun 1 Nov 2026  ·  Amount: 225.00 EUR`. */
export function formatInvoice(record: Readonly<Record<string, string>>): Mrkdwn {
  const entries = Object.entries(record)
    .filter(([, value]) => value.trim() !== '')
    .sort(([a], [b]) => rankOf(a) - rankOf(b))
  if (entries.length === 0) return mrkdwn`An empty record.`
  const parts = entries.map(([key, value]) => mrkdwn`${formatKey(key)}: ${short(formatStamp(value))}`)
  return { mrkdwn: cutMrkdwn(join(parts, '  ·  '), MAX_RECORD_LENGTH) }
}

function rankOf(key: string): number {
  const rank = FIRST.indexOf(key.toLowerCase())
  return rank === -1 ? FIRST.length : rank
}

/** `payment_exp` and `paymentExp` as `Payment exp`. */
function formatKey(key: string): Mrkdwn {
  const words = key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\s]+/g, ' ')
    .trim()
    .toLowerCase()
  return short(capitalize(words))
}

const short = (text: string): Mrkdwn => ({ mrkdwn: cutMrkdwn(mrkdwn`${text}`, MAX_VALUE_LENGTH) })
