/** An order of things as the places that they had before, counted from 0. */
export type Order = readonly number[]

/** The order in which everything stands where it stood. */
export const asItWas = (size: number): Order => Array.from({ length: size }, (_, place) => place)

/** Whether an order leaves everything where it stood. */
export const isAsItWas = (order: Order): boolean => order.every((place, index) => place === index)

/** The order with what stands at `from` put to `to`. */
export function moved(order: Order, from: number, to: number): Order {
  const rest = order.toSpliced(from, 1)
  return rest.toSpliced(to, 0, ...order.slice(from, from + 1))
}

/** The order that takes this one back. */
export const reversed = (order: Order): Order => asItWas(order.length).map(place => order.indexOf(place))

/** An order in few characters: what still stands side by side is told by its ends, `0-3 5 4 6-59`. The inverse of `readOrder`. */
export function sayOrder(order: Order): string {
  const runs: [first: number, last: number][] = []
  for (const place of order) {
    const run = runs.at(-1)
    if (run && run[1] + 1 === place) run[1] = place
    else runs.push([place, place])
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(' ')
}

/** The order of so many things that words say; nothing where they do not tell of each thing once. */
export function readOrder(words: string, size: number): Order | undefined {
  const runs = words.split(' ').map(run => /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(run))
  const order = runs.flatMap(run => {
    const [, first = 0, last = first] = run ?? []
    const length = Math.max(0, Number(last) - Number(first) + 1)
    return Array.from({ length: Math.min(length, size + 1) }, (_, at) => Number(first) + at)
  })
  const once = new Set(order).size === size && order.length === size
  return once && runs.every(run => run !== null) && order.every(place => place < size) ? order : undefined
}
