import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseChoice } from './choice.ts'
import { openServers } from './load/servers.ts'
import { newPostgres, pinLoad, stopPostgres } from './programs.ts'
import { drawChart } from './report/chart.ts'
import { formatPage, formatTables } from './report/page.ts'
import { createResults } from './report/results.ts'
import { measure } from './sections/sections.ts'

/** `npm run bench`: how fast the bot is beside its peers at the same work, in one run. */

const DOCS = join(import.meta.dirname, '../docs')

const choice = parseChoice(process.argv.slice(2))
const [load = 0] = loadavg()
// PostgreSQL may use every core, so it starts before this process keeps to one.
if (choice.programs.some(name => name === 'pg-boss' || name === 'dayshift-postgres')) await newPostgres()
pinLoad()
const servers = await openServers()
const bench = { choice, servers, results: createResults() }
try {
  const tables = await measure(bench)
  if (choice.isWhole) {
    await writeFile(join(DOCS, 'performance.md'), formatPage(choice, bench.results, tables, load))
    await writeFile(join(DOCS, 'performance.svg'), drawChart(bench.results))
  } else process.stdout.write(formatTables(tables))
} finally {
  servers.close()
  await stopPostgres()
}
