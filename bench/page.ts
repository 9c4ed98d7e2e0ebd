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

\`npm run bench\` measures the bot whole beside its peers, each a process of its own, in one run in which they take turns: what is told are the medians of the rounds; \`npm run bench -- read 16\` a part of it, and \`npm run bench -- keep\` puts what it measured here. Every request is one of Slack’s, signed and never sent twice, of one of 6,000 people who are linked; the service and Slack answer at once. The bot runs as \`npm start\` runs it: with its store, its journal and its log. All have been asked each kind of question ${FIRST.toLocaleString('en')} times before they are measured: until then much of their time goes into compiling. That a request costs no more where there are ten times as many operations is held by a test, which counts.

- **Bare floor** is the least that a bot can do: \`node:http\`, one HMAC, one parse, undici’s \`dispatch\`, no library of Slack’s, no store and no log.
- **Bolt, idiomatic** is Bolt as its documents show it, with its own receiver, \`fetch\`, and as many listeners as the bot has operations.
- **slack-edge** and the **Chat SDK** run behind \`@hono/node-server\`, with as many listeners. The Chat SDK answers commands by messages, which is what is timed then.
- The peers find the service’s token in a map, and keep nothing of what was asked; they read the service’s answers by zod, as the bot does, and their lists of 20 plans weigh as much as the bot’s (5.4 KB).
`

const DUTIES =
  'The peers write nothing down and log nothing. What Bolt’s App, a log and a journal on the disk cost by themselves stands under *What a bot’s duties cost the floor*: of reads they leave about what is wanted, of changes not much more, and over one connection, where everything waits for the disk, about what Bolt does without a journal: that row is hardly won by a bot that keeps what it was asked. In the last column stands what the floor does itself, measured as the bot is: what it does not reach nobody can. On a machine that is shared a part of the floor differs by a fifth from one run to the next.'

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
    versionOf('@chat-adapter/slack'),
  ]
  return `Measured on ${new Date().toISOString().slice(0, 10)}, on ${cpus().length} cores (${processor?.model.trim()}), ${pinned}, in ${rounds} rounds, with Node ${process.version}, ${versions.join(', ')}.`
}
