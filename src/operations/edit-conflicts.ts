import { type Args, fingerprint, type OperationId } from '../core/args.ts'
import type { Guest } from '../core/context.ts'
import { ConflictError, FieldIssue, Refused } from '../core/errors.ts'
import type { Operation, ValueChange } from '../core/operation.ts'
import { type Button, fitsValueLimit, runButton } from '../message/blocks.ts'
import { join, lines, type Mrkdwn, mrkdwn } from '../message/mrkdwn.ts'

type Edit = {
  operation: Operation
  what: Mrkdwn
  /** The values that the person changed, by field. */
  desired: Args
  /** The values as the service has them. */
  current: Args
  /** Fingerprints of what the form showed or an Undo expects. */
  expected: Readonly<Record<string, string>> | undefined
  buttons?: readonly Button[]
  /** Something is sent besides these values. */
  hasMore?: boolean
}

export const valuesAfter = (changes: readonly ValueChange[]): Args =>
  Object.fromEntries(changes.map(({ field, after }) => [field, after]))

/**
 * Checks an edit before it is sent, and returns what it changes of what the service holds.
 * @throws ConflictError where the service holds neither what was expected nor what is wanted; Refused and
 * FieldIssue where nothing would change
 */
export function checkConflicts(edit: Edit): ValueChange[] {
  const { operation, what, desired, current, expected = {}, buttons = [], hasMore = false } = edit
  const fields = Object.keys(desired).filter(field => desired[field] !== undefined)
  const different = fields.filter(field => fingerprint(desired[field]) !== fingerprint(current[field]))
  const stale = different.filter(
    field => expected[field] !== undefined && expected[field] !== fingerprint(current[field]),
  )
  if (stale.length > 0) {
    const now = stale.map(field => formatValueChange(operation, { field, after: current[field] }))
    const title = mrkdwn`${what} was changed meanwhile, so nothing was done. Now it is like this:`
    const seen = { expected: Object.fromEntries(stale.map(field => [field, fingerprint(current[field])])) }
    const over = mrkdwn`${what} was changed meanwhile.`
    throw new ConflictError(lines(title, ...now), over, seen, ...buttons)
  }
  if (different.length > 0 || hasMore)
    return different.map(field => ({ field, before: current[field], after: desired[field] }))
  if (fields.length === 0) throw new FieldIssue('form', NO_CHANGE)
  const same = fields.map(field => formatValueChange(operation, { field, after: current[field] }))
  const title = mrkdwn`${what} already has this, so nothing was changed:`
  throw new Refused(lines(title, ...same), ...buttons)
}

export const NO_CHANGE = 'You have not changed anything yet, so nothing was sent.'

/** `State: active → inactive`. */
function formatValueChange({ formatArg }: Operation, { field, before, after }: ValueChange): Mrkdwn {
  const { label, text } = formatArg(field, after)
  const was = before === undefined ? '' : `${formatArg(field, before).text || 'none'} → `
  return mrkdwn`${label}: ${was}${text || 'none'}`
}

/** `changed`, or `undid the change of` where that is what was asked for. */
export const changed = ({ isUndo }: Guest): string => (isUndo ? 'undid the change of' : 'changed')

/** Each change in a line; more of them than a message has room for in one. */
export function formatChanges(operation: Operation, changes: readonly ValueChange[]): Mrkdwn {
  const each = changes.map(change => formatValueChange(operation, change))
  return join(each, changes.length > 4 ? '; ' : '\n')
}

/**
 * Makes the values of an edit what they were before, as long as they are what it made of them; none where the
 * button has no room, the service did not tell a value before, or the change was an Undo itself. `which` says
 * what was edited.
 */
export function undoButton({ isUndo }: Guest, operation: OperationId, which: Args, changes: ValueChange[]) {
  if (isUndo || changes.some(({ before }) => before === undefined)) return []
  const before = Object.fromEntries(changes.map(({ field, before }) => [field, before]))
  const expected = Object.fromEntries(changes.map(({ field, after }) => [field, fingerprint(after)]))
  return [runButton('Undo', operation, { ...which, ...before, expected, isUndo: true })].filter(
    fitsValueLimit,
  )
}
