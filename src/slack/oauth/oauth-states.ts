import { createHmac, createSecretKey, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '../../storage/database.ts'

export const STATE_MINUTES = 10

/** OAuth states: signed, valid for ten minutes and for one use. Only a used state is stored, until it expires. */
export function createStates(deps: { database: Database; secret: string; clock: () => Date }) {
  const { database, clock } = deps
  const key = createSecretKey(deps.secret, 'utf8')
  const signatureOf = (text: string) => createHmac('sha256', key).update(`install ${text}`).digest()

  /** When a state expires; undefined if its signature is wrong. */
  function expiryOf(state: string): Date | undefined {
    const [nonce = '', expiry = '', signature = ''] = state.split('.', 3)
    const given = Buffer.from(signature, 'base64url')
    const expected = signatureOf(`${nonce}.${expiry}`)
    const isGenuine = given.length === expected.length && timingSafeEqual(given, expected)
    return isGenuine && state === `${nonce}.${expiry}.${signature}` ? new Date(Number(expiry)) : undefined
  }

  return {
    make(): string {
      const text = `${randomBytes(16).toString('base64url')}.${clock().getTime() + STATE_MINUTES * 60_000}`
      return `${text}.${signatureOf(text).toString('base64url')}`
    },

    isGenuine: (state: string): boolean => expiryOf(state) !== undefined,

    /** Uses a state up; false if it is forged, has expired or was used, also by another process. */
    async use(state: string): Promise<boolean> {
      const now = clock()
      const expiry = expiryOf(state)
      if (expiry === undefined || expiry <= now) return false
      await database.deleteFrom('used_states').where('expires_at', '<=', now.toISOString()).execute()
      const { numInsertedOrUpdatedRows = 0n } = await database
        .insertInto('used_states')
        .values({ hash: hash('sha256', state, 'base64url'), expires_at: expiry.toISOString() })
        .onConflict(conflict => conflict.column('hash').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows > 0n
    },
  }
}
