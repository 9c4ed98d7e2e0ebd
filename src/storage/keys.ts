import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** 32 bytes in base64, as `openssl rand -base64 32` prints them. */
const KEY = /^[A-Za-z0-9+/]{43}=$/

/**
 * Reads ENCRYPTION_KEY: one or more keys, comma-separated, the sealing one first.
 * @throws Error that names every bad key by its position, never by its value
 */
export function parseKeys(text: string): Uint8Array[] {
  const keys = text.split(',').map(key => key.trim())
  const bad = keys.flatMap((key, index) => (KEY.test(key) ? [] : [index + 1]))
  if (bad.length > 0) {
    const which = keys.length === 1 ? 'it' : `key ${bad.join(', ')} of ${keys.length}`
    throw new Error(`${which} is not 32 bytes in base64 (openssl rand -base64 32 makes one)`)
  }
  return keys.map(key => Buffer.from(key, 'base64'))
}

/**
 * The key of the local mode, kept in `<folder>/encryption.key` (mode 0600) and made there when missing.
 * @throws Error when the file is there and holds no key; it is left as it is
 */
export async function localKey(folder: string): Promise<Uint8Array> {
  const path = join(folder, 'encryption.key')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const text = (await readIfThere(path)) ?? (await make(path))
  if (!KEY.test(text.trim())) throw new Error(`${path} does not hold 32 bytes in base64`)
  return Buffer.from(text.trim(), 'base64')
}

/** Written aside and then linked in place, so that nobody ever reads half a key and of two makers one wins. */
async function make(path: string): Promise<string> {
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, `${randomBytes(32).toString('base64')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    })
    await link(draft, path).catch(unless('EEXIST'))
  } finally {
    await rm(draft, { force: true })
  }
  return readFile(path, 'utf8')
}

const readIfThere = (path: string) => readFile(path, 'utf8').catch(unless('ENOENT'))

const unless = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error
  return undefined
}
