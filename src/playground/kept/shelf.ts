/** Things of one kind that may outlast a restart; whoever has changed one puts it there again, in its place. */
export type Shelf<T> = {
  /** What stood there when the playground began. */
  readonly found: readonly T[]
  put(one: T): void
  remove(one: T): void
  clear(): void
}

/** A shelf that keeps nothing: for a playground that is gone when it ends. */
export const emptyShelf = <T>(): Shelf<T> => ({ found: [], put() {}, remove() {}, clear() {} })
