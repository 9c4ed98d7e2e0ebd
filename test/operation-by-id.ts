import type { Operation } from '../src/core/operation.ts'
import { operations } from '../src/operations/catalog.ts'

/** The operation with this id; fails where there is none. */
export function operationById(id: string): Operation {
  const found = operations.find(each => each.id === id)
  if (!found) throw new Error(`There is no ${id}`)
  return found
}
