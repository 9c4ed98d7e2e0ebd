import process from 'node:process'
import { dateOf } from '../../src/language/dates/calendar.ts'
import { today } from '../../src/language/dates/zone.ts'
import { days } from '../../src/language/dates.ts'
import { median } from '../report/results.ts'
import { type Case, otherCases, ownCases } from './cases.ts'

/** `npm run bench:time`: compares the accuracy and speed of the day parser with its peers. */

type Answer = readonly [from: string, until: string] | 'asked' | 'refused'
type Reader = (one: Case) => Answer
type Peer = (input: {
  phrase: string
  locale: string | undefined
  noon: Date
}) => [string, string] | undefined

const { readers: peers }: { readers: Record<string, Peer> } = await import(
  new URL('../peers/date-readers.js', import.meta.url).href
)

const readers: Record<string, Reader> = {
  dayshift({ phrase, at }) {
    const read = days(phrase, at)
    if (read.kind === 'days') return [read.from, read.until]
    return read.kind === 'choice' ? 'asked' : 'refused'
  },
}
for (const [name, peer] of Object.entries(peers))
  readers[name] = ({ phrase, at }) => {
    // Peers only use the time zone of this process: noon there is on the speaker’s date.
    const { y, m, d } = dateOf(today(at.now, at.zone))
    return peer({ phrase, locale: at.locale, noon: new Date(y, m - 1, d, 12) }) ?? 'refused'
  }

/** Judges an answer: without correct days a question or refusal is right; an exception is a refusal. */
function judge(reader: Reader, one: Case): 'right' | 'wrong' | 'asked' | 'refused' {
  let answer: Answer = 'refused'
  try {
    answer = reader(one)
  } catch {}
  if (typeof answer === 'string') return one.right.length === 0 ? 'right' : answer
  return one.right.some(([from, until]) => from === answer[0] && until === answer[1]) ? 'right' : 'wrong'
}

const ROUNDS = 9

/** Measures nanoseconds per phrase in alternating rounds; of two consecutive passes the second counts. */
function measure(cases: readonly Case[]): Map<string, number> {
  const spent = new Map<string, number[]>()
  for (let pass = 0; pass < ROUNDS; pass++)
    for (const [name, reader] of Object.entries(readers))
      for (const isTimed of [false, true]) {
        const since = performance.now()
        for (const one of cases) judge(reader, one)
        const ns = ((performance.now() - since) / cases.length) * 1e6
        if (isTimed) spent.set(name, [...(spent.get(name) ?? []), ns])
      }
  return new Map([...spent].map(([name, rounds]) => [name, median(rounds)]))
}

function printTable(title: string, cases: readonly Case[]): void {
  const ns = measure(cases)
  const rows = Object.entries(readers).map(([name, reader]) => {
    const verdicts = Map.groupBy(cases, one => judge(reader, one))
    const count = (verdict: ReturnType<typeof judge>) => verdicts.get(verdict)?.length ?? 0
    const right = `${((100 * count('right')) / cases.length).toFixed(1)} %`
    const time = ns.get(name) ?? Number.NaN
    const ratio = (time / (ns.get('chrono-node') ?? Number.NaN)).toFixed(2)
    return [name, right, count('wrong'), count('asked'), count('refused'), Math.round(time), ratio]
  })
  const head = ['', 'right', 'wrong', 'asked', 'refused', 'ns', '× chrono']
  const lines = [head, ...rows].map(([name, ...cells]) =>
    [String(name).padEnd(18), ...cells.map(cell => String(cell).padStart(10))].join(''),
  )
  process.stdout.write(`\n${title}: ${cases.length} phrases\n${lines.join('\n')}\n`)
}

printTable('The rules of this repository', ownCases())
const others = otherCases(new URL('../../../shared/dates/dev.json', import.meta.url))
if (others.length > 0) printTable('Phrases of other corpora (../shared/dates/dev.json)', others)
