import { AlreadySo, FieldIssue, Outdated } from '../core/errors.ts'
import { markOf, takingBack } from '../core/form-filling.ts'
import type { Operation } from '../core/operation.ts'
import type { Raw } from '../core/raw.ts'
import { type Button, carries, runs } from '../message/blocks.ts'
import { join, lines, type Mrkdwn, mrkdwn } from '../message/mrkdwn.ts'

/**
 * What the words are to be and are, and which of them somebody touched in a form, with what stood there; whether there
 * is `more` to send than these. Nothing is wanted of what no form has asked for yet.
 */
type Meant = { wanted: Words; held: Words; changed: ReadonlyMap<string, string | undefined>; more?: boolean }
type Words = Readonly<Record<string, string | undefined>>

/** What is edited: as people know it, the inputs that ask for it, and what to do next where it cannot be done. */
type Edited = { what: Mrkdwn; inputs: Operation['inputs']; buttons: readonly Button[] }

/**
 * The keys of the words that are `wanted` and not `held` by the service. Of those that the person `changed` in a form
 * only: throws Outdated where they are not any more as the form showed them, or as a button was to take them back, and
 * an issue of the form where nothing is different, which is AlreadySo where something was said.
 */
export function differences(
  { wanted, held, changed, more = false }: Meant,
  { what, inputs, buttons }: Edited,
): ReadonlySet<string> {
  const keys = [...changed.keys()].filter(key => wanted[key] !== undefined)
  const different = keys.filter(key => wanted[key] !== (held[key] ?? ''))
  const moved = keys.filter(key => (changed.get(key) ?? '') !== markOf(held[key] ?? ''))
  const overtaken = different.length === 0 && !more ? moved : moved.filter(key => different.includes(key))
  if (overtaken.length > 0) {
    const now = overtaken.map(key => mrkdwn`${labelOf(inputs, key)}: ${wordsOf(inputs, key, held[key])}`)
    const happened = mrkdwn`${what} was changed meanwhile, so nothing was done. Now it is like this:`
    throw new Outdated(lines(happened, ...now), mrkdwn`${what} was changed meanwhile.`, ...buttons)
  }
  if (different.length === 0 && !more)
    throw keys.length > 0
      ? new AlreadySo(NOT_DIFFERENT, mrkdwn`${what} is already like that, so nothing was sent.`, ...buttons)
      : nothingDifferent()
  return new Set(different)
}

const NOT_DIFFERENT = 'You have not changed anything yet, so nothing was sent.'

/** What a form says that would change nothing. */
export const nothingDifferent = (): FieldIssue => new FieldIssue('form', NOT_DIFFERENT)

/** `State: active → inactive`: what became different of the words behind a key, as the form with these inputs says them. */
export function sayChange(inputs: Operation['inputs'], key: string, from: string | undefined, to?: string) {
  const said = [...(from === undefined ? [] : [from]), to].map(words => wordsOf(inputs, key, words))
  return mrkdwn`${labelOf(inputs, key)}: ${join(said, ' → ')}`
}

/**
 * Makes at once of the words that an edit left (`now`) those that were there before it (`then`); no button where one
 * has no room for both. `which` are the words that say what was edited.
 */
export function undoButton(operation: Button['operation'], which: Raw, then: Raw, now: Raw): Button[] {
  const button = runs('Undo', operation, takingBack({ ...which, ...then }, now))
  return [button].filter(carries)
}

/** What people read of an input: a checkbox says more than what stands above it. */
function labelOf(inputs: Operation['inputs'], key: string): string {
  const input = inputs.find(each => each.key === key)
  return input?.control.kind === 'checkbox' ? input.control.text : (input?.label ?? key)
}

function wordsOf(inputs: Operation['inputs'], key: string, words: string | undefined): Mrkdwn {
  const control = inputs.find(each => each.key === key)?.control
  const said = words && control?.kind === 'select' ? control.labelOf(words) : words
  return mrkdwn`${said || 'none'}`
}
