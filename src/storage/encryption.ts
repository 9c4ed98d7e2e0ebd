import { createCipheriv, createDecipheriv, createHash, createSecretKey, hash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const VERSION = 'v1'
const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** 32 bytes in base64, as `openssl rand -base64 32` prints them. */
const KEY = /^[A-Za-z0-9+/]{43}=$/

/** The SHA-256 of a text in base64url: 43 characters. */
export const digest = (text: string): string => hash('sha256', text, 'base64url')

export type Sealer = ReturnType<typeof createSealer>

/**
 * Encrypts JSON with AES-256-GCM, bound to an owner, as `version.key id.iv, tag and ciphertext` in base64url.
 * The first of `keys` (32 bytes each) encrypts, each of them decrypts.
 */
export function createSealer(keys: readonly Uint8Array[]) {
  const ring = keys.map(key => ({
    id: createHash('sha256').update(key).digest().subarray(0, 6).toString('base64url'),
    secret: createSecretKey(key),
  }))
  const [first] = ring
  if (first === undefined) throw new Error('There is no key to seal with')
  const prefix = `${VERSION}.${first.id}.`

  return {
    /** @param owner required again to open the text */
    seal(value: unknown, owner: string): string {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, first.secret, iv, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(owner))
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return prefix + Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
    },

    /** The sealed value, unchecked; undefined for another owner, a tampered text or an unknown key. */
    open<T = unknown>(sealed: string, owner: string): T | undefined {
      const [version, id, payload = ''] = sealed.split('.')
      const key = ring.find(candidate => candidate.id === id)
      const bytes = Buffer.from(payload, 'base64url')
      if (version !== VERSION || !key || bytes.length < IV_BYTES + TAG_BYTES) return undefined
      try {
        const iv = bytes.subarray(0, IV_BYTES)
        const decipher = createDecipheriv(CIPHER, key.secret, iv, { authTagLength: TAG_BYTES })
        decipher.setAAD(Buffer.from(owner))
        decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
        const text = bytes.subarray(IV_BYTES + TAG_BYTES)
        return JSON.parse(Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8'))
      } catch {
        return undefined
      }
    },

    /** The prefix of every text sealed with the first key. */
    prefix,
  }
}

/**
 * Parses ENCRYPTION_KEY: one or more comma-separated keys, the one that encrypts first.
 * @throws Error that names bad keys by position, never by value
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
 * Reads the key of the local mode from `<folder>/encryption.key`, or creates it there with mode 0600.
 * @throws Error if the file holds no key; it is not overwritten
 */
export async function localKey(folder: string): Promise<Uint8Array> {
  const path = join(folder, 'encryption.key')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const text = existsSync(path) ? await readFile(path, 'utf8') : await makeKey(path)
  if (!KEY.test(text.trim())) throw new Error(`${path} does not hold 32 bytes in base64`)
  return Buffer.from(text.trim(), 'base64')
}

async function makeKey(path: string): Promise<string> {
  const key = randomBytes(KEY_BYTES).toString('base64')
  await writeFile(path, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
  return key
}
