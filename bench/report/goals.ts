import { formatRounds, median, type Results } from './results.ts'

type Goal = readonly [what: string, goal: string, found: readonly number[], unit?: string]

/** What the bot is to reach, beside what was found of it. */
export function goalRows({ get, ratio }: Results): string[][] {
  const times = (key: string, id: string, of: string) => ratio(`${key} ${id}`, `${key} ${of}`)
  const closest = ['read', 'respond', 'typeahead'].flatMap(kind =>
    [1, 16, 64].flatMap(count =>
      ['bolt', 'slack-edge', 'chat-sdk'].map(peer =>
        median(times(`${kind} ${count} rate`, 'dayshift', peer)),
      ),
    ),
  )
  const worst = (what: string) => [
    Math.max(...['read', 'respond', 'change'].flatMap(kind => get(`overload ${what} ${kind} dayshift`))),
  ]
  const reads = (kind: string, name: string): Goal[] => [
    [`${name}, 16 connections, × Bolt`, '≥ 2', times(`${kind} 16 rate`, 'dayshift', 'bolt')],
    [`${name}, 64 connections, × Bolt`, '≥ 1.6', times(`${kind} 64 rate`, 'dayshift', 'bolt')],
    [`${name}, 500 a second, p99, × Bolt`, '≤ 0.35', times(`${kind} at rate p99`, 'dayshift', 'bolt')],
  ]
  const changes = (id: string, rival: string, name: string, goal: string): Goal[] => [
    ...[1, 16, 64].map((count): Goal => {
      const what = `changes, ${count === 1 ? '1 connection' : `${count} connections`}, × Bolt + ${name}`
      return [what, goal, times(`change ${count} rate`, id, rival)]
    }),
    [`ack of changes, 64 connections, p99, × Bolt + ${name}`, '< 1', times('change 64 ack', id, rival)],
  ]
  const [operations, stored] = ['read, operations cpu', 'change, stored changes cpu']
  const all: Goal[] = [
    ...reads('read', '`/plan`'),
    ...reads('respond', 'a button'),
    ['reads and type-ahead, × any peer, at the least', '≥ 1', [Math.min(...closest)]],
    ...changes('dayshift', 'openworkflow', 'openworkflow, SQLite', '≥ 2'),
    ...changes('dayshift-postgres', 'pg-boss', 'pg-boss, PostgreSQL', '≥ 1'),
    ['changes, 500 a second, not answered', '0', get('change at rate missing dayshift')],
    ['type-ahead over 10,000 plans, p99', '≤ 20 ms', get('letters p99 dayshift'), ' ms'],
    [
      '`/plan`: processor time with ten times the operations, ×',
      '≤ 1.05',
      times(operations, 'dayshift 1', 'dayshift 0'),
    ],
    [
      'changes: that with 1,000,000 stored ones, × 1,000',
      '≤ 1.05',
      times(stored, 'dayshift 2', 'dayshift 0'),
    ],
    ['overload: latest ack', '≤ 3,000 ms', worst('latest'), ' ms'],
    ['overload: ack p99', '≤ 250 ms', worst('p99'), ' ms'],
    ['overload: neither answered, told nor warned', '0', worst('silent')],
    ['overload: memory', '≤ 250 MB', worst('memory'), ' MB'],
    ['start, × Bolt', '≤ 1.3', times('start ms', 'dayshift', 'bolt')],
    ['start as in its image, × Bolt', '≤ 1.3', times('start ms', 'bundle', 'bolt')],
    ['memory after 50,000 requests, × Bolt', '≤ 1', times('memory 50000', 'dayshift', 'bolt')],
    ['memory as in its image, × Bolt', '≤ 1', times('memory 50000', 'bundle', 'bolt')],
    ['that, × after 10,000', '≤ 1.05', ratio('memory 50000 dayshift', 'memory 10000 dayshift')],
    ['three replicas over PostgreSQL, × one', '', times('replicas rate', '3', '1')],
  ]
  return all.map(([what, goal, found, unit]) => [what, goal, formatRounds(found, unit)])
}
