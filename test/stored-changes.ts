import { sql } from 'kysely'
import type { Database } from '../src/storage/database.ts'

/** Stores delivered changes of an organization over the last 80 days before a time, in SQLite. */
export async function storeChanges(
  database: Database,
  { count, team, organization, now }: { count: number; team: string; organization: string; now: Date },
): Promise<void> {
  await sql`
    insert into changes (id, idempotency_key, operation, actor, team, organization, subjects, detail, is_private, state,
      attempts, accepted_at, finished_at, delivered_at)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count}),
      times (n, at) as (select n, strftime('%Y-%m-%dT%H:%M:%fZ', ${now.toISOString()}, -(n * 6912000 / ${count}) || ' seconds')
        from numbers)
    select hex(randomblob(6)), hex(randomblob(16)), 'pause.add', ${team} || ':U0P' || n % 4000, ${team}, ${organization},
      '[{"kind":"plan","id":"' || (5000 + n % 20) || '","name":"plan"}]', '[]', 0, 'done', 0, at, at, at from times
  `.execute(database)
}
