import { createCipheriv, createDecipheriv, createHash, createSecretKey, randomFillSync } from 'node:crypto'

const VERSION = 'v1'
const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
/** To ask for randomness costs the same for one as for so many. */
const IVS = 256

/** A sealed text that cannot be opened; its message holds nothing of the text, the owner or the keys. */
export class SealError extends Error {
  override name = 'SealError'
}

export type Sealer = ReturnType<typeof createSealer>

/**
 * Seals texts with AES-256-GCM for one owner each: `version.key id.iv, tag and ciphertext` in base64url.
 * The first of `keys` (32 bytes each) seals, all of them open.
 */
export function createSealer(keys: Uint8Array[]) {
  const ring = keys.map((key, index) => {
    if (key.length !== KEY_BYTES) throw new SealError(`Key ${index + 1} is not ${KEY_BYTES} bytes long`)
    const id = createHash('sha256').update(key).digest().subarray(0, 6).toString('base64url')
    return { id, secret: createSecretKey(key) }
  })
  const [first] = ring
  if (first === undefined) throw new SealError('There is no key to seal with')
  const mark = `${VERSION}.${first.id}.`
  const newIv = createIvs()

  function open(sealed: string, owner: string): string {
    const [version, id, payload = '', ...rest] = sealed.split('.')
    const bytes = Buffer.from(payload, 'base64url')
    // base64url has several spellings of the same bytes; only the one that `seal` writes is taken.
    const asWritten = bytes.toString('base64url') === payload && rest.length === 0
    if (version !== VERSION || !asWritten || bytes.length < IV_BYTES + TAG_BYTES) {
      throw new SealError('This is not a sealed text')
    }
    const key = ring.find(candidate => candidate.id === id)
    if (key === undefined) throw new SealError('The text was sealed with a key that is not here')

    const iv = bytes.subarray(0, IV_BYTES)
    const decipher = createDecipheriv(CIPHER, key.secret, iv, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(owner))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    try {
      const text = bytes.subarray(IV_BYTES + TAG_BYTES)
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
    } catch {
      throw new SealError('The sealed text was changed or belongs to another owner')
    }
  }

  return {
    /** @param plain well-formed Unicode  @param owner whoever must be named again to open it */
    seal(plain: string, owner: string): string {
      const iv = newIv()
      const cipher = createCipheriv(CIPHER, first.secret, iv, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(owner))
      const text = cipher.update(plain, 'utf8')
      // In this mode all of the text is there by then.
      cipher.final()
      return mark + Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
    },

    /** @throws SealError for another owner, a changed text or a key that is not among `keys` */
    open,

    /** The same; nothing where it cannot be opened. */
    openIfCan(sealed: string, owner: string): string | undefined {
      try {
        return open(sealed, owner)
      } catch (error) {
        if (error instanceof SealError) return undefined
        throw error
      }
    },

    /** What all begin with that the key seals which seals now. */
    mark,

    /** Whether `sealed` names the key that seals now; after a rotation the older texts do not. */
    isCurrent: (sealed: string): boolean => sealed.startsWith(mark),
  }
}

/** Makes what gives out random bytes, each of them once. */
function createIvs(): () => Buffer {
  const random = Buffer.alloc(IVS * IV_BYTES)
  let given = random.length
  return () => {
    if (given === random.length) {
      randomFillSync(random)
      given = 0
    }
    given += IV_BYTES
    return random.subarray(given - IV_BYTES, given)
  }
}
