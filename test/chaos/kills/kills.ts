import { execFile } from 'node:child_process'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as after } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createDice } from '../dice.ts'
import { createCarrier } from './carrier.ts'
import { deeds, type Standing } from './deeds.ts'
import { faultsOf } from './faults.ts'
import { openFront } from './front.ts'
import { createKiller } from './killer.ts'
import { organizationsOf, type Reckoning, reckon } from './reckoning.ts'
import { createReplica, type Replica } from './replica.ts'
import { createFinder, isTakenBySlack, type Telling, tellingsOf } from './tellings.ts'
import { createWays } from './ways.ts'
import { isTaken, type Wish, wishOf } from './wish.ts'
import { freePorts, openWorld } from './world.ts'

/** How much of everything. */
export type Plan = {
  seed: number
  /** Where the replicas keep what they know; a file of their own where it is left out. */
  place?: string
  replicas: number
  people: number
  changes: number
  kills: number
  /** How long somebody does something else in between, at most. */
  restMs: number
  /** Whether the clocks are put forward in the end, so that nobody has to wait until leases run out. */
  hurried: boolean
}

const TIMEOUT_MS = 1500
const LONGEST_MS = 20 * 60_000
const MOMENT_MS = 100

/** Has people change things while everything fails, and reckons what has become of it. */
export async function kill(plan: Plan): Promise<Reckoning> {
  const { seed } = plan
  const wishes = new Map<number, Wish>()
  const replicas: Replica[] = []
  const finder = createFinder()
  const killer = createKiller({ ...plan, replicas, dice: createDice(seed), requests: plan.changes * 0.9 })
  const carrier = createCarrier({
    replicas,
    dice: createDice(seed + 1),
    signingSecret: () => world.slack.signingSecret,
    wishes,
    slackAt: () => world.api.replace('/api/', ''),
    seemsAt: replica => slackFront.urlOf(replica),
    begins: killer.begins,
    learn: finder.learn,
  })
  const world = await openWorld({ ...plan, place: plan.place, carrier })
  const faults = faultsOf(createDice(seed + 2))
  const serviceFront = await openFront({
    target: world.service,
    fault: faults.service,
    isDone: ({ status, body }) => status === 200 && body !== '',
    arrives: call => killer.comes(false, call),
    done: call => killer.done(false, call),
    lateMs: TIMEOUT_MS * 1.5,
  })
  const slackFront = await openFront({
    target: world.api,
    fault: faults.slack,
    isDone: isTakenBySlack,
    arrives: call => killer.comes(true, call),
    done: call => killer.done(true, call),
    lateMs: 0,
  })
  for (const [index, port] of (await freePorts(plan.replicas)).entries())
    replicas.push(
      createReplica({
        ...{ index, port, folder: world.folder },
        environment: {
          ...world.environment,
          SERVICE_URL: serviceFront.urlOf(index),
          SLACK_API_URL: `${slackFront.urlOf(index)}/api`,
          SERVICE_TIMEOUT_MS: String(TIMEOUT_MS),
        },
      }),
    )
  for (const replica of replicas) replica.start()

  let isOver = false
  const ways = createWays({
    slack: world.slack,
    api: world.api,
    isUp: () => replicas.some(({ isUp }) => isUp()),
    isOver: () => isOver,
  })
  const dice = createDice(seed + 3)
  let taken = 0

  async function live(asker: (typeof world.askers)[number]): Promise<void> {
    while (taken < plan.changes && !isOver) {
      const colleagues = world.askers.filter(
        each => each !== asker && each.organization.id === asker.organization.id,
      )
      const wish = wishOf(wishes.size, dice.one(deeds), asker, dice.one(colleagues))
      wishes.set(wish.id, wish)
      world.slack.workspace.channels.push({ id: wish.channel, name: wish.channel.toLowerCase() })
      await wish.deed.prepare(wish, world.desk)
      await wish.deed.asks(wish, ways)
      if (wish.asks.some(isTaken)) taken += 1
      await after(dice.upTo(plan.restMs))
    }
  }

  const openRows = () =>
    world.database.selectFrom('journal').select('id').where('lease_until', 'is not', null).execute()
  const isQuiet = () => serviceFront.underWay() + slackFront.underWay() + carrier.underWay() === 0

  async function settled(): Promise<void> {
    const until = performance.now() + LONGEST_MS
    let quietSince = performance.now()
    while ((await openRows()).length > 0 && performance.now() < until) {
      await after(MOMENT_MS)
      if (!isQuiet()) quietSince = performance.now()
      if (!plan.hurried || performance.now() - quietSince < 1500) continue
      for (const replica of replicas) replica.skip(30_000)
      quietSince = performance.now() + 4000
    }
  }

  try {
    const begun = performance.now()
    await Promise.all(world.askers.map(live))
    await killer.finish()
    const asked = performance.now()
    await settled()
    const ended = performance.now()
    isOver = true
    const codes = await Promise.all(replicas.map(replica => replica.end()))
    const rows = await world.database.selectFrom('journal').selectAll().execute()
    const standing = new Map<string, Standing[]>()
    for (const asker of organizationsOf(world.askers))
      standing.set(asker.organization.id, await world.desk.standing(asker))
    const told = tellingsOf({ wishes, calls: slackFront.calls, replicas, finder })
    const found = reckon({ wishes: [...wishes.values()], rows, told, standing, calls: serviceFront.calls })
    const problems = [
      ...found.problems,
      ...replicas.flatMap(replica => replica.problems),
      ...codes.filter(code => code !== 0).map(code => `a replica ended with ${code}`),
      ...(world.file ? soundness(world.file) : []),
      ...(await auditOf(
        world.environment,
        rows.map(({ id }) => id),
      )),
      ...hourglasses(world.slack.workspace.all(), wishes, told),
    ]
    const counts = {
      ...found.counts,
      kills: replicas.flatMap(({ kills }) => kills()).length,
      'calls to the service': serviceFront.calls.length,
      'of these failed': serviceFront.calls.filter(({ fault }) => fault).length,
      'calls to Slack': slackFront.calls.length,
      'of those failed': slackFront.calls.filter(({ fault }) => fault).length,
      'seconds asked': Math.round((asked - begun) / 1000),
      'seconds settled': Math.round((ended - asked) / 1000),
    }
    return { problems, counts }
  } finally {
    isOver = true
    await Promise.all(replicas.map(replica => replica.end('SIGKILL')))
    await carrier.close()
    await Promise.all([serviceFront.close(), slackFront.close()])
    await world.close()
  }
}

function soundness(file: string): string[] {
  const database = new DatabaseSync(file)
  const told = JSON.stringify(database.prepare('PRAGMA integrity_check').all())
  database.close()
  return told === '[{"integrity_check":"ok"}]' ? [] : [`the database is not sound: ${told}`]
}

const AUDIT = new URL('../../../src/audit.ts', import.meta.url).pathname

/** The audit has every change once. */
async function auditOf(env: Record<string, string>, ids: string[]): Promise<string[]> {
  const words = [AUDIT, '--since', '2020-01-01']
  const { stdout } = await promisify(execFile)(process.execPath, words, {
    env: { ...env, SERVICE_URL: 'http://127.0.0.1:1' },
    maxBuffer: 64 * 1024 * 1024,
  })
  const refs = stdout
    .trim()
    .split('\n')
    .map(line => /"ref":"([^"]+)"/.exec(line)?.[1] ?? '')
  const same = refs.toSorted().join() === ids.toSorted().join()
  return same ? [] : [`the audit has ${refs.length} lines of ${ids.length} changes`]
}

/** No message says for ever that something is being done. */
function hourglasses(
  messages: readonly { channel: string; text: string; blocks: unknown; only?: string }[],
  wishes: ReadonlyMap<number, Wish>,
  told: ReadonlyMap<number, readonly Telling[]>,
): string[] {
  return messages
    .filter(({ text, blocks, only }) => !only && /hourglass/.test(`${text}${JSON.stringify(blocks)}`))
    .flatMap(({ channel, text }) => {
      const wish = [...wishes.values()].find(each => each.channel === channel)
      // Of a message that nobody knows to be there nobody can say more.
      if (told.get(wish?.id ?? -1)?.some(each => each.text === text && each.excuse)) return []
      return `${wish?.plan} (${wish?.deed.name}): a message still says that it is under way: ${text.slice(0, 100)}`
    })
}
