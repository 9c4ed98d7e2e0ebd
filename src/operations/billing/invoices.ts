import { cutMrkdwn, join, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { sayStamp } from '../stamps.ts'

/** What people look for first. The interface document does not show what a record of the billing history holds. */
const FIRST = [
  ...['date', 'created', 'created_at', 'period', 'number', 'invoice', 'invoice_id', 'id'],
  ...['plan', 'quantity', 'amount', 'total', 'currency', 'state', 'status'],
]
/** So that ten records fit into a message. */
const LONGEST_RECORD = 1000
const LONGEST_VALUE = 200

/** A record of the billing history in a line: `Date: Sun 1 Nov 2026  ·  Amount: 225.00 EUR`. */
export function invoiceOf(record: Readonly<Record<string, string>>): Mrkdwn {
  const members = Object.entries(record)
    .filter(([, value]) => value.trim() !== '')
    .sort(([a], [b]) => rankOf(a) - rankOf(b))
  if (members.length === 0) return mrkdwn`An empty record.`
  const told = members.map(([key, value]) => mrkdwn`${labelOf(key)}: ${short(sayStamp(value))}`)
  return { mrkdwn: cutMrkdwn(join(told, '  ·  '), LONGEST_RECORD) }
}

function rankOf(key: string): number {
  const rank = FIRST.indexOf(key.toLowerCase())
  return rank === -1 ? FIRST.length : rank
}

/** `payment_exp` and `paymentExp` as `Payment exp`. */
function labelOf(key: string): Mrkdwn {
  const words = key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\s]+/g, ' ')
    .trim()
    .toLowerCase()
  return short(`${words.charAt(0).toUpperCase()}${words.slice(1)}`)
}

const short = (text: string): Mrkdwn => ({ mrkdwn: cutMrkdwn(mrkdwn`${text}`, LONGEST_VALUE) })
