import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Database } from '../database.ts'
import type { Links } from '../links/store.ts'
import type { Client } from '../service/client.ts'
import { createLinking, type Embedded } from './linking.ts'
import { channels, people } from './people.ts'
import { createReset } from './reset.ts'
import { createPlayground } from './slack.ts'
import { openStore } from './store.ts'
import { createTerminal, USAGE } from './terminal.ts'

/**
 * The playground in Slack's place, with a door for a terminal at `/` of the bot's own server. What is said there
 * outlasts a restart.
 */
export async function openPlayground({ clock, database, report, links, service, embedded }: Surroundings) {
  const kept = await openStore({ database, report })
  const playground = createPlayground({ clock, people, channels, store: kept })
  const { url, close } = await playground.listen()
  const linking = createLinking({ links, service, embedded })
  const terminal = createTerminal(playground, { channel: 'ops', person: 'Ana' })
  return {
    playground,
    /** What outlasts a restart; of it, `steps` is for the guide. */
    kept,
    ...createReset({ playground, kept, linking, database, embedded }),
    slack: { botToken: playground.botToken, signingSecret: playground.signingSecret, apiUrl: url },
    async close() {
      await close()
      await kept.written()
    },
    /** Lets the people in, once the bot listens: links those who have a token, and tells how to go on. */
    async begin(address: string): Promise<string> {
      playground.connect(`${address}/slack/events`)
      await linking.begin()
      return welcome(address)
    },
    routes: {
      'GET /': (_: IncomingMessage, response: ServerResponse) => say(response, USAGE),
      'POST /': async (request: IncomingMessage, response: ServerResponse) => {
        if (isForeign(request)) response.writeHead(403).end()
        else if (Number(request.headers['content-length'] ?? LONGEST) >= LONGEST)
          response.writeHead(413).end()
        else say(response, await terminal(await text(request)))
      },
    },
  }
}

const LONGEST = 10_000
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Whoever speaks here acts as Ana: so neither other machines may, nor the pages of a browser on this one. */
const isForeign = ({ socket, headers }: IncomingMessage): boolean =>
  headers.origin !== undefined || !LOOPBACK.has(socket.remoteAddress ?? '')

/** What the playground stands among: the bot's own database, links and service. */
export type Surroundings = {
  clock: () => Date
  database: Database
  /** Hears of what could not be kept. */
  report: (error: unknown) => void
  links: Links
  service: Pick<Client, 'call'>
  /** The service that began with the playground, unless there is another. */
  embedded: Embedded | undefined
}

const welcome = (address: string) => `
Dayshift runs on this machine alone: a Slack to play with, and a scheduling service of its own.
Say something to it from another terminal, as Ana in #ops:

  curl ${address} -d '/pause web-prod tomorrow to friday load test'
  curl ${address} -d 'press Resume now'

curl ${address} tells what else there is to say. Ctrl-C stops it.

`

function say(response: ServerResponse, said: string): void {
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(said)
}
