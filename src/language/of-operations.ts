import type { Operation } from '../core/operation.ts'

/** The same work, which is done once for each table of operations. */
export function ofOperations<V extends {}>(
  make: (operations: readonly Operation[]) => V,
): (operations: readonly Operation[]) => V {
  const known = new WeakMap<readonly Operation[], V>()
  return operations => {
    const made = known.get(operations) ?? make(operations)
    known.set(operations, made)
    return made
  }
}
