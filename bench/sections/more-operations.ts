import process from 'node:process'
import { operations } from '../../src/operations/catalog.ts'

/** Loaded before the bot, this adds operations to its catalog until there are `OPERATIONS`: copies with other names. */
const added: unknown = operations
const known = [...operations]
if (!Array.isArray(added)) throw new TypeError('The catalog is no array')
for (let count = known.length; count < Number(process.env.OPERATIONS); count++) {
  const copied = known[count % known.length]
  const words = copied?.command.words.map(word => `x${count} ${word}`)
  added.push({ ...copied, id: `x${count}.${copied?.id}`, command: { ...copied?.command, words } })
}
