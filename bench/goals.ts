import type { Figures } from './bench.ts'
import { type KindName, kinds } from './load/requests.ts'
import type { ProgramName } from './programs/programs.ts'

type Goal = {
  what: string
  wanted: string
  /** What was found of a program: of the bot, and of the floor beside it. */
  of: (id: ProgramName) => number | undefined
  met: (found: number) => boolean
  unit?: string
}

/** What the bot is to reach, beside what was found of it and of the floor, as a table in Markdown. */
export function writeGoals(figures: Figures): string {
  const rows = goalsOf(figures).map(({ what, wanted, of, met, unit = '' }) => {
    const write = (found: number | undefined) => (isKnown(found) ? `${written(found)}${unit}` : '–')
    const found = of('dayshift')
    const verdict = isKnown(found) ? (met(found) ? 'yes' : '**no**') : ''
    return `| ${what} | ${wanted} | ${write(found)} | ${verdict} | ${write(of('floor'))} |`
  })
  return ['| | wanted | found | | the floor |', '|---|---|--:|---|--:|', ...rows, ''].join('\n')
}

const isKnown = (value: number | undefined): value is number => value !== undefined && !Number.isNaN(value)

const written = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2)

const PEERS = ['bolt', 'slack-edge', 'chat-sdk'] as const
const READS = ['read', 'respond'] as const

function goalsOf({ find }: Figures): Goal[] {
  const part = (kind: KindName, connections: number, id: ProgramName) =>
    find('throughput', kind, connections, id, 'part')
  const over = (above: number | undefined, below: number | undefined) =>
    above === undefined || below === undefined ? undefined : above / below
  const atLeast = (least: number) => (found: number) => found >= least
  const atMost = (most: number) => (found: number) => found <= most
  const times = (kind: KindName, connections: number, peer: ProgramName, wanted: number): Goal => ({
    what: `${kinds[kind].short}, ${connections} connections, times ${peer}`,
    wanted: `at least ${wanted}`,
    of: id => over(part(kind, connections, id), part(kind, connections, peer)),
    met: atLeast(wanted),
  })
  const overload = (kind: KindName, what: string) => (id: ProgramName) => find('overload', kind, id, what)
  return [
    ...READS.flatMap(kind => [times(kind, 16, 'bolt', 2), times(kind, 64, 'bolt', 1.6)]),
    ...[1, 16, 64].map(connections => times('change', connections, 'openworkflow', 2)),
    ...PEERS.map(peer => ({
      what: `the least that it does more than ${peer}, in any row of what is read`,
      wanted: 'at least 1',
      of: (id: ProgramName) =>
        least(
          ([...READS, 'typing'] as const).flatMap(kind =>
            [1, 16, 64].map(connections => over(part(kind, connections, id), part(kind, connections, peer))),
          ),
        ),
      met: atLeast(1),
    })),
    ...READS.flatMap(kind => [
      {
        what: `${kinds[kind].short}, 64 connections, p99 as a part of Bolt’s`,
        wanted: 'at most 0.35',
        of: (id: ProgramName) =>
          over(find('throughput', kind, 64, id, 'p99'), find('throughput', kind, 64, 'bolt', 'p99')),
        met: atMost(0.35),
      },
      {
        what: `${kinds[kind].short}, 500 a second, p99 as a part of Bolt’s`,
        wanted: 'at most 0.35',
        of: (id: ProgramName) => over(find('pace', kind, id, 'p99'), find('pace', kind, 'bolt', 'p99')),
        met: atMost(0.35),
      },
    ]),
    {
      what: 'type-ahead over 10,000 plans, p99',
      wanted: 'at most 20 ms',
      of: id => find('growth', 10_000, id, 'p99'),
      met: atMost(20),
      unit: ' ms',
    },
    ...READS.flatMap(kind => [
      {
        what: `overload, ${kinds[kind].short}: latest ack`,
        wanted: 'at most 3 s',
        of: overload(kind, 'latest'),
        met: atMost(3000),
        unit: ' ms',
      },
      {
        what: `overload, ${kinds[kind].short}: ack p99`,
        wanted: 'below 100 ms',
        of: overload(kind, 'p99'),
        met: (found: number) => found < 100,
        unit: ' ms',
      },
      {
        what: `overload, ${kinds[kind].short}: memory`,
        wanted: 'below 200 MB',
        of: (id: ProgramName) => inMb(overload(kind, 'memory')(id)),
        met: (found: number) => found < 200,
        unit: ' MB',
      },
      {
        what: `overload, ${kinds[kind].short}: neither answered, told nor warned by Slack`,
        wanted: '0',
        of: overload(kind, 'untold'),
        met: atMost(0),
      },
    ]),
    {
      what: 'start, as a part of Bolt’s with one listener',
      wanted: 'at most 1',
      of: id => over(find('start', id), find('start', 'smallest')),
      met: atMost(1),
    },
    {
      what: 'memory after 50,000 requests, as a part of Bolt’s with one listener',
      wanted: 'at most 1',
      of: id => over(find('memory', id, 50_000), find('memory', 'smallest', 50_000)),
      met: atMost(1),
    },
    {
      what: 'memory after 50,000 requests, as a part of that after 10,000',
      wanted: 'at most 1.05',
      of: id => over(find('memory', id, 50_000), find('memory', id, 10_000)),
      met: atMost(1.05),
    },
  ]
}

const inMb = (bytes: number | undefined) => (bytes === undefined ? undefined : bytes / 1024 / 1024)

/** The least of those that were found. */
function least(values: readonly (number | undefined)[]): number | undefined {
  const found = values.filter(isKnown)
  return found.length === 0 ? undefined : Math.min(...found)
}
