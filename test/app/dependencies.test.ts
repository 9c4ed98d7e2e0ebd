import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openStores } from '../../src/app/dependencies.ts'

it('the check of the stores fails once the database refuses writes', async () => {
  await using parts = new AsyncDisposableStack()
  const config = {
    database: { place: ':memory:', folder: '' },
    encryptionKeys: [randomBytes(32)],
  }
  const stores = await openStores(config, { clock: () => new Date() }, parts)
  await stores.check()
  await stores.check()
  await sql`PRAGMA query_only = 1`.execute(stores.database)
  await expect(stores.check()).rejects.toThrow('readonly')
})
