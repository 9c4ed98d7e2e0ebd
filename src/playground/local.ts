import type { IncomingMessage, ServerResponse } from 'node:http'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { type Links, personKey } from '../links/store.ts'
import type { Client } from '../service/client.ts'
import type { Asks } from './inspector/sentences.ts'
import { createPlayground } from './slack.ts'
import { createTerminal, USAGE } from './terminal.ts'
import { type Person, team } from './workspace.ts'

/** The people of the local mode; the embedded service knows them by their e-mail. */
const people = [
  { id: 'UANA', name: 'Ana', zone: 'Europe/Berlin', email: 'ana@acme.test' },
  { id: 'UBO', name: 'Bo', zone: 'America/New_York', email: 'bo@acme.test' },
  { id: 'UCLEO', name: 'Cleo', zone: 'Asia/Tokyo', email: 'cleo@acme.test' },
  { id: 'UDEV', name: 'Dev', zone: 'Europe/London', email: 'dev@acme.test' },
] as const satisfies Person[]

const CHANNEL = 'ops'

/** The playground in Slack's place, with a door for a terminal at `/` of the bot's own server. */
export async function openPlayground({ clock, operations }: Opening) {
  const playground = createPlayground({
    clock,
    people: [...people],
    channels: [{ id: 'COPS', name: CHANNEL }],
    operations,
    remembers: REMEMBERED,
  })
  const { url, close } = await playground.listen()
  const terminal = createTerminal(playground, { channel: CHANNEL, person: 'Ana' })
  return {
    slack: { botToken: playground.botToken, signingSecret: playground.signingSecret, apiUrl: url },
    close,
    inspector: playground.inspector,
    /** Lets the people in, once the bot listens: links those who have a token, and says how to go on. */
    async begin({ address, links, service, tokenOf }: Beginning): Promise<void> {
      playground.connect(`${address}/slack/events`)
      if (tokenOf) playground.inspector.hides(...people.map(({ email }) => tokenOf(email)))
      if (tokenOf) await linkPeople(links, service, tokenOf)
      process.stdout.write(welcome(address))
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

type Opening = { clock: () => Date; operations: readonly Asks[] }

const REMEMBERED = 200
const LONGEST = 10_000
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Whoever speaks here acts as Ana: so neither other machines may, nor the pages of a browser on this one. */
const isForeign = ({ socket, headers }: IncomingMessage): boolean =>
  headers.origin !== undefined || !LOOPBACK.has(socket.remoteAddress ?? '')

type Beginning = {
  address: string
  links: Links
  service: Pick<Client, 'call'>
  tokenOf: ((email: string) => string) | undefined
}

/** Links everybody but Dev, who shows what happens without a link. Links that are there stay. */
async function linkPeople(
  links: Links,
  service: Pick<Client, 'call'>,
  tokenOf: (email: string) => string,
): Promise<void> {
  for (const { id, email } of people.slice(0, -1)) {
    const key = personKey({ team: team.id, user: id })
    if ((await links.find(key)) !== undefined) continue
    const token = tokenOf(email)
    const { organizations } = await service.call('listOrganizations', {}, token)
    const [organization] = organizations.map(({ org_id, org_name }) => ({ id: org_id, name: org_name }))
    await links.keep(key, { token, ...(organization && { organization }) })
  }
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
