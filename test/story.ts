import { setTimeout as after } from 'node:timers/promises'
import type { App } from '@slack/bolt'
import { request } from 'undici'
import { createBot } from '../src/app/bot.ts'
import { createLog, createRequests } from '../src/app/log.ts'
import { createChangeStore } from '../src/changes/change-store.ts'
import { createHistory } from '../src/changes/history.ts'
import { personKey } from '../src/core/person.ts'
import { createLocalService } from '../src/embedded-service/service.ts'
import { typedSecrets } from '../src/language/secret-words.ts'
import { operations } from '../src/operations/catalog.ts'
import { printMessage } from '../src/playground/local/terminal.ts'
import { createPlayground } from '../src/playground/local-slack.ts'
import { team } from '../src/playground/local-workspace.ts'
import { createClient } from '../src/service/client.ts'
import { openService } from '../src/service/open-service.ts'
import { createSlackHttp } from '../src/slack/delivery/slack-http.ts'
import { createReceiver } from '../src/slack/transport/http-receiver.ts'
import { createLoadShedding } from '../src/slack/transport/load-shedding.ts'
import { createSocketReceiver } from '../src/slack/transport/socket-receiver.ts'
import { openDatabase } from '../src/storage/database.ts'
import { createSealer } from '../src/storage/encryption.ts'
import { createEntries, createLinks } from '../src/storage/entries.ts'
import { createActor, QUIET_MS } from './actor.ts'
import { createCrashPoint } from './crash-point.ts'
import { KEY } from './key.ts'
import { expectNoLeaks } from './no-leaks.ts'
import { bytesOf, createOutgoing, rowsOf } from './outgoing.ts'
import { signed } from './signed.ts'
import { openSocketSlack } from './socket-slack.ts'
import { openWire } from './wire.ts'
import { createSteps } from './workflow-steps.ts'

/** All but Eve have accounts in the service; Dev and Eve have no link at first. Eve's display name is Ana. */
const people = [
  { id: 'U1ANA', name: 'Ana', zone: 'Europe/Berlin', email: 'ana@acme.test' },
  { id: 'U2BO', name: 'Bo', zone: 'America/New_York', email: 'bo@acme.test' },
  { id: 'U3CLEO', name: 'Cleo', zone: 'Asia/Tokyo', email: 'cleo@acme.test' },
  { id: 'U4DEV', name: 'Dev', zone: 'Europe/London', email: 'dev@acme.test' },
  {
    id: 'U5EVE',
    name: 'Eve',
    zone: 'America/New_York',
    email: 'eve@acme.test',
    locale: 'en-US',
    displayName: 'Ana',
  },
] as const

export type Name = (typeof people)[number]['name']

/** Wednesday morning in Berlin. */
const WEDNESDAY = '2026-11-18T09:00:00Z'

/** The service's kinds of credentials, in the order of its document. */
const KINDS = ['aws', 'azure', 'gcp'] as const

/** The bot's waits are divided by this. */
const SPEED_UP = 100

export type Story = Awaited<ReturnType<typeof openStory>>

/**
 * Opens all of Dayshift on loopback: the real app over signed HTTP, the embedded service, the local Slack.
 * @param service the address of a service other than the embedded one
 * @param linked people with a linked account
 * @param openMs how long the circuit breaker stays open
 * @param publicUrl enables the private page for secrets
 * @param file a database that outlives the story
 * @param socketMode Slack sends over WebSockets
 * @param stranger a person of another workspace with shared channels
 * @param locale everyone's language in Slack
 * @param pauseMeans the description of a paused day that people read
 */
export async function openStory({
  now = WEDNESDAY,
  service: serviceUrl,
  linked = ['Ana', 'Bo', 'Cleo'],
  timeoutMs = 2000,
  ackWithinMs = 2000,
  openMs = 0,
  publicUrl,
  file = ':memory:',
  socketMode = false,
  stranger,
  locale,
  pauseMeans = '',
}: {
  now?: string
  service?: string
  linked?: readonly Name[]
  timeoutMs?: number
  ackWithinMs?: number
  openMs?: number
  publicUrl?: string
  file?: string
  socketMode?: boolean
  stranger?: Name
  locale?: string
  pauseMeans?: string
} = {}) {
  let time = new Date(now)
  const clock = () => time
  // Includes the date, so that waits between calls pass with the story's clock.
  const monotonicMs = () => performance.now() + time.getTime()
  const logged: string[] = []
  const log = createLog('trace', { write: (line: string) => void logged.push(line) })

  const embedded = createLocalService({ file: ':memory:', key: KEY, clock, kinds: KINDS })
  const listening = await embedded.listen(0, '127.0.0.1')
  const outgoing = createOutgoing()
  const opened = await openDatabase(file)
  const database = outgoing.recordDatabase(opened)
  const sealer = createSealer([KEY])
  const entries = createEntries({ database, sealer, clock })
  const links = outgoing.recordLinks(createLinks(entries))
  const wire = await openWire(serviceUrl ?? listening.url)
  const direct = createClient({ url: listening.url, timeoutMs })

  const socket = socketMode ? await openSocketSlack() : undefined
  const steps = createSteps()
  const slack = createPlayground({
    ...(socket && { carrier: socket.carrier }),
    clock,
    people: people.map(person => ({
      ...person,
      ...(person.name === stranger && { team: 'T9FAR' }),
      ...(locale && { locale }),
    })),
    channels: [
      { id: 'C1OPS', name: 'ops' },
      { id: 'C2FAR', name: 'far', bot: false },
      { id: 'C3BOTH', name: 'both', shared: true },
      { id: 'C4TEAM', name: 'team', members: ['U1ANA'] },
    ],
    typedSecrets: typedSecrets(operations),
    methods: steps.methods,
  })
  const { inspector } = slack
  inspector.addSecrets([steps.token])
  const requests = createRequests(() => '')
  const service = openService({
    url: wire.url,
    timeoutMs,
    random: () => 0,
    watch: next => inspector.interceptors.service(outgoing.recordService(next)),
    clock,
    now: monotonicMs,
    openMs: { first: openMs, longest: openMs },
    maxAgeMs: 0,
  })
  const { url: apiUrl, close: closeSlack } = await slack.listen()
  const http = createSlackHttp({ apiUrl, interceptor: inspector.interceptors.Slack })
  const slackFailures = new Map<string, string>()
  const outcomes: string[] = []
  let references = 0
  let rejectionsLeft = 0
  let isOverloaded = false
  const parts = {
    slack: { tokenOf: async () => slack.botToken, apiUrl },
    links,
    database,
    entries,
    publicUrl,
    pictures: { address: () => publicUrl, sealer },
    kinds: KINDS,
    pauseMeans,
    clock,
    log,
    reference: () => `ref-${++references}`,
    onAnswer: (operation: string, outcome: string) => void outcomes.push(`${operation} ${outcome}`),
    wait: (ms: number) => after(ms / SPEED_UP),
  }
  const slackHttp = outgoing.recordSlack({
    fetch: async (url, options) => {
      const { pathname } = new URL(url)
      const channel = /(?:^|&)channel=([^&]*)/.exec(String(options?.body ?? ''))?.[1] ?? ''
      const failure = slackFailures.get(`${pathname} ${channel}`) ?? slackFailures.get(pathname)
      if (failure === 'unreachable') throw new Error('Slack cannot be reached')
      if (failure === 'hangs') await new Promise(() => {})
      if (failure && failure !== 'late') return Response.json({ ok: false, error: failure })
      const answer = await http.fetch(url, options)
      if (failure === 'late') throw new DOMException('It took too long', 'TimeoutError')
      return answer
    },
    post: async (url, body) => (rejectionsLeft-- > 0 ? { ok: false, status: 429 } : http.post(url, body)),
  })

  /** Starts a process of the bot that receives all further requests. It may crash at any of its calls. */
  async function startBot(owner: string) {
    const crashPoint = createCrashPoint()
    const store = crashPoint.crashable(createChangeStore({ database, sealer, clock, owner }))
    const bot = createBot({
      ...parts,
      http: crashPoint.crashable(slackHttp),
      service: crashPoint.crashable(service),
      store,
      history: createHistory(database),
    })
    const loadShedding = createLoadShedding({
      limits: { normal: 400, busy: 0 },
      isBusy: () => isOverloaded,
      onReject: () => {},
    })
    const dispatching = { loadShedding, ackWithinMs, log, run: requests.run, onHandled: () => {} }
    const receiver = createReceiver({
      signingSecret: socket ? undefined : slack.signingSecret,
      clock,
      ...dispatching,
      stopGraceMs: 20,
      routes: bot.routes,
    })
    const overSocket =
      socket &&
      createSocketReceiver({
        ...dispatching,
        openUrl: async () => socket.url,
        timing: { steady: 0, pause: 1 },
      })
    const init = (app: App) => {
      const watched = slack.watch(outgoing.attributeCalls(crashPoint.crashableAcks(app)))
      receiver.init(watched)
      overSocket?.init(watched)
    }
    const app = bot.listenTo({ ...receiver, init })
    const { port } = await receiver.start(0, '127.0.0.1')
    const connections = socket?.connections() ?? 0
    await overSocket?.start()
    await socket?.until(() => socket.connections() > connections)
    const address = `http://127.0.0.1:${port}`
    slack.connect(`${address}/slack/events`)
    return { receiver, overSocket, bot, app, crashPoint, address }
  }
  let running = await startBot('one')
  const earlier: (typeof running)[] = []

  const keyOf = (name: Name) => personKey({ team: team.id, user: idOf(name) })
  const organization = await acme()
  for (const name of linked) await links.save(keyOf(name), { token: tokenOf(name), organization })

  function tokenOf(name: Name): string {
    return embedded.token(people.find(person => person.name === name)?.email ?? '')
  }

  async function acme() {
    const { organizations } = await direct.call('listOrganizations', {}, tokenOf('Ana'))
    const organization = organizations.find(({ org_name }) => org_name === 'Acme')
    if (!organization) throw new Error('The embedded service has no Acme')
    return { id: organization.org_id, name: organization.org_name }
  }

  async function restart(): Promise<void> {
    await running.overSocket?.stop()
    await running.receiver.stop()
    earlier.push(running)
    running = await startBot(`process ${earlier.length + 1}`)
  }

  const survives = (work: Promise<unknown>): Promise<boolean> =>
    Promise.race([work.then(() => true), running.crashPoint.crashed.then(() => false)])

  async function crashDuring(steps: number, work: () => Promise<unknown>): Promise<boolean> {
    running.crashPoint.crashAfter(steps)
    const hasCrashed = !(await survives(work()))
    await restart()
    return hasCrashed
  }

  /** The stage of the undelivered change: `prepared` once its arguments are stored, before it is sent. */
  async function storedStage() {
    const changes = database.selectFrom('changes').where('delivered_at', 'is', null)
    const [change] = await changes.where('state', '<>', 'scheduled').select(['state', 'args']).execute()
    return change?.state === 'accepted' && change.args !== null ? 'prepared' : change?.state
  }

  /** Sends a signed form that the local Slack would not send, and waits until all work is done. */
  const sendRaw = (fields: Record<string, string>, address?: string) =>
    postSigned(new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded', address)

  async function postSigned(body: string, type: string, address = running.address) {
    const answer = await request(`${address}/slack/events`, {
      method: 'POST',
      headers: { 'content-type': type, ...signed(slack.signingSecret, time, body) },
      body,
    })
    const text = await answer.body.text()
    outgoing.answers.push(text)
    await slack.settled(QUIET_MS)
    return { status: answer.statusCode, text }
  }

  /** Posts a message as the bot, such as one of an older version. */
  async function postAsBot(message: object) {
    const answer = await request(`${apiUrl}chat.postMessage`, {
      method: 'POST',
      headers: { authorization: `Bearer ${slack.botToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ channel: 'C1OPS', ...message }),
    })
    await answer.body.dump()
  }

  /** Runs all changes that are due. */
  async function recover(): Promise<void> {
    await running.bot.recover()
    await slack.settled(QUIET_MS)
  }

  async function findListed(planName: string) {
    const { plans } = await direct.call('listPlans', { org_id: (await acme()).id }, tokenOf('Ana'))
    const plan = plans.find(({ name }) => name === planName)
    if (!plan) throw new Error(`The service has no plan ${planName}`)
    return plan
  }

  return {
    slack,
    /** Everything that the bot sent and stored. */
    outgoing,
    /** The parts with which a faulty bot could leak a secret. */
    parts: { ...parts, ...slackHttp, service },
    links,
    database,
    entries,
    /** The address of the bot. */
    get address() {
      return running.address
    },
    /** Slack's end of the WebSockets; throws over HTTP. */
    get socket() {
      if (!socket) throw new Error('This story is over HTTP')
      return socket
    },
    /** The proxy before the service, which records calls, and can fail or hold them. */
    wire,
    sendRaw,
    /** The Bolt app. */
    get app() {
      return running.app
    },
    /** Delivers an event again, as Slack does. */
    async redeliver(event: object, address?: string) {
      if (!socket) return postSigned(JSON.stringify(event), 'application/json', address)
      const { status, body } = await socket.carrier.send('', 'application/json', JSON.stringify(event))
      await slack.settled(QUIET_MS)
      return { status, text: body }
    },
    postAsBot,
    /** Runs a step of a workflow, and resolves to its event once all work is done. */
    async step(step: string, inputs: Record<string, unknown>) {
      const event = await steps.begin(slack, step, inputs)
      await slack.settled(QUIET_MS)
      return event
    },
    /** How the steps of workflows ended. */
    stepEnds: steps.ends,
    /**
     * Fails a Slack method with an error, in all channels or (`chat.update C1OPS`) in one. Other failures:
     * `unreachable`; `hangs`, without a response; `late`, with an effect but a late response.
     */
    failSlack: (method: string, failure: string) => void slackFailures.set(`/api/${method}`, failure),
    /** Ends all failures of Slack. */
    restoreSlack: () => slackFailures.clear(),
    /** Makes the bot reject requests as overloaded, or stops that. */
    setOverloaded: (value: boolean) => {
      isOverloaded = value
    },
    /** Calls the service directly. */
    service: direct,
    tokenOf,
    keyOf,
    acme,
    logged,
    outcomes,
    /** Crashes the process after this many calls. */
    crashAfter: (steps: number) => running.crashPoint.crashAfter(steps),
    /** Waits for an interaction, and resolves to false if the process crashed meanwhile. */
    survives,
    /** Replaces the process after an interaction, or crashes it after these steps; accepting takes three. */
    crashDuring,
    /**
     * Crashes the process at the first step, not before `from`, that leaves a change at this stage; earlier
     * ones are deleted. Resolves to the number of that step.
     */
    async crashAt(
      stage: 'accepted' | 'prepared' | 'done',
      work: () => Promise<unknown>,
      from = 3,
    ): Promise<number> {
      let steps = from
      for (; (await storedStage()) !== stage; steps += 1) {
        await database.deleteFrom('changes').execute()
        await crashDuring(steps, work)
      }
      return steps - 1
    },
    storedStage,
    /** Replaces the process by a new one. */
    restart,
    /** Starts a second process over the same database, and resolves to the address of the first. */
    startReplica: async () => {
      const { address } = running
      earlier.push(running)
      running = await startBot(`process ${earlier.length + 1}`)
      return address
    },
    recover,
    /** Sets the clock, and runs all changes that are due by then. */
    advanceTo: (then: string) => {
      time = new Date(then)
      return recover()
    },
    /** Lets time pass, and runs due changes every five seconds as the recovery does. */
    async passes(seconds: number) {
      const start = time.getTime()
      for (let at = 5; at <= seconds; at += 5) {
        time = new Date(start + at * 1000)
        await recover()
      }
      time = new Date(start + seconds * 1000)
    },
    /** Runs all changes that are due, in all processes at once. */
    recoverAll: async () => {
      await Promise.all([running, ...earlier].map(({ bot }) => bot.recover()))
      await slack.settled(QUIET_MS)
    },
    /** Makes Slack refuse the next messages to response_urls. */
    rejectResponseUrls: (messages: number) => {
      rejectionsLeft = messages
    },
    /** A person; each interaction waits until all work is done. */
    person: (name: Name) => createActor(slack, name),
    /** The public messages in a channel, as plain text. */
    channel: (name = 'ops') => slack.channel(name).map(printMessage),
    now: clock,
    setTime: (to: string) => {
      time = new Date(to)
    },
    /** The pauses of a plan in the service. */
    pauses: async (planName: string) =>
      (await findListed(planName)).pauses.map(({ pause_start, pause_end, reason = '' }) => [
        pause_start,
        pause_end,
        reason,
      ]),
    planId: async (planName: string) => (await findListed(planName)).id,
    /** Makes everyone a member of these organizations, regardless of their token. */
    setOrganizations: (...names: string[]) => {
      const attributes = { role: 'member', owner: 'ana@acme.test', resources: 3 }
      const organizations = names.map((org_name, at) => ({ org_id: String(at + 1), org_name, ...attributes }))
      wire.respondWith('list', { data: { organizations } })
    },
    /** Creates a plan without the bot. */
    createPlan: async (name: string) => {
      const attributes = { description: '', timezone: 'UTC+01:00', state: 'active' as const }
      const schedule = { days: ['mon' as const], start: '8', duration: 8 }
      await direct.call(
        'createPlan',
        { org_id: (await acme()).id, name, schedule, ...attributes },
        tokenOf('Ana'),
      )
    },
    /** Pauses a plan without the bot; days are DD/MM/YYYY. */
    pauseElsewhere: async (planName: string, pause_start: string, pause_end: string) => {
      const request = {
        org_id: (await acme()).id,
        plan_id: (await findListed(planName)).id,
        pause_start,
        pause_end,
      }
      await direct.call('pausePlan', { ...request, reason: '' }, tokenOf('Ana'))
    },
    /** Removes all pauses of a plan without the bot. */
    resumeElsewhere: async (planName: string) => {
      const { id, pauses } = await findListed(planName)
      const ids = { org_id: (await acme()).id, plan_id: id }
      for (const { pause_id } of pauses)
        await direct.call('removePlanPause', { ...ids, pause_id }, tokenOf('Ana'))
    },
    async close() {
      const processes = [running, ...earlier]
      await Promise.all(processes.map(({ overSocket }) => overSocket?.stop()))
      // A stopping server waits for open connections, so Slack closes its own at the same time.
      await Promise.all([...processes.map(({ receiver }) => receiver.stop()), closeSlack()])
      await socket?.close()
      await Promise.all([service.close(), direct.close(), http.close()])
      const tokens = embedded.tokens().map(({ email, token }) => [`the token of ${email}`, token])
      await Promise.all([wire.close(), listening.close()])
      const rows = await rowsOf(opened)
      await opened.destroy()
      expectNoLeaks({
        ...outgoing,
        keys: {
          'the token of the bot': slack.botToken,
          'the token of a step': steps.token,
          'the signing secret': slack.signingSecret,
          'the encryption key': KEY.toString(),
          ...(socket && { 'the ticket of the socket': new URL(socket.url).search }),
          ...Object.fromEntries(tokens),
        },
        requests: slack.requests,
        logged,
        inspected: inspector.actions,
        remains: [...rows, ...(await bytesOf(file))],
      })
    },
  }
}

const idOf = (name: Name): string => people.find(person => person.name === name)?.id ?? ''
