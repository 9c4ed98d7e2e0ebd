import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { Bench } from './bench.ts'
import { writeGoals } from './goals.ts'
import { apart } from './programs/cores.ts'
import { FIRST } from './programs/standing.ts'
import { type Table, writeTable } from './table.ts'

/** What was measured, as the document has it. */
export function writePage({ choice, figures }: Bench, tables: readonly Table[]): string {
  return [
    ...(choice.whole
      ? [
          PREFACE,
          machine(choice.rounds),
          '',
          '## What is wanted',
          '',
          DUTIES,
          '',
          writeGoals(figures),
          '## What was measured',
          '',
        ]
      : []),
    ...tables.map(writeTable),
  ].join('\n')
}

const PREFACE = `# Performance

\`npm run bench\` measures the whole bot beside its peers. Each is a process of its own, and they take turns in one run; the figures are the medians of the rounds. \`npm run bench -- read 16\` measures a part of it, and \`npm run bench -- keep\` writes what it measured here.

- Every request is one of Slack’s, signed and never sent twice, from one of 6,000 people who are linked. The service and Slack answer at once. The service’s lists tell the state of each plan; where they do not, the bot asks for each, and a list costs a call more for every plan.
- The bot runs as \`npm start\` runs it: with its store, its change log and its log. It acknowledges \`/pause\` and then tells the channel by a message, which is what is timed.
- Each program is asked each kind of question ${FIRST.toLocaleString('en')} times before it is measured: until then much of its time goes into compiling.
- A test, which counts, makes sure that a request costs no more with ten times as many operations.

The peers:

- **Bare floor** is the least that a bot can do: \`node:http\`, one HMAC, one parse, undici’s \`dispatch\`; no library of Slack’s, no store and no log.
- **Bolt, idiomatic** is Bolt as its documentation shows it: with its own receiver, \`fetch\`, and as many listeners as the bot has operations.
- **slack-edge** and the **Chat SDK** run behind \`@hono/node-server\`, with as many listeners. The Chat SDK answers commands with messages, so those are what is timed.

- **Bolt with openworkflow** writes changes down as the bot does: accepted durably, acknowledged, then done and told in steps, over SQLite.

The peers find the service’s token in a map, and all but the last keep nothing of what was asked. They read the service’s answers with zod, as the bot does, and their lists of 20 plans are as large as the bot’s (5.4 KB).
`

const DUTIES = `Only Bolt with openworkflow writes down what it was asked, so changes are compared with it alone. What Bolt’s App, a log and a journal on the disk cost by themselves is under *What a bot’s duties cost the floor*.

The last column is the floor itself, measured as the bot is: what the floor does not reach, nobody can. On a shared machine, figures given as a part of the floor can differ by a fifth from one run to the next.`

const versionOf = (name: string, ...at: string[]): string => {
  const file = join(import.meta.dirname, ...at, 'node_modules', name, 'package.json')
  const { version } = JSON.parse(readFileSync(file, 'utf8'))
  return `${name} ${version}`
}

/** What it was measured on, and when. */
function machine(rounds: number): string {
  const [processor] = cpus()
  const pinned = apart
    ? 'the program on one of them, the load on another (`taskset`)'
    : 'shared by the program and the load'
  const versions = [
    versionOf('@slack/bolt', '..'),
    versionOf('undici', '..'),
    versionOf('slack-edge'),
    versionOf('chat'),
    versionOf('openworkflow'),
    versionOf('@chat-adapter/slack'),
  ]
  return `Measured on ${new Date().toISOString().slice(0, 10)}, on ${cpus().length} cores (${processor?.model.trim()}), ${pinned}, in ${rounds} rounds, with Node ${process.version}, ${versions.join(', ')}.`
}
