/** Ends the wait of somebody, with the turn or without. */
type Waiting = (turn: Turn | undefined) => void

/** A turn that was had; it is given back once. */
type Turn = () => void

type TurnsOptions = {
  /** So many have a turn at a time, and so many of them one person. */
  all: number
  each: number
  /** So many wait at most, and so many of them for one person. */
  queue: number
  queueEach: number
}

/**
 * Turns for as many as fit at a time. Who has to wait does so in a queue of their own, and the queues take turns: somebody
 * who wants much at once waits for themselves, and hardly anybody else does for them.
 */
export function createTurns({ all, each, queue, queueEach }: TurnsOptions) {
  const having = new Map<string, number>()
  /** In the order in which they come next. */
  const queues = new Map<string, Waiting[]>()
  let [had, waiting] = [0, 0]

  const hadBy = (person: string) => having.get(person) ?? 0

  function give(person: string): Turn {
    had += 1
    having.set(person, hadBy(person) + 1)
    return () => {
      had -= 1
      if (hadBy(person) === 1) having.delete(person)
      else having.set(person, hadBy(person) - 1)
      next()
    }
  }

  function next(): void {
    if (had >= all) return
    const [person, queue] = queues.entries().find(([person]) => hadBy(person) < each) ?? []
    const go = queue?.[0]
    if (person === undefined || !queue || !go) return
    leave(person, go)
    go(give(person))
    next()
  }

  /** Takes somebody out of their queue, which then comes last. */
  function leave(person: string, go: Waiting): void {
    const left = queues.get(person)?.filter(each => each !== go) ?? []
    waiting -= 1
    queues.delete(person)
    if (left.length > 0) queues.set(person, left)
  }

  return {
    /** A turn at once, or as soon as it comes; nothing where that takes too long, or too many wait already. */
    take(person: string, waitMs: number): Turn | undefined | Promise<Turn | undefined> {
      const own = queues.get(person) ?? []
      if (had < all && hadBy(person) < each && own.length === 0) return give(person)
      if (waiting >= queue || own.length >= queueEach || waitMs <= 0) return undefined
      waiting += 1
      return new Promise(resolve => {
        const go: Waiting = turn => {
          clearTimeout(timer)
          resolve(turn)
        }
        const timer = setTimeout(() => {
          leave(person, go)
          go(undefined)
        }, waitMs)
        queues.set(person, [...own, go])
      })
    },
    had: () => had,
    waiting: () => waiting,
  }
}
