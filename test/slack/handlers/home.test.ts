import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChanges } from '../../../src/changes/change-log.ts'
import { createJournal } from '../../../src/changes/store.ts'
import { type Admit, type Caller, createAdmit } from '../../../src/core/authenticate.ts'
import { operation } from '../../../src/core/operation.ts'
import { createRun } from '../../../src/core/run.ts'
import { mrkdwn } from '../../../src/message/mrkdwn.ts'
import { createClient } from '../../../src/service/client.ts'
import { createHomes } from '../../../src/slack/handlers/home.ts'
import { type Database, openDatabase } from '../../../src/storage/database.ts'
import { createOpenings } from '../../../src/storage/home-openings.ts'
import { createLinks, personKey } from '../../../src/storage/links.ts'
import { createSealer } from '../../../src/storage/seal.ts'
import { linesOf } from '../../app/log-lines.ts'
import { UNWATCHED } from '../../unguarded.ts'
import { clientBefore } from '../delivery/web-client.ts'

const about = { summary: 'x', examples: ['x'], access: 'guest', fields: {} } as const

/** A Home that tells how often it was drawn; a drawing takes as long as the first of what is `held`. */
function counting(held: Promise<void>[]) {
  let drawn = 0
  return operation({
    ...about,
    id: 'home.show',
    sentences: ['home'],
    effect: 'read',
    perform: async () => {
      const nth = ++drawn
      await held.shift()
      return nth
    },
    reply: count => ({ text: mrkdwn`drawn ${count}`, to: 'me' }),
  })
}

const change = operation({
  ...about,
  id: 'plan.change',
  sentences: ['change'],
  effect: 'change',
  doing: 'changing',
  perform: async () => undefined,
  reply: () => ({ text: mrkdwn`changed`, to: 'me' }),
})

const callerOf = (user: string): Caller => ({
  person: { key: personKey({ team: 'T1', user }), user },
  workspace: { team: 'T1' },
  whereabouts: async () => ({ zone: 'UTC' }),
  inSlack: async () => ({}),
  get request() {
    return { key: `request ${++asked}`, team: 'T1', origin: () => '{}' }
  },
})

/** The Homes of a replica, and whose they were as Slack was told; `lost` while Slack cannot be told. */
function homes(openings = openingsAt(START)) {
  const published: string[] = []
  const held: Promise<void>[] = []
  let lost = false
  const client = clientBefore(({ user_id, view }) => {
    if (lost) return 'internal_error'
    published.push(`${user_id}: ${/drawn \d+|changed/g[Symbol.match](String(view))}`)
    return {}
  })
  const { log } = linesOf()
  const run = createRun({ ...UNWATCHED, admit, changes, log, reference: () => 'r' })
  const callers = new Map<string, Caller>()
  /** Everybody comes with one request, for all that they do. */
  function come(user: string): Caller {
    const caller = callers.get(user) ?? callerOf(user)
    callers.set(user, caller)
    return caller
  }
  const made = createHomes({ run, home: counting(held), openings, clientAt: async () => client, log })
  return {
    published,
    loses: (now: boolean) => {
      lost = now
    },
    /** The next drawing takes until the function that this gives is called. */
    holds: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.push(promise)
      return resolve
    },
    open: (user: string) => made.open(client, come(user)),
    tell: (user: string) => made.tell(client, come(user), { text: mrkdwn`changed`, to: 'me' }),
    /** Somebody changes something. */
    changes: async (user: string) => {
      await made.watching(run).raw(change, {}, come(user))
    },
    /** The request of somebody is over. */
    refresh: (user: string) => made.refresh(come(user)),
  }
}

const START = '2026-12-04T09:00:00Z'
const openingsAt = (now: string) => createOpenings({ database, clock: () => new Date(now) })

let database: Database
let admit: Admit
let changes: Parameters<typeof createRun>[0]['changes']
let asked = 0
const stack = new AsyncDisposableStack()
beforeAll(async () => {
  database = stack.adopt(await openDatabase(':memory:'), opened => opened.destroy())
  const clock = () => new Date(0)
  const sealer = createSealer([Buffer.alloc(32)])
  const links = createLinks({ database, sealer, clock })
  const service = stack.adopt(createClient({ url: 'http://127.0.0.1:9', timeoutMs: 1 }), made => made.close())
  const journal = createJournal({ database, sealer, clock, owner: 'one' })
  const { log } = linesOf()
  changes = createChanges({ journal, clock, log, reference: () => `r${++asked}` })
  admit = createAdmit({ service, links, record: journal.record, clock, kinds: ['aws', 'azure', 'gcp'] })
})
afterAll(() => stack.disposeAsync())

describe('Homes', () => {
  it('are drawn again once for all that somebody changed', async () => {
    const { open, changes, refresh, published } = homes()
    await open('ANA')
    await changes('ANA')
    await changes('ANA')
    await refresh('ANA')
    await refresh('ANA')
    expect(published).toEqual(['ANA: drawn 1', 'ANA: drawn 2'])
  })

  it('are drawn again by a replica that has never seen them, of those who have opened theirs', async () => {
    const [one, other] = [homes(), homes()]
    await one.open('ANA')
    for (const user of ['ANA', 'BO']) {
      await other.changes(user)
      await other.refresh(user)
    }
    expect([one.published, other.published]).toEqual([['ANA: drawn 1'], ['ANA: drawn 1']])
  })

  it('are taken for closed by others after a week', async () => {
    await homes().open('CLEO')
    const drawnAt = async (now: string) => {
      const { changes, refresh, published } = homes(openingsAt(now))
      await changes('CLEO')
      await refresh('CLEO')
      return published.length
    }
    expect(await drawnAt('2026-12-11T08:59:59Z')).toBe(1)
    expect(await drawnAt('2026-12-11T09:00:00Z')).toBe(0)
    await homes(openingsAt('2026-12-11T09:00:00Z')).open('CLEO')
    expect(await drawnAt('2026-12-11T09:00:00Z')).toBe(1)
  })

  it('are drawn while the database is gone, and nobody hears of what it would have told', async () => {
    const gone = await openDatabase(':memory:')
    const { open, changes, refresh, published } = homes(
      createOpenings({ database: gone, clock: () => new Date(0) }),
    )
    await gone.destroy()
    await open('ANA')
    for (const user of ['ANA', 'BO']) {
      await changes(user)
      await refresh(user)
    }
    expect(published).toEqual(['ANA: drawn 1', 'ANA: drawn 2'])
  })

  it('are left to the request of whoever changed something while that of somebody else ends', async () => {
    const { open, tell, changes, refresh, published } = homes()
    for (const user of ['ANA', 'BO']) await open(user)
    await changes('ANA')
    await changes('BO')
    await refresh('BO')
    expect(await tell('ANA')).toBe(true)
    await refresh('ANA')
    expect(published).toEqual(['ANA: drawn 1', 'BO: drawn 2', 'BO: drawn 3', 'ANA: changed,drawn 4'])
  })

  it('show what was told before them once, above them, and go on after Slack was lost', async () => {
    const { open, tell, changes, refresh, published, loses } = homes()
    await open('ANA')
    await changes('ANA')
    expect(await tell('ANA')).toBe(true)
    await refresh('ANA')
    loses(true)
    expect(await tell('ANA')).toBe(false)
    loses(false)
    await changes('ANA')
    await refresh('ANA')
    expect(published).toEqual(['ANA: drawn 1', 'ANA: changed,drawn 2', 'ANA: drawn 3'])
  })

  it('have told nobody of a change where Slack does not show them', async () => {
    const { open, tell, changes, refresh, published, loses } = homes()
    await open('ANA')
    await changes('ANA')
    loses(true)
    expect(await tell('ANA')).toBe(false)
    await refresh('ANA')
    expect(published).toEqual(['ANA: drawn 1'])
  })

  it('have told nobody of a change where they were opened anew meanwhile', async () => {
    const { open, tell, changes, holds, published } = homes()
    await changes('ANA')
    const draws = holds()
    const telling = tell('ANA')
    await open('ANA')
    draws()
    expect(await telling).toBe(false)
    expect(published).toEqual(['ANA: drawn 2'])
  })
})
