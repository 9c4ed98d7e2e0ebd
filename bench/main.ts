import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { choice } from './choice.ts'
import { servers } from './load/servers.ts'
import { newPostgres, pinLoad, stopPostgres } from './programs.ts'
import { drawChart } from './report/chart.ts'
import { formatPage } from './report/page.ts'
import { measure } from './sections/sections.ts'

/** `npm run bench`: compares the speed of the bot with its peers at the same work in one run. */

const DOCS = join(import.meta.dirname, '../docs')

const [load = 0] = loadavg()
// PostgreSQL may use every core, so it starts before this process is pinned to one.
if (choice.hasProgram('pg-boss') || choice.hasProgram('dayshift-postgres')) await newPostgres()
pinLoad()
try {
  const tables = await measure()
  if (choice.isWhole) {
    await writeFile(join(DOCS, 'performance.md'), formatPage(tables, load))
    await writeFile(join(DOCS, 'performance.svg'), drawChart())
  } else process.stdout.write(tables.join('\n'))
} finally {
  servers.close()
  await stopPostgres()
}
