import { setTimeout as after } from 'node:timers/promises'
import type { Links } from '../../core/person.ts'
import type { Database } from '../../storage/database.ts'
import type { TypedSecrets } from '../inspector/secrets.ts'
import { channels, type Embedded, linkPeople, people } from '../local-people.ts'
import { createPlayground } from '../local-slack.ts'
import { openStore, team } from '../local-workspace.ts'
import { createWeb, isToThisMachine } from '../web/page-server.ts'

export type PlaygroundDeps = {
  clock: () => Date
  database: Database
  links: Links
  typedSecrets: TypedSecrets
  /** Undefined with an external service. */
  embedded: Embedded | undefined
  report: (error: unknown) => void
}

/** Opens local mode's playground: a Slack with a page and a terminal at `/`. Messages survive restarts. */
export async function openPlayground(deps: PlaygroundDeps) {
  const { clock, database, links, embedded, typedSecrets, report } = deps
  const store = await openStore({ database, report })
  const playground = createPlayground({ clock, people, channels, typedSecrets, store: store.messages })
  const { url, close } = await playground.listen()

  /** Resets everything while the bot runs. */
  const reset = async (): Promise<void> => {
    await Promise.race([playground.settled().catch(() => {}), after(SETTLE_MS, undefined, { ref: false })])
    embedded?.reset()
    // The database may hold the data of another workspace.
    for (const table of ['changes', 'entries'] as const)
      await database.deleteFrom(table).where('team', '=', team.id).execute()
    await linkPeople(links, embedded, false)
    playground.reset()
    await store.flush()
  }

  const web = createWeb(playground, { embedded, reset })
  return {
    playground,
    reset,
    slack: {
      kind: 'http' as const,
      botToken: playground.botToken,
      signingSecret: playground.signingSecret,
      apiUrl: url,
    },
    inspector: playground.inspector,
    watch: playground.watch,
    async close() {
      await close()
      await store.flush()
    },
    /** Connects the playground to the bot at `address`, links people, and resolves to the welcome text. */
    async start(address: string): Promise<string> {
      playground.connect(`${address}/slack/events`)
      playground.inspector.addSecrets(people.flatMap(({ email }) => embedded?.token(email) || []))
      await linkPeople(links, embedded, true)
      return welcomeText(address)
    },
    /** Fills an empty workspace with a short conversation: Bo asks, Ana pauses a plan and shows its week. */
    async playDemo(): Promise<void> {
      if (!embedded || playground.channel('ops').length > 0) return
      const [ana, bo] = [playground.person('Ana'), playground.person('Bo')]
      bo.chat('Can somebody pause ci-runners next week? Pune is on holiday.', { channel: 'ops' })
      await ana.command('/pause ci-runners next week holiday in Pune', { channel: 'ops' })
      await playground.settled()
      await ana.command('/plan week ci-runners next week', { channel: 'ops' })
      await playground.settled()
    },
    otherwise: web.listener,
    isAllowed: isToThisMachine,
    /** Ends the streams of open pages, which would keep the server from closing. */
    closeStreams: web.close,
  }
}

const SETTLE_MS = 2000

const welcomeText = (address: string) => `
Dayshift runs on this machine alone, with a Slack to play with.

  Open ${address} in a browser.

Or talk to it from another terminal, as Ana in #ops:

  curl ${address} -d '/pause web-prod tomorrow to friday load test'

curl ${address} lists what else you can say. Ctrl-C stops it.

`
