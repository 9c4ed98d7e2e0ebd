import { operations } from '../src/operations/catalog.ts'

/** Adds renamed copies until the catalog has `count` operations; returns a function that removes them. */
export function addOperations(count: number): () => void {
  const catalog: unknown = operations
  const originals = [...operations]
  if (!Array.isArray(catalog)) throw new TypeError('The catalog is no array')
  for (let index = originals.length; index < count; index++) {
    const original = originals[index % originals.length]
    const words = original?.command.words.map(word => `x${index} ${word}`)
    catalog.push({ ...original, id: `x${index}.${original?.id}`, command: { ...original?.command, words } })
  }
  return () => catalog.splice(originals.length)
}
