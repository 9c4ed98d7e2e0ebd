import { operations } from '../../src/operations/catalog.ts'
import { formatSpread, isKnown, median, type Results } from './results.ts'

/** What the bot is to reach, and what was found of it. */
type Goal = { what: string; goal: string; found: readonly number[]; unit?: string }

/** The goals beside what was found, as rows. */
export const goalRows = (results: Results): string[][] =>
  goalsOf(results).map(({ what, goal, found, unit }) => [what, goal, formatSpread(found, unit)])

const READS = [
  ['read', '`/plan`'],
  ['respond', 'a button'],
  ['typeahead', 'type-ahead'],
] as const
const PEERS = ['bolt', 'slack-edge', 'chat-sdk']

function goalsOf({ get, ratio }: Results): Goal[] {
  const times = (kind: string, connections: number, of: string, id = 'dayshift') =>
    ratio(`${kind} ${connections} rate ${id}`, `${kind} ${connections} rate ${of}`)
  const least = (all: readonly (readonly number[])[]) => [Math.min(...all.filter(isKnown).map(median))]
  const worst = (what: string) => [
    Math.max(...['read', 'respond', 'change'].flatMap(kind => get(`overload ${kind} ${what} dayshift`))),
  ]
  const flat = (key: string, few: number, many: number) =>
    ratio(`${key} dayshift ${many}`, `${key} dayshift ${few}`)
  return [
    ...READS.slice(0, 2).flatMap(([kind, name]) => [
      { what: `${name}, 16 connections, × Bolt`, goal: '≥ 2', found: times(kind, 16, 'bolt') },
      { what: `${name}, 64 connections, × Bolt`, goal: '≥ 1.6', found: times(kind, 64, 'bolt') },
    ]),
    {
      what: 'reads and type-ahead, × the fastest peer, at the closest',
      goal: '≥ 1',
      found: least(
        READS.flatMap(([kind]) => [1, 16, 64].flatMap(count => PEERS.map(peer => times(kind, count, peer)))),
      ),
    },
    ...[1, 16, 64].flatMap(count => [
      {
        what: `changes over SQLite, ${count} connections, × Bolt + openworkflow`,
        goal: '≥ 2',
        found: times('change', count, 'openworkflow'),
      },
      {
        what: `changes over PostgreSQL, ${count} connections, × Bolt + pg-boss`,
        goal: '≥ 1',
        found: times('change', count, 'pg-boss', 'dayshift-postgres'),
      },
    ]),
    {
      what: 'changes over SQLite, 64 connections, ack p99, × Bolt + openworkflow',
      goal: '< 1',
      found: ratio('change 64 ack dayshift', 'change 64 ack openworkflow'),
    },
    {
      what: 'changes over PostgreSQL, 64 connections, ack p99, × Bolt + pg-boss',
      goal: '< 1',
      found: ratio('change 64 ack dayshift-postgres', 'change 64 ack pg-boss'),
    },
    {
      what: 'type-ahead over 10,000 plans, p99',
      goal: '≤ 20 ms',
      found: get('letters p99 dayshift'),
      unit: ' ms',
    },
    ...READS.slice(0, 2).map(([kind, name]) => ({
      what: `${name}, 500 a second, p99, × Bolt`,
      goal: '≤ 0.35',
      found: ratio(`${kind} at rate p99 dayshift`, `${kind} at rate p99 bolt`),
    })),
    { what: 'changes, 500 a second, not answered', goal: '0', found: get('change at rate missing dayshift') },
    {
      what: 'processor time of `/plan` with ten times the operations',
      goal: '≤ × 1.05',
      found: flat('read, operations cpu', operations.length, 10 * operations.length),
    },
    {
      what: 'processor time of a change with 1,000,000 stored ones, × 1,000',
      goal: '≤ 1.05',
      found: flat('change, stored changes cpu', 1000, 1_000_000),
    },
    { what: 'overload: latest ack', goal: '≤ 3,000 ms', found: worst('latest'), unit: ' ms' },
    { what: 'overload: ack p99', goal: '≤ 250 ms', found: worst('p99'), unit: ' ms' },
    { what: 'overload: neither answered, told nor warned', goal: '0', found: worst('silent') },
    { what: 'overload: memory', goal: '≤ 250 MB', found: worst('memory'), unit: ' MB' },
    { what: 'start, × Bolt', goal: '≤ 1.3', found: ratio('start ms dayshift', 'start ms bolt') },
    {
      what: 'memory after 50,000 requests, × Bolt',
      goal: '≤ 1',
      found: ratio('memory 50000 dayshift', 'memory 50000 bolt'),
    },
    {
      what: 'memory after 50,000 requests, × after 10,000',
      goal: '≤ 1.05',
      found: ratio('memory 50000 dayshift', 'memory 10000 dayshift'),
    },
    {
      what: 'three replicas over PostgreSQL, × one',
      goal: 'measured',
      found: ratio('replicas rate 3', 'replicas rate 1'),
    },
  ]
}
