import type { Database } from '../../storage/database.ts'
import type { Links } from '../../storage/links.ts'
import type { TypedSecrets } from '../inspector/sentences.ts'
import { openStore } from '../kept/store.ts'
import { createPlayground } from '../slack.ts'
import { createUnderWay } from '../under-way.ts'
import { openWeb } from '../web/open.ts'
import { createLinking, type Embedded } from './linking.ts'
import { channels, people } from './people.ts'
import { createReset } from './reset.ts'
import { createTerminal, USAGE } from './terminal.ts'

/**
 * The playground in Slack's place, with a door for a terminal at `/` of the bot's own server. What is said there
 * outlasts a restart.
 */
export async function openPlayground(around: Surroundings) {
  const { clock, database, links, embedded, typedSecrets, report } = around
  const kept = await openStore({ database, report })
  const playground = createPlayground({
    ...{ clock, people, channels, typedSecrets },
    store: kept,
    remembers: REMEMBERED,
  })
  const { url, close } = await playground.listen()
  const underWay = createUnderWay()
  const linking = createLinking({ links, embedded })
  const terminal = createTerminal(playground, { channel: 'ops', person: 'Ana' })
  const { reset, resetMeans } = createReset({ playground, kept, linking, database, embedded })
  const web = openWeb({
    playground,
    steps: kept.steps,
    tokenOf: ({ email = '' }) => embedded?.tokenOf(email),
    terminal,
    usage: USAGE,
    reset,
    resetMeans,
  })
  return {
    playground,
    /** What outlasts a restart; of it, `steps` is for the guide. */
    kept,
    reset,
    resetMeans,
    slack: {
      kind: 'http' as const,
      botToken: playground.botToken,
      signingSecret: playground.signingSecret,
      apiUrl: url,
    },
    inspector: playground.inspector,
    /** The same app, whose work the playground waits for, and knows of which action it is. */
    watched: <E extends { body: Record<string, unknown> }>(app: { processEvent(event: E): Promise<void> }) =>
      playground.inspector.watched(underWay.watched(app)),
    async close() {
      await Promise.all([close(), linking.close()])
      await kept.written()
    },
    /** Lets the people in, once the bot listens: links those who have a token, and tells how to go on. */
    async begin(address: string): Promise<string> {
      playground.connect(`${address}/slack/events`, { idle: underWay.idle })
      playground.inspector.hides(() => people.flatMap(({ email }) => embedded?.tokenOf(email) ?? []))
      await linking.begin()
      return welcome(
        address,
        embedded ? 'and a scheduling service of its own' : 'before a scheduling service that is elsewhere',
      )
    },
    /** Answers all that is not Slack's: the page, and the door for a terminal. */
    otherwise: web.listener,
    /** Lets those go who look at the page: else a server that stops waits for them. */
    leave: web.close,
  }
}

const REMEMBERED = 200

/** What the playground stands among: the bot's own database and links. */
export type Surroundings = {
  clock: () => Date
  database: Database
  /** Hears of what could not be kept. */
  report: (error: unknown) => void
  links: Links
  typedSecrets: TypedSecrets
  /** The service that began with the playground, unless there is another. */
  embedded: Embedded | undefined
}

const welcome = (address: string, service: string) => `
Dayshift runs on this machine alone: a Slack to play with, ${service}.

  Open ${address} in a browser.

Or talk to it from another terminal, as Ana in #ops:

  curl ${address} -d '/pause web-prod tomorrow to friday load test'

curl ${address} lists what else you can say. Ctrl-C stops it.

`
