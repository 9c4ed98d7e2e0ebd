import { createHmac, createSecretKey, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '../../storage/database.ts'

export const STATE_MINUTES = 10

/**
 * States that go to Slack with whoever installs the app, and come back: signed, good for ten minutes and for one use.
 * Nothing is kept of one before it has come back.
 */
export function createStates(deps: { database: Database; secret: string; clock: () => Date }) {
  const { database, clock } = deps
  const key = createSecretKey(deps.secret, 'utf8')
  const signatureOf = (text: string) => createHmac('sha256', key).update(`install ${text}`).digest()

  /** When a state ends; nothing where its signature is not ours. */
  function endOf(state: string): Date | undefined {
    const [nonce = '', end = '', signature = ''] = state.split('.', 3)
    const given = Buffer.from(signature, 'base64url')
    const right = signatureOf(`${nonce}.${end}`)
    const isOurs = given.length === right.length && timingSafeEqual(given, right)
    return isOurs && state === `${nonce}.${end}.${signature}` ? new Date(Number(end)) : undefined
  }

  return {
    /** A new state. */
    make(): string {
      const end = clock().getTime() + STATE_MINUTES * 60_000
      const text = `${randomBytes(16).toString('base64url')}.${end}`
      return `${text}.${signatureOf(text).toString('base64url')}`
    },

    /** Uses a state up; false where it is not ours, has expired or was used already, be it by another process. */
    async use(state: string): Promise<boolean> {
      const now = clock()
      const end = endOf(state)
      if (end === undefined || end <= now) return false
      await database.deleteFrom('used_states').where('expires_at', '<=', now.toISOString()).execute()
      const { numInsertedOrUpdatedRows = 0n } = await database
        .insertInto('used_states')
        .values({ hash: hash('sha256', state, 'base64url'), expires_at: end.toISOString() })
        .onConflict(conflict => conflict.column('hash').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows > 0n
    },
  }
}
