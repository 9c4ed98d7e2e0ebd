import process from 'node:process'
import { environment, readRotationConfig } from '../config/config.ts'
import { openExisting } from '../storage/database.ts'
import { createSealer } from '../storage/encryption.ts'
import { type Resealed, resealAll } from '../storage/key-rotation.ts'

/** `npm run rotate-keys`: exits with 1 where an older key may still be needed. */
try {
  const { place, keys } = readRotationConfig(environment())
  const sealer = createSealer(keys)
  const database = await openExisting(place)
  try {
    const results = await resealAll({ database, sealer })
    process.stdout.write(results.map(each => `${format(each)}\n`).join(''))
    if (results.some(({ unreadable, older }) => unreadable + older > 0)) process.exitCode = 1
  } finally {
    await database.destroy()
  }
} catch (error) {
  process.stderr.write(
    `The keys could not be rotated. ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exitCode = 1
}

function format({ what, resealed, unreadable, older }: Resealed): string {
  const parts = [
    `${what}: ${resealed} sealed anew`,
    unreadable > 0 && `${unreadable} that none of the keys opens (is one missing from ENCRYPTION_KEY?)`,
    older > 0 && `${older} sealed by another key meanwhile (does a bot still run with another key first?)`,
  ]
  return parts.filter(part => part !== false).join(', ')
}
