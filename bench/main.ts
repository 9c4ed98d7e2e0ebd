import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { type Bench, createFigures, tell } from './bench.ts'
import { readChoice } from './choice.ts'
import { writePage } from './page.ts'
import { stayApart } from './programs/cores.ts'
import { measure } from './sections/sections.ts'
import { surround } from './surroundings.ts'

/** `npm run bench`: how fast the bot is, whole, beside its peers at the same work, in one run. */

const PAGE = join(import.meta.dirname, '../docs/performance.md')

const choice = readChoice(process.argv.slice(2))
if (!existsSync(join(import.meta.dirname, 'node_modules'))) {
  tell('The peers are installed first.')
  spawnSync('npm', ['ci', '--prefix', import.meta.dirname], { stdio: ['ignore', 2, 2] })
}
stayApart()
const surroundings = await surround()
const bench: Bench = { choice, surroundings, figures: createFigures() }
try {
  const page = writePage(bench, await measure(bench))
  process.stdout.write(page)
  if (choice.keeps) await writeFile(PAGE, page)
} finally {
  await surroundings.close()
}
