import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../../../src/core/authenticate.ts'
import { operation } from '../../../src/core/operation.ts'
import { mrkdwn } from '../../../src/message/mrkdwn.ts'
import type { Reply } from '../../../src/message/reply.ts'
import { createHomes } from '../../../src/slack/handlers/home-tab.ts'
import { type Database, openDatabase } from '../../../src/storage/database.ts'
import { createOpenings } from '../../../src/storage/home-openings.ts'
import { personKey } from '../../../src/storage/links.ts'
import { linesOf } from '../../app/log-lines.ts'
import { clientBefore } from '../delivery/web-client.ts'

const home = operation({
  id: 'home.show',
  effect: 'read',
  access: 'anyone',
  command: { words: ['home'] },
  help: { summary: 'x', examples: ['home'] },
  fields: {},
  execute: async () => undefined,
  present: () => ({ text: mrkdwn`home`, to: 'me' }),
})

const callerOf = (user: string): Caller => ({
  person: { key: personKey({ team: 'T1', user }), user },
  workspace: { team: 'T1' },
  locale: async () => ({ zone: 'UTC' }),
  profileOf: async () => ({}),
})

const CHANGED: Reply = { text: mrkdwn`changed`, to: 'me' }

/** The Homes of a replica, and what it published; `lost` while Slack cannot be reached. */
function homes(openings = openingsAt(START)) {
  const published: string[] = []
  const held: Promise<void>[] = []
  let lost = false
  let drawn = 0
  const client = clientBefore(({ user_id, view }) => {
    if (lost) return 'internal_error'
    published.push(`${user_id}: ${/drawn \d+|changed/g[Symbol.match](String(view))}`)
    return {}
  })
  const { log } = linesOf()
  const pipeline = {
    /** A Home that tells how often it was drawn. */
    async handle() {
      const nth = ++drawn
      await held.shift()
      const reply: Reply = { text: mrkdwn`drawn ${nth}`, to: 'me' }
      return { kind: 'done', operation: home, args: {}, reply } as const
    },
  }
  const made = createHomes({ pipeline, home, openings, clientAt: async () => client, log })
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
    open: (user: string) => made.open(client, callerOf(user)),
    show: (user: string) => made.show(client, callerOf(user), CHANGED, true),
    refresh: (user: string) => made.refresh(callerOf(user)),
  }
}

const START = '2026-12-04T09:00:00Z'
const openingsAt = (now: string) => createOpenings({ database, clock: () => new Date(now) })

let database: Database
beforeAll(async () => {
  database = await openDatabase(':memory:')
})
afterAll(() => database.destroy())

describe('Homes', () => {
  it('are redrawn by a replica that has never drawn them, where they were opened', async () => {
    const [one, other] = [homes(), homes()]
    await one.open('ANA')
    for (const user of ['ANA', 'BO']) await other.refresh(user)
    expect([one.published, other.published]).toEqual([['ANA: drawn 1'], ['ANA: drawn 1']])
  })

  it('count as closed by other replicas after a week', async () => {
    await homes().open('CLEO')
    const drawnAt = async (now: string) => {
      const { refresh, published } = homes(openingsAt(now))
      await refresh('CLEO')
      return published.length
    }
    expect(await drawnAt('2026-12-11T08:59:59Z')).toBe(1)
    expect(await drawnAt('2026-12-11T09:00:00Z')).toBe(0)
    await homes(openingsAt('2026-12-11T09:00:00Z')).open('CLEO')
    expect(await drawnAt('2026-12-11T09:00:00Z')).toBe(1)
  })

  it('are drawn without the database', async () => {
    const gone = await openDatabase(':memory:')
    const { open, refresh, published } = homes(createOpenings({ database: gone, clock: () => new Date(0) }))
    await gone.destroy()
    await open('ANA')
    for (const user of ['ANA', 'BO']) await refresh(user)
    expect(published).toEqual(['ANA: drawn 1', 'ANA: drawn 2'])
  })
})
