import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/storage/database.ts'
import { lasting } from '../postgres/databases.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const program = new URL('../../src/cli/audit.ts', import.meta.url).pathname

const row = {
  team: 'T1',
  actor: 'T1:U1',
  operation: 'pause.add',
  organization: '1',
  is_private: 0,
  state: 'done',
  subjects: '[]',
  detail: '[]',
  attempts: 0,
  accepted_at: '2026-11-18T09:00:00.000Z',
}

describe.each(lasting)('the audit of $kind', ({ kind, place }) => {
  /** Starts the program over a database with this many changes. */
  async function startAudit(entries: number) {
    const at = await place()
    const database = await openDatabase(at)
    for (let from = 0; from < entries; from += 500) {
      const ids = Array.from({ length: 500 }, (_, n) => `${from + n}`)
      const some = ids.map(id => ({ ...row, id, idempotency_key: id }))
      await database.insertInto('changes').values(some).execute()
    }
    await database.destroy()
    const env = { DATABASE_URL: kind === 'PostgreSQL' ? at : `file:${at}` }
    const args = [program, '--since', '2026-11-01']
    const child = spawn(process.execPath, args, { cwd: await temporaryFolder(), env })
    return { child, complaints: text(child.stderr), ended: once(child, 'close') }
  }

  it('prints every change', async () => {
    const { child, ended } = await startAudit(1500)
    const printed = (await text(child.stdout)).trimEnd().split('\n')
    expect(printed.map(line => JSON.parse(line).id).sort()).toEqual(
      Array.from({ length: 1500 }, (_, n) => `${n}`).sort(),
    )
    expect(await ended).toEqual([0, null])
  })

  it('exits quietly when its reader closes the pipe, like `head`', async () => {
    const { child, complaints, ended } = await startAudit(5000)
    await once(child.stdout, 'data')
    child.stdout.destroy()
    expect([await complaints, await ended]).toEqual(['', [0, null]])
  })
})
