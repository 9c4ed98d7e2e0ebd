import process from 'node:process'
import { environment, readRotationConfig } from '../config/config.ts'
import { openExisting, reasonOf } from '../storage/database.ts'
import { createSealer } from '../storage/encryption.ts'
import { type Resealed, resealAll } from '../storage/key-rotation.ts'

/** `npm run rotate-keys`: exits with 1 if an older key may still be needed. */
try {
  const { place, keys } = readRotationConfig(environment())
  const sealer = createSealer(keys)
  const database = await openExisting(place)
  try {
    const results = await resealAll({ database, sealer })
    process.stdout.write(results.map(each => `${format(each)}\n`).join(''))
    if (results.some(({ remaining }) => remaining > 0)) process.exitCode = 1
  } finally {
    await database.destroy()
  }
} catch (error) {
  process.stderr.write(`The keys could not be rotated. ${reasonOf(error)}\n`)
  process.exitCode = 1
}

function format({ what, resealed, remaining }: Resealed): string {
  const why = 'is a key missing from ENCRYPTION_KEY, or does a bot still run with another key first?'
  return `${what}: ${resealed} re-encrypted${remaining > 0 ? `, ${remaining} still encrypted with another key (${why})` : ''}`
}
