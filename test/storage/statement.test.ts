import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/storage/database.ts'
import { createStatement } from '../../src/storage/statement.ts'
import { databases } from '../postgres/databases.ts'

describe.each(databases)('a statement: $kind', ({ place }) => {
  it('is made once, and run with other values each time, in whatever order they stand in it', async () => {
    const database = await openDatabase(await place())
    onTestFinished(() => database.destroy())
    let made = 0
    const keep = createStatement(database, value => {
      made += 1
      return database
        .insertInto('links')
        .values({
          person: value('person'),
          ...{ token: value('token'), kept_at: 'then', team: value('team') },
          organization_id: null,
        })
        .onConflict(conflict => conflict.doNothing())
    })
    const kept = [
      await keep({ token: 'first', person: 'T1:U1', team: null }),
      await keep({ team: 'T2', person: 'T2:U2', token: 'second' }),
      await keep({ token: 'third', person: 'T1:U1', team: 'T1' }),
    ]
    expect(kept.map(({ numAffectedRows }) => numAffectedRows)).toEqual([1n, 1n, 0n])
    const find = createStatement(database, value =>
      database
        .selectFrom('links')
        .select(['person', 'token', 'team'])
        .where('person', '=', value('who'))
        .where('kept_at', '=', 'then'),
    )
    const found = await Promise.all(['T1:U1', 'T2:U2', 'T3:U3'].map(who => find({ who })))
    expect(found.map(({ rows }) => rows)).toEqual([
      [{ person: 'T1:U1', token: 'first', team: null }],
      [{ person: 'T2:U2', token: 'second', team: 'T2' }],
      [],
    ])
    expect(made).toBe(1)
  })

  it('waits for nobody who reads, sees nothing of a transaction before its end, and is refused after the end', async () => {
    const database = await openDatabase(await place())
    const count = createStatement(database, () => database.selectFrom('links').select('person'))
    const row = { person: 'T1:U1', token: 'first', organization_id: null, kept_at: 'then' }
    let asked: ReturnType<typeof count> | undefined
    await expect(
      database.transaction().execute(async at => {
        await at.insertInto('links').values(row).execute()
        asked = count({})
        await sql`select 1`.execute(at)
        throw new Error('taken back')
      }),
    ).rejects.toThrow('taken back')
    expect((await asked)?.rows).toEqual([])
    await database.insertInto('links').values(row).execute()
    expect((await count({})).rows).toEqual([{ person: 'T1:U1' }])
    await database.destroy()
    await expect(count({})).rejects.toThrow()
  })
})
