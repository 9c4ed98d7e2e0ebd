import { type Args, fingerprint, type OperationId } from '../core/args.ts'
import type { Guest } from '../core/context.ts'
import { FieldIssue, Refused, StaleError } from '../core/errors.ts'
import type { Operation, ValueChange } from '../core/operation.ts'
import { type Button, fitsValue, runButton } from '../message/blocks.ts'
import { join, lines, type Mrkdwn, mrkdwn } from '../message/mrkdwn.ts'

type Edit<Values> = {
  operation: Operation
  what: Mrkdwn
  /** The values that the person changed, by field. */
  desired: Values
  current: Args
  /** Fingerprints of the values that the form showed or an Undo expects. */
  expected: Readonly<Record<string, string>> | undefined
  buttons?: readonly Button[]
  /** The edit includes more than these values. */
  hasMore?: boolean
}

/**
 * Checks an edit against the service's values. Returns the changes, and the changed values in `after`.
 * @throws StaleError if a current value is neither the expected nor the desired one; Refused or FieldIssue
 * if nothing would change
 */
export function checkConflicts<Values extends Args>(
  edit: Edit<Values>,
): { changes: ValueChange[]; after: Partial<Values> } {
  const { operation, what, desired, current, expected = {}, buttons = [], hasMore = false } = edit
  const fields = Object.keys(desired).filter(field => desired[field] !== undefined)
  const changedFields = fields.filter(field => fingerprint(desired[field]) !== fingerprint(current[field]))
  const isStale = changedFields.some(
    field => expected[field] !== undefined && expected[field] !== fingerprint(current[field]),
  )
  if (isStale) {
    const text = mrkdwn`${what} was changed meanwhile, so nothing was done. Open the form anew to see how it is now.`
    throw new StaleError(text, mrkdwn`${what} was changed meanwhile.`, ...buttons)
  }
  if (changedFields.length > 0 || hasMore) {
    const after: Partial<Values> = {}
    for (const field in desired) if (changedFields.includes(field)) after[field] = desired[field]
    const changes = changedFields.map(field => ({ field, before: current[field], after: desired[field] }))
    return { changes, after }
  }
  if (fields.length === 0) throw new FieldIssue('form', NO_CHANGE)
  const unchanged = fields.map(field => formatValueChange(operation, { field, after: current[field] }))
  const title = mrkdwn`${what} already has this, so nothing was changed:`
  throw new Refused(lines(title, ...unchanged), ...buttons)
}

export const NO_CHANGE = 'You have not changed anything yet, so nothing was sent.'

/** `State: active → inactive`. */
function formatValueChange({ formatArg }: Operation, { field, before, after }: ValueChange): Mrkdwn {
  const { label, text } = formatArg(field, after)
  const oldText = before === undefined ? '' : `${formatArg(field, before).text || 'none'} → `
  return mrkdwn`${label}: ${oldText}${text || 'none'}`
}

export const changeVerb = ({ isUndo }: Guest): string => (isUndo ? 'undid the change to' : 'changed')

/** Formats each change on a line, or more than four on one. */
export function formatChanges(operation: Operation, changes: readonly ValueChange[]): Mrkdwn {
  const parts = changes.map(change => formatValueChange(operation, change))
  return join(parts, changes.length > 4 ? '; ' : '\n')
}

/**
 * Creates a button that restores the values before an edit, unless they are changed again. Returns [] if they
 * do not fit, if one was unknown, or for an Undo. `target` holds the arguments of the edited entity.
 */
export function undoButton({ isUndo }: Guest, operation: OperationId, target: Args, changes: ValueChange[]) {
  if (isUndo || changes.some(({ before }) => before === undefined)) return []
  const before = Object.fromEntries(changes.map(({ field, before }) => [field, before]))
  const expected = Object.fromEntries(changes.map(({ field, after }) => [field, fingerprint(after)]))
  return [runButton('Undo', operation, { ...target, ...before, expected, isUndo: true })].filter(fitsValue)
}
