import { operations } from '../src/operations/catalog.ts'

/** Adds copies with other names to the catalog until it has so many operations; returns what takes them out again. */
export function addOperations(count: number): () => void {
  const catalog: unknown = operations
  const known = [...operations]
  if (!Array.isArray(catalog)) throw new TypeError('The catalog is no array')
  for (let index = known.length; index < count; index++) {
    const copied = known[index % known.length]
    const words = copied?.command.words.map(word => `x${index} ${word}`)
    catalog.push({ ...copied, id: `x${index}.${copied?.id}`, command: { ...copied?.command, words } })
  }
  return () => catalog.splice(known.length)
}
