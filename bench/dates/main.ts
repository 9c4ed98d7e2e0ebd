import { type Case, devCases, longCases, ownCases } from './cases.ts'
import { judge } from './judge.ts'
import { READERS } from './readers.ts'
import { nanoseconds, p99 } from './speed.ts'

/** `npm run bench:time`: how right the reader of days is, and how fast, beside its peers on the same phrases. */

const say = (line: string) => process.stdout.write(`${line}\n`)

const row = (name: string, cells: readonly (string | number)[]): string =>
  [name.padEnd(18), ...cells.map(cell => String(cell).padStart(10))].join('')

function table(title: string, cases: readonly Case[]): void {
  say(`\n${title}: ${cases.length} phrases`)
  say(row('', ['right', 'wrong', 'asked', 'refused', 'ns', '× chrono']))
  const spent = nanoseconds(READERS, cases)
  const chrono = spent.get('chrono-node') ?? Number.NaN
  for (const [name, reader] of Object.entries(READERS)) {
    const ns = spent.get(name) ?? Number.NaN
    const { right, wrong, asked, refused } = judge(reader, cases)
    const percent = `${((100 * right) / cases.length).toFixed(1)} %`
    say(row(name, [percent, wrong, asked, refused, Math.round(ns), (ns / chrono).toFixed(2)]))
  }
}

table('The rules of this repository', ownCases())
const dev = devCases()
if (dev) table('Other people’s corpora (../shared/dates/dev.json)', dev)
else say('\n../shared/dates/dev.json is not there.')

const long = longCases(4)
say(
  `\n${long.length} phrases of 200 characters in any words and language: p99 of dayshift ${(p99(READERS.dayshift, long) / 1e6).toFixed(2)} ms`,
)
