import process from 'node:process'
import { environment, readRotationConfig } from '../config/config.ts'
import { openWritten } from '../storage/database.ts'
import { type Resealed, sealAgain } from '../storage/key-check.ts'
import { createSealer } from '../storage/seal.ts'

/** `npm run rotate-keys`: ends with 1 where something is left for which an older key may be needed. */
try {
  const { place, keys } = readRotationConfig(environment())
  const sealer = createSealer(keys)
  const database = await openWritten(place)
  try {
    const told = await sealAgain({ database, sealer })
    process.stdout.write(told.map(each => `${say(each)}\n`).join(''))
    if (told.some(({ unreadable, older }) => unreadable + older > 0)) process.exitCode = 1
  } finally {
    await database.destroy()
  }
} catch (error) {
  process.stderr.write(
    `The keys could not be rotated. ${error instanceof Error ? error.message : 'Why is not known.'}\n`,
  )
  process.exitCode = 1
}

function say({ what, anew, unreadable, older }: Resealed): string {
  const parts = [
    `${what}: ${anew} sealed anew`,
    unreadable > 0 && `${unreadable} that none of the keys opens (is one missing from ENCRYPTION_KEY?)`,
    older > 0 && `${older} sealed by another key meanwhile (does a bot still run with another key first?)`,
  ]
  return parts.filter(part => part !== false).join(', ')
}
