import type { Operation } from '../src/core/operation.ts'
import { operations } from '../src/operations/catalog.ts'

/** Returns the operation with this id. @throws if there is none */
export function operationById(id: string): Operation {
  const operation = operations.find(each => each.id === id)
  if (!operation) throw new Error(`There is no ${id}`)
  return operation
}
