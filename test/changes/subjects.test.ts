import { describe, expect, it, onTestFinished } from 'vitest'
import { createRecord } from '../../src/changes/record.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { databases } from '../postgres/databases.ts'

const row = {
  ...{ team: 'T1', person: 'T1:U1', operation: 'pause.add', organization: '1', private: 0, state: 'done' },
  ...{ attempts: 0, asked_at: '2026-11-18T09:00:00.000Z' },
}

describe.each(databases)('what was done with a plan, in $kind', ({ place }) => {
  it('is found by the plan: alone, among several and where nothing but its name is known', async () => {
    const database = await openDatabase(await place())
    onTestFinished(() => database.destroy())
    const rows = [
      { id: 'one', plans: ' 10 ', about: 'web-prod' },
      { id: 'two', plans: ' 10 11 ', about: 'web-prod, ci' },
      { id: 'failed', plans: null, about: 'web-prod' },
      // More than an index of PostgreSQL takes of one text.
      {
        id: 'many',
        plans: ` ${Array.from({ length: 900 }, (_, n) => n + 1000).join(' ')} `,
        about: 'many, '.repeat(900),
      },
      { id: 'other', plans: ' 101 ', about: 'batch' },
      { id: 'lookalikes', plans: ' planX1 PLAN_1 plan%1 ', about: 'a, b, c' },
    ]
    const journal = rows.map(each => ({ ...row, ...each, key: each.id }))
    await database.insertInto('journal').values(journal).execute()
    const record = createRecord(database)
    const found = async (id: string, name: string) => {
      const asked = { organization: '1', person: 'T1:U1', plan: { id, name } }
      const some = await record.some(asked, { from: 0, size: 9 })
      expect(some).toHaveLength(await record.count(asked))
      return some.map(past => past.id).sort()
    }
    expect(await found('10', 'web-prod')).toEqual(['failed', 'one', 'two'])
    expect(await found('11', 'ci')).toEqual(['two'])
    expect(await found('1899', 'x')).toEqual(['many'])
    expect(await found('1', 'nosuch')).toEqual([])
    expect(await found('plan_1', 'nosuch')).toEqual([])
    expect(await found('PLAN_1', 'nosuch')).toEqual(['lookalikes'])
  })
})
