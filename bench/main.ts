import process from 'node:process'
import { stayApart } from './cores.ts'
import { askOnAndOn, within } from './load.ts'
import { median } from './median.ts'
import { run } from './program.ts'
import { programs } from './programs.ts'
import { createRequests, type KindName, kinds } from './requests.ts'
import { surround } from './surroundings.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const names = process.argv.slice(2)
const chosenKinds = names.filter((name): name is KindName => name in kinds)
const connections = names.map(Number).filter(count => count > 0)

stayApart()
const surroundings = await surround()
for (const name of chosenKinds) {
  const kind = kinds[name]
  const first = createRequests(kinds.read, surroundings.responseUrl)
  const runs = []
  for (const program of Object.values(programs)) {
    const running = await run(program, surroundings, () => ({ ...first.next(), holds: kinds.read.holds }))
    const requests = createRequests(kind, surroundings.responseUrl)
    surroundings.called()
    const warm = await askOnAndOn({ running, kind, requests, surroundings }, 16, { count: 6000 })
    say(
      `${program.name}: ready in ${running.startMs.toFixed(0)} ms, wrong ${warm.wrong}, ${JSON.stringify(Object.fromEntries(surroundings.called()))}`,
    )
    runs.push({ running, requests })
  }
  for (const count of connections.length > 0 ? connections : [16]) {
    const seen = runs.map(({ running }) => ({
      name: running.program.name,
      rounds: [] as Awaited<ReturnType<typeof askOnAndOn>>[],
    }))
    for (let round = 0; round < 5; round++)
      for (const [index, { running, requests }] of runs.entries()) {
        requests.prepare(20000)
        const one = await askOnAndOn({ running, kind, requests, surroundings }, count, { ms: 1500 })
        seen[index]?.rounds.push(one)
      }
    for (const { name, rounds } of seen)
      say(
        `${count} ${name}: ${median(rounds.map(({ rate }, at) => rate / (seen[0]?.rounds[at]?.rate ?? 0))).toFixed(2)} of the floor, ${median(rounds.map(r => r.rate)).toFixed(0)}/s, cpu ${median(rounds.map(r => r.cpuMs)).toFixed(3)} ms, p50 ${median(rounds.map(r => within(r.times, 0.5))).toFixed(1)}, p99 ${median(rounds.map(r => within(r.times, 0.99))).toFixed(1)} wrong ${rounds.reduce((s, r) => s + r.wrong, 0)} busy ${median(rounds.map(r => r.busy)).toFixed(2)}`,
      )
  }
  for (const { running } of runs) await running.stop()
}
await surroundings.close()
