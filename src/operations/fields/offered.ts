import { onceOf } from '../../core/derived.ts'
import type { Offered, Option } from '../../core/field.ts'
import { apartAmong, joined, type Named, SURELY_SHOWN, sayReference } from '../../language/names.ts'
import { limits } from '../../message/limits.ts'

/**
 * What a select of named things offers for what was typed into it: as much as it can show, and some of them `first`, in
 * their order.
 */
export function offered(typed: string, items: readonly Named[], first: readonly Named[] = []): Option[] {
  const sought = typed.toLowerCase()
  const together = joined(sought)
  return inOrder(choicesOf(items), first)
    .filter(({ name, sounds }) => name.includes(sought) || (together !== '' && sounds.includes(together)))
    .take(limits.selectOptions)
    .map(({ item, text }) => ({ text, value: sayReference(item) }))
    .toArray()
}

/** The same of things that people make: where there are none yet, how to make one. */
export const offeredOr = (
  how: string,
  typed: string,
  items: readonly Named[],
  first?: readonly Named[],
): Offered => (items.length > 0 ? offered(typed, items, first) : { lacks: how })

/** Those of `first` in their order, then the others as they are. */
function* inOrder(choices: readonly Choosable[], first: readonly Named[]): Generator<Choosable> {
  const ahead = new Set(first.map(({ id }) => id))
  if (ahead.size > 0) {
    const known = new Map(choices.map(choice => [choice.item.id, choice]))
    yield* [...ahead].flatMap(id => known.get(id) ?? [])
  }
  yield* choices.values().filter(({ item }) => !ahead.has(item.id))
}

/** A thing by its name in small letters, how that sounds, and what is shown of it. */
type Choosable = { item: Named; name: string; sounds: string; text: string }

/** There may be thousands, and somebody types letter by letter. */
const choicesOf = onceOf((items: readonly Named[]): Choosable[] => {
  const apart = apartAmong(items)
  return items.map(item => {
    const name = item.name.toLowerCase()
    return { item, name, sounds: joined(name), text: apart(item, SURELY_SHOWN) }
  })
})
