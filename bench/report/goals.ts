import { formatRounds, median, results } from './results.ts'

const { get, ratio } = results

/** Returns the goals with the measured values. */
export function goalRows(): string[][] {
  const rows: string[][] = []
  const add = (label: string, goal: string, found: readonly number[], unit?: string) =>
    void rows.push([label, goal, formatRounds(found, unit)])
  const times = (key: string, id: string, of: string) => ratio(`${key} ${id}`, `${key} ${of}`)
  const worst = (metric: string) => [
    Math.max(...['read', 'respond', 'change'].flatMap(kind => get(`overload ${metric} ${kind} dayshift`))),
  ]
  for (const [kind, name] of Object.entries({ read: '`/plan`', respond: 'a button' })) {
    add(`${name}, 16 connections, × Bolt`, '≥ 2', times(`${kind} 16 rate`, 'dayshift', 'bolt'))
    add(`${name}, 64 connections, × Bolt`, '≥ 1.6', times(`${kind} 64 rate`, 'dayshift', 'bolt'))
    add(`${name}, 500 a second, p99, × Bolt`, '≤ 0.35', times(`${kind} at rate p99`, 'dayshift', 'bolt'))
  }
  const closest = ['read', 'respond', 'typeahead']
    .flatMap(kind => [1, 16, 64].map(count => `${kind} ${count} rate`))
    .flatMap(key => ['bolt', 'slack-edge', 'chat-sdk'].map(peer => median(times(key, 'dayshift', peer))))
  add('reads and type-ahead, × the fastest peer, lowest', '≥ 1', [Math.min(...closest)])
  for (const [id, rival, name, goal] of [
    ['dayshift', 'openworkflow', 'openworkflow, SQLite', '≥ 2'],
    ['dayshift-postgres', 'pg-boss', 'pg-boss, PostgreSQL', '≥ 1'],
  ] as const) {
    for (const over of ['1 connection', '16 connections', '64 connections']) {
      const found = times(`change ${Number.parseInt(over, 10)} rate`, id, rival)
      add(`changes, ${over}, × Bolt + ${name}`, goal, found)
    }
    const acks = times('change 64 ackP99', id, rival)
    add(`ack of changes, 64 connections, p99, × Bolt + ${name}`, '< 1', acks)
  }
  const operations = times('read, operations cpu', 'dayshift 1', 'dayshift 0')
  const stored = times('change, stored changes cpu', 'dayshift 2', 'dayshift 0')
  add('changes, 500 a second, unanswered', '0', get('change at rate unanswered dayshift'))
  add('type-ahead over 10,000 plans, p99', '≤ 20 ms', get('letters p99 dayshift'), ' ms')
  add('CPU time of `/plan`, ten times the operations, × before', '≤ 1.05', operations)
  add('CPU time of changes, 1,000,000 stored, × 1,000 stored', '≤ 1.05', stored)
  add('overload, slowest ack', '≤ 3,000 ms', worst('latestAck'), ' ms')
  add('overload, ack p99', '≤ 250 ms', worst('ackP99'), ' ms')
  add('overload, people without a reply or warning', '0', worst('silent'))
  add('overload, memory', '≤ 250 MB', worst('memory'), ' MB')
  add('start, × Bolt', '≤ 1.3', times('start ms', 'dayshift', 'bolt'))
  add('start, bundled as in the image, × Bolt', '≤ 1.3', times('start ms', 'bundle', 'bolt'))
  add('memory after 50,000 requests, × Bolt', '≤ 1', times('memory 50000', 'dayshift', 'bolt'))
  add('memory, bundled as in the image, × Bolt', '≤ 1', times('memory 50000', 'bundle', 'bolt'))
  const growth = ratio('memory 50000 dayshift', 'memory 10000 dayshift')
  add('memory after 50,000 requests, × 10,000', '≤ 1.05', growth)
  add('three replicas over PostgreSQL, × one', '', times('replicas rate', '3', '1'))
  return rows
}
