import type { Figures } from './bench.ts'
import { type KindName, kinds } from './load/requests.ts'

type Goal = {
  what: string
  wanted: string
  found: number | undefined
  met: (found: number) => boolean
  unit?: string
}

/** What the bot is to reach, each beside what was found, as a table in Markdown. */
export function writeGoals(figures: Figures): string {
  const rows = goalsOf(figures).map(({ what, wanted, found, met, unit = '' }) =>
    found === undefined || Number.isNaN(found)
      ? `| ${what} | ${wanted} | – | |`
      : `| ${what} | ${wanted} | ${written(found)}${unit} | ${met(found) ? 'yes' : '**no**'} |`,
  )
  return ['| | wanted | found | |', '|---|---|--:|---|', ...rows, ''].join('\n')
}

const written = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2)

const PEERS = ['bolt', 'slack-edge', 'chat-sdk']
const READS = ['read', 'respond'] as const

function goalsOf({ find }: Figures): Goal[] {
  const part = (kind: KindName, connections: number, id = 'dayshift') =>
    find('throughput', kind, connections, id, 'part')
  const over = (above: number | undefined, below: number | undefined) =>
    above === undefined || below === undefined ? undefined : above / below
  const atLeast = (least: number) => (found: number) => found >= least
  const atMost = (most: number) => (found: number) => found <= most
  const ofFloor = (kind: KindName, connections: number, least: number): Goal => ({
    what: `${kinds[kind].short}, ${connections} connections, of the floor`,
    wanted: `at least ${least}`,
    found: part(kind, connections),
    met: atLeast(least),
  })
  const ofBolt = (kind: KindName, connections: number, least: number): Goal => ({
    what: `${kinds[kind].short}, ${connections} connections, times Bolt`,
    wanted: `at least ${least}`,
    found: over(part(kind, connections), part(kind, connections, 'bolt')),
    met: atLeast(least),
  })
  const overload = (kind: KindName, what: string) => find('overload', kind, 'dayshift', what)
  return [
    ...READS.flatMap(kind => [16, 64].map(connections => ofFloor(kind, connections, 0.85))),
    ...[16, 64].flatMap(connections => [
      ofBolt('read', connections, 2.5),
      ofBolt('respond', connections, 3.5),
    ]),
    ...[16, 64].map(connections => ofFloor('change', connections, 0.5)),
    ...PEERS.map(peer => ({
      what: `the least that it does more than ${peer}, in any row`,
      wanted: 'at least 1',
      found: least(
        (['read', 'respond', 'change', 'typing', 'form'] as const).flatMap(kind =>
          [1, 16, 64].map(connections => over(part(kind, connections), part(kind, connections, peer))),
        ),
      ),
      met: atLeast(1),
    })),
    ...READS.flatMap(kind => [
      {
        what: `${kinds[kind].short}, 64 connections, p99 as a part of Bolt’s`,
        wanted: 'at most 0.35',
        found: over(
          find('throughput', kind, 64, 'dayshift', 'p99'),
          find('throughput', kind, 64, 'bolt', 'p99'),
        ),
        met: atMost(0.35),
      },
      {
        what: `${kinds[kind].short}, 500 a second, p99 as a part of Bolt’s`,
        wanted: 'at most 0.35',
        found: over(find('pace', kind, 'dayshift', 'p99'), find('pace', kind, 'bolt', 'p99')),
        met: atMost(0.35),
      },
    ]),
    {
      what: 'type-ahead over 10,000 plans, p99',
      wanted: 'at most 20 ms',
      found: find('growth', 10_000, 'dayshift', 'p99'),
      met: atMost(20),
      unit: ' ms',
    },
    ...READS.flatMap(kind => [
      {
        what: `overload, ${kinds[kind].short}: latest ack`,
        wanted: 'at most 3 s',
        found: overload(kind, 'latest'),
        met: atMost(3000),
        unit: ' ms',
      },
      {
        what: `overload, ${kinds[kind].short}: ack p99`,
        wanted: 'below 100 ms',
        found: overload(kind, 'p99'),
        met: (found: number) => found < 100,
        unit: ' ms',
      },
      {
        what: `overload, ${kinds[kind].short}: memory`,
        wanted: 'below 200 MB',
        found: inMb(overload(kind, 'memory')),
        met: (found: number) => found < 200,
        unit: ' MB',
      },
      {
        what: `overload, ${kinds[kind].short}: neither answered, told, nor warned by Slack`,
        wanted: '0',
        found: overload(kind, 'untold'),
        met: atMost(0),
      },
    ]),
    {
      what: 'start, as a part of Bolt’s with one listener',
      wanted: 'at most 1',
      found: over(find('start', 'dayshift'), find('start', 'smallest')),
      met: atMost(1),
    },
    {
      what: 'memory after 50,000 requests, as a part of Bolt’s with one listener',
      wanted: 'at most 1',
      found: over(find('memory', 'dayshift', 50_000), find('memory', 'smallest', 50_000)),
      met: atMost(1),
    },
    {
      what: 'memory after 50,000 requests, as a part of that after 10,000',
      wanted: 'at most 1.05',
      found: over(find('memory', 'dayshift', 50_000), find('memory', 'dayshift', 10_000)),
      met: atMost(1.05),
    },
  ]
}

const inMb = (bytes: number | undefined) => (bytes === undefined ? undefined : bytes / 1024 / 1024)

/** The least of those that were found. */
function least(values: readonly (number | undefined)[]): number | undefined {
  const found = values.filter(value => value !== undefined && !Number.isNaN(value))
  return found.length === 0 ? undefined : Math.min(...found.map(Number))
}
