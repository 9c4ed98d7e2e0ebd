import process from 'node:process'
import type { Database } from '../database.ts'
import type { Links } from '../links/store.ts'
import type { Client } from '../service/client.ts'
import { createLinking, type Embedded } from './linking.ts'
import { channels, people } from './people.ts'
import { createPlayground } from './slack.ts'
import { openStore } from './store.ts'
import { createTerminal, USAGE } from './terminal.ts'
import { openWeb } from './web/open.ts'

/**
 * The playground in Slack's place, with a door for a terminal at `/` of the bot's own server. What is said there
 * outlasts a restart; `report` hears what could not be kept.
 */
export async function openPlayground({ clock, database, report, embedded }: Surroundings) {
  const kept = await openStore({ database, report })
  const playground = createPlayground({ clock, people, channels, store: kept })
  const { url, close } = await playground.listen()
  const terminal = createTerminal(playground, { channel: 'ops', person: 'Ana' })
  const web = openWeb({
    playground,
    steps: kept.steps,
    tokenOf: ({ email = '' }) => embedded?.tokenOf(email),
    terminal,
    usage: USAGE,
    reset: async () => {},
  })
  return {
    playground,
    /** What outlasts a restart; of it, `steps` is for the guide. */
    kept,
    slack: { botToken: playground.botToken, signingSecret: playground.signingSecret, apiUrl: url },
    /** Lets those go who look at the page: comes before the server waits for what is under way. */
    leave: web.close,
    async close() {
      await close()
      await kept.written()
    },
    /** Lets the people in, once the bot listens: links those who have a token, and says how to go on. */
    async begin({ address, links, service }: Beginning): Promise<void> {
      playground.connect(`${address}/slack/events`)
      await createLinking({ links, service, embedded }).begin()
      process.stdout.write(welcome(address))
    },
    /** Answers all that is not Slack's: the page, and the door for a terminal. */
    otherwise: web.listener,
  }
}

type Surroundings = {
  clock: () => Date
  database: Database
  report: (error: unknown) => void
  embedded: Embedded | undefined
}

type Beginning = {
  address: string
  links: Links
  service: Pick<Client, 'call'>
}

const welcome = (address: string) => `
Dayshift runs on this machine alone: a Slack to play with, and a scheduling service of its own.
Say something to it from another terminal, as Ana in #ops:

  curl ${address} -d '/pause web-prod tomorrow to friday load test'
  curl ${address} -d 'press Resume now'

curl ${address} tells what else there is to say. Ctrl-C stops it.

`
