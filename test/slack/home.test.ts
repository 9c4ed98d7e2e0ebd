import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Admit, type Caller, createAdmit } from '../../src/admission.ts'
import { createChanges } from '../../src/changes.ts'
import { openDatabase } from '../../src/database.ts'
import { createJournal } from '../../src/journal/store.ts'
import { createSealer } from '../../src/links/seal.ts'
import { createLinks, personKey } from '../../src/links/store.ts'
import { operation } from '../../src/operation.ts'
import { createRun } from '../../src/run.ts'
import { createClient } from '../../src/service/client.ts'
import { createHomes } from '../../src/slack/home.ts'
import { mrkdwn } from '../../src/slack/mrkdwn.ts'
import { linesOf } from '../log-lines.ts'
import { clientBefore } from './web-client.ts'

const about = { summary: 'x', examples: ['x'], access: 'guest', fields: {} } as const

/** A Home that tells how often it was drawn. */
function counting() {
  let drawn = 0
  return operation({
    ...about,
    id: 'home.show',
    sentences: ['home'],
    effect: 'read',
    perform: async () => ++drawn,
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
  whereabouts: async () => ({ zone: 'UTC' }),
  emailOf: async () => undefined,
  request: { key: `request ${++asked}`, team: 'T1', origin: '{}' },
})

/** Homes of which two are remembered, and whose they were as Slack was told; `lost` while Slack cannot be told. */
function homes() {
  const published: string[] = []
  let lost = false
  const client = clientBefore(({ user_id, view }) => {
    if (lost) return 'internal_error'
    published.push(`${user_id}: ${/drawn \d+|changed/g[Symbol.match](String(view))}`)
    return {}
  })
  const { log } = linesOf()
  const run = createRun({ admit, changes, log, reference: () => 'r' })
  const made = createHomes({ run, home: counting(), log, remembered: 2 })
  return {
    published,
    loses: (now: boolean) => {
      lost = now
    },
    open: (user: string) => made.open(client, callerOf(user)),
    tell: (user: string) => made.tell(client, callerOf(user), { text: mrkdwn`changed`, to: 'me' }),
    /** Somebody changes something. */
    changes: async (user: string) => {
      await made.watching(run).raw(change, {}, callerOf(user))
    },
    refresh: made.refresh,
  }
}

let admit: Admit
let changes: Parameters<typeof createRun>[0]['changes']
let asked = 0
const stack = new AsyncDisposableStack()
beforeAll(async () => {
  const database = stack.adopt(await openDatabase(':memory:'), opened => opened.destroy())
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
    await refresh()
    await refresh()
    expect(published).toEqual(['ANA: drawn 1', 'ANA: drawn 2'])
  })

  it('are forgotten where many others were seen since', async () => {
    const { open, changes, refresh, published } = homes()
    for (const user of ['ANA', 'BO', 'ANA', 'CLEO']) await open(user)
    published.length = 0
    for (const user of ['ANA', 'BO', 'CLEO']) await changes(user)
    await refresh()
    expect(published.map(each => each.split(':')[0]).toSorted()).toEqual(['ANA', 'CLEO'])
  })

  it('show what was told before them once, above them, and go on after Slack was lost', async () => {
    const { open, tell, changes, refresh, published, loses } = homes()
    await open('ANA')
    await changes('ANA')
    expect(await tell('ANA')).toBe(true)
    await refresh()
    loses(true)
    expect(await tell('ANA')).toBe(false)
    loses(false)
    await changes('ANA')
    await refresh()
    expect(published).toEqual(['ANA: drawn 1', 'ANA: changed,drawn 2', 'ANA: drawn 3'])
  })
})
