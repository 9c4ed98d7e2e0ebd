import { expect, it, vi } from 'vitest'
import { RECOVERY_MS } from '../../src/changes/recovery.ts'
import { stories } from '../stories.ts'

const story = stories()

const DAY_MS = 86_400_000

it('an idle process with 2,000 pauses and 2,200 schedules makes one query every five seconds', async () => {
  const { database, now, recover, person } = story()
  await person('Ana').types('/pause web-prod tomorrow to friday')
  await person('Ana').types('/dayshift digest weekdays 9am')
  const rows = await database.selectFrom('changes').selectAll().execute()
  const copies = (state: string, count: number) => {
    const row = rows.find(each => each.state === state)
    if (!row) throw new Error(`Nothing is ${state}`)
    return Array.from({ length: count }, (_, index) => ({
      ...row,
      id: `${state} ${index}`,
      idempotency_key: `${state} ${index}`,
      source_key: null,
      due_at: new Date(now().getTime() + ((index + 1) % 364) * DAY_MS + DAY_MS).toISOString(),
    }))
  }
  for (const row of [...copies('done', 2000), ...copies('scheduled', 2200)])
    await database.insertInto('changes').values(row).execute()
  await recover()
  expect(RECOVERY_MS).toBe(5000)
  const query = vi.spyOn(database.getExecutor(), 'executeQuery')
  await recover()
  expect(query).toHaveBeenCalledTimes(1)
})
