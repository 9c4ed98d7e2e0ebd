import type { App } from '@slack/bolt'
import { onTestFinished } from 'vitest'
import { createBot } from '../src/app/bot.ts'
import { openWorkspace } from '../src/app/dependencies.ts'
import { createLog } from '../src/app/log.ts'
import { createChangeStore } from '../src/changes/change-store.ts'
import { createHistory } from '../src/changes/history.ts'
import type { FormValues } from '../src/core/field.ts'
import { personKey } from '../src/core/person.ts'
import { createLocalService } from '../src/embedded-service/service.ts'
import { typedSecrets } from '../src/language/secret-words.ts'
import { operations } from '../src/operations/catalog.ts'
import { createSignedCarrier } from '../src/playground/delivery.ts'
import { printMessage } from '../src/playground/local/terminal.ts'
import { createPlayground } from '../src/playground/local-slack.ts'
import type { Person, Team } from '../src/playground/local-workspace.ts'
import { createClient } from '../src/service/client.ts'
import { createSlackHttp } from '../src/slack/delivery/slack-http.ts'
import { keyOf } from '../src/slack/origin.ts'
import { createReceiver } from '../src/slack/transport/http-receiver.ts'
import { openDatabase } from '../src/storage/database.ts'
import { createSealer } from '../src/storage/encryption.ts'
import { createEntries, createLinks } from '../src/storage/entries.ts'
import { createForget } from '../src/storage/installations.ts'
import type { EntryKind } from '../src/storage/schema.ts'
import { createActor, QUIET_MS } from './actor.ts'
import { ADMIT_ALL, NO_TELEMETRY } from './bot-parts.ts'
import { browserAt } from './browser.ts'
import { KEY } from './key.ts'
import { expectNoLeaks } from './no-leaks.ts'
import { createOutgoing, rowsOf } from './outgoing.ts'
import { PUBLIC_URL } from './private-page.ts'
import { openSlackRouter } from './slack-router.ts'
import { newChange } from './stored-rows.ts'
import { createSteps } from './workflow-steps.ts'

const signingSecret = 's1gning-s3cr3t'
export const app = { clientId: '1.2', clientSecret: 'c1ient-s3cr3t', stateSecret: 'st4te-s3cr3t' }
const REDIRECT = `${PUBLIC_URL}/slack/oauth_redirect`
const KINDS = ['aws', 'azure', 'gcp'] as const

/** Every workspace has its own Ana and Bo, with the same ids. */
const people = [
  { id: 'U1ANA', name: 'Ana', zone: 'Europe/Berlin', email: 'ana@acme.test' },
  { id: 'U2BO', name: 'Bo', zone: 'America/New_York', email: 'bo@acme.test' },
]

/**
 * Opens Dayshift with OAuth installations in several workspaces. After the test it expects no leaks.
 * @param guests people of other workspaces, with which all channels are shared
 */
export async function openManyWorkspaces(teams: Team[], guests: Person[] = []) {
  let time = new Date('2026-11-18T09:00:00Z')
  const clock = () => time
  const logged: string[] = []
  const log = createLog('trace', { write: (line: string) => void logged.push(line) })
  const outgoing = createOutgoing(team => guests.find(guest => guest.team === team)?.enterprise)
  const embedded = createLocalService({ file: ':memory:', key: KEY, clock, kinds: KINDS })
  const listening = await embedded.listen(0, '127.0.0.1')
  const service = createClient({ url: listening.url, timeoutMs: 2000, watch: outgoing.recordService })
  const opened = await openDatabase(':memory:')
  const database = outgoing.recordDatabase(opened)
  const sealer = createSealer([KEY])
  const entries = createEntries({ database, sealer, clock })
  const links = outgoing.recordLinks(createLinks(entries))
  const slackRouter = await openSlackRouter(app)
  const { close: closeHttp, ...slackHttp } = createSlackHttp({ apiUrl: slackRouter.url })
  const http = outgoing.recordSlack(slackHttp)
  const workspaces = await Promise.all(
    teams.map(async team => {
      const steps = createSteps()
      const slack = createPlayground({
        clock,
        team,
        carrier: createSignedCarrier({ clock, signingSecret, ackMs: 3000 }),
        typedSecrets: typedSecrets(operations),
        people: [...people, ...guests],
        channels: [{ id: 'C1OPS', name: 'ops' }],
        methods: steps.methods,
      })
      const { url: api, close } = await slack.listen()
      return { team, slack, steps, api, botToken: slack.botToken, close }
    }),
  )
  const workspaceAccess = await openWorkspace(
    { kind: 'oauth', ...app, signingSecret, apiUrl: slackRouter.url },
    { publicUrl: PUBLIC_URL, http, entries, clock, log },
  )
  let references = 0
  const bot = createBot({
    ...NO_TELEMETRY,
    slack: { tokenOf: workspaceAccess.tokenOf, apiUrl: slackRouter.url },
    http,
    service,
    entries,
    links,
    clock,
    log,
    store: createChangeStore({ database, sealer, clock, owner: 'one' }),
    history: createHistory(database),
    publicUrl: PUBLIC_URL,
    pictures: { address: () => PUBLIC_URL, sealer },
    kinds: KINDS,
    reference: () => `ref-${++references}`,
  })
  const receiver = createReceiver({
    ...ADMIT_ALL,
    signingSecret,
    clock,
    log,
    routes: { ...workspaceAccess.routes, ...bot.routes },
  })
  bot.listenTo({
    ...receiver,
    init: (to: App) =>
      receiver.init(workspaces.reduce((app, { slack }) => slack.watch(app), outgoing.attributeCalls(to))),
  })
  const { port } = await receiver.start(0, '127.0.0.1')
  const address = `http://127.0.0.1:${port}`
  for (const { slack } of workspaces) slack.connect(`${address}/slack/events`)

  onTestFinished(async () => {
    await Promise.all([receiver.stop(), ...workspaces.map(({ close }) => close())])
    const tokens = embedded.tokens().map(({ email, token }) => [`the token of ${email}`, token])
    await Promise.all([slackRouter.close(), closeHttp(), service.close(), listening.close()])
    const remains = await rowsOf(opened)
    await opened.destroy()
    const issued = slackRouter.secrets().map((secret, at) => [`token ${at} that Slack gave out`, secret])
    expectNoLeaks({
      ...outgoing,
      // The exchange of a code holds the client secret by design.
      sent: outgoing.sent.filter(({ url }) => !url.endsWith('/oauth.v2.access')),
      keys: {
        'the signing secret': signingSecret,
        'the secret of the app': app.clientSecret,
        'the secret of the states': app.stateSecret,
        'the encryption key': KEY.toString(),
        ...Object.fromEntries([...tokens, ...issued]),
      },
      requests: workspaces.flatMap(({ slack }) => slack.requests),
      logged,
      inspected: [],
      remains,
    })
  })

  const workspace = (id: string) => {
    const found = workspaces.find(({ team }) => team.id === id)
    if (!found) throw new Error(`There is no workspace ${id}`)
    return found
  }
  const browser = browserAt(address, undefined, outgoing)
  const cookieOf = (headers: { 'set-cookie'?: string | string[] | undefined }) =>
    String(headers['set-cookie']).split(';')[0] ?? ''

  /** Opens the install page; returns the browser's cookie and the address of the button. */
  async function openInstallPage() {
    const page = await browser.open(`${PUBLIC_URL}/slack/install`)
    const [, href = ''] = /href="([^"]+)"/.exec(page.html) ?? []
    const target = new URL(href.replaceAll('&amp;', '&'))
    return { page, target, cookie: cookieOf(page.headers), state: target.searchParams.get('state') ?? '' }
  }

  /** Follows Slack's redirect to the bot. */
  const returnFromSlack = (query: Record<string, string>, cookie: string) =>
    browser.send(`${REDIRECT}?${new URLSearchParams(query)}`, { headers: { cookie } })

  return {
    slackRouter,
    database,
    links,
    logged,
    browser,
    openInstallPage,
    returnFromSlack,
    tokenOf: workspaceAccess.tokenOf,
    forget: createForget(entries),
    /** Issues the code of a grant for one workspace or several of an enterprise. */
    grant: (ids: string[]) => slackRouter.grant(ids.map(workspace), REDIRECT),
    /** Installs the app through the install page; its token rotates if it expires. */
    async install(ids: string[], expiresIn?: number) {
      const { state, cookie } = await openInstallPage()
      return returnFromSlack(
        { code: slackRouter.grant(ids.map(workspace), REDIRECT, expiresIn), state },
        cookie,
      )
    },
    person: (team: string, name: string) => createActor(workspace(team).slack, name),
    slack: (team: string) => workspace(team).slack,
    /** Runs a workflow step of the app, and waits until all work is done. */
    async step(team: string, step: string, inputs: Record<string, unknown>) {
      const { steps, slack } = workspace(team)
      await steps.begin(slack, step, inputs)
      await slack.settled(QUIET_MS)
    },
    stepEnds: (team: string) => workspace(team).steps.ends(),
    channel: (team: string) => workspace(team).slack.channel('ops').map(printMessage),
    /** Sends an event of a workspace. */
    async sendEvent(team: string, event: { type: string } & Record<string, unknown>) {
      await workspace(team).slack.event(event)
      await workspace(team).slack.settled(QUIET_MS)
    },
    /** Sends an interaction, and resolves to the response. */
    async sendInteraction(payload: object) {
      const body = new URLSearchParams({ payload: JSON.stringify(payload) })
      const signed = createSignedCarrier({ clock, signingSecret, ackMs: 3000 })
      onTestFinished(() => signed.close())
      return signed.send(`${address}/slack/events`, 'application/x-www-form-urlencoded', `${body}`)
    },
    /** Links a person of a workspace or an enterprise without the bot. */
    async link(team: string, user: string) {
      const enterprise = workspaces.find(each => each.team.id === team)?.team.enterprise
      const token = embedded.token(user === 'U1ANA' ? 'ana@acme.test' : 'bo@acme.test')
      const { organizations } = await service.call('listOrganizations', {}, token)
      const [organization] = organizations.map(({ org_id: id, org_name: name }) => ({ id, name }))
      const key = personKey({ team, user, ...(enterprise && { enterprise }) })
      await links.save(key, { token, ...(organization && { organization }) }, { team, enterprise })
    },
    /** Stores a change in #ops that a process accepted, but did not start before it died. */
    async leaveUnfinished(team: string, user: string, operation: string, values: FormValues) {
      const { enterprise } = workspace(team).team
      const origin = { team, enterprise, user, channel: 'C1OPS' }
      const id = `left in ${team}`
      const deadStore = createChangeStore({ database, sealer, clock, owner: 'gone' })
      const request = { args: {}, values, omitted: [] }
      const owners = { team, enterprise: enterprise ?? null, organization: null, actor: keyOf(origin) }
      await deadStore.accept(newChange(id, { ...owners, operation, origin, request }))
      await deadStore.postpone(id, -99)
    },
    /** Runs all changes that are due. */
    async recover() {
      await bot.recover()
      await Promise.all(workspaces.map(({ slack }) => slack.settled(QUIET_MS)))
    },
    token: (email: string) => embedded.token(email),
    /** The stored entries of a kind. */
    remaining: (kind: EntryKind) => entries.of(kind).execute(),
    /** The keys of all linked people. */
    linked: async () => (await entries.of('link').orderBy('person').execute()).map(({ person }) => person),
    setTime: (to: string) => {
      time = new Date(to)
    },
  }
}
