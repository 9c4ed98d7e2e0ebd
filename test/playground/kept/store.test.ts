import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createActivity } from '../../../src/playground/activity.ts'
import { homeView, messageBlocks } from '../../../src/playground/blocks.ts'
import type { Home } from '../../../src/playground/modals.ts'
import type { Collection } from '../../../src/playground/store.ts'
import { openStore } from '../../../src/playground/store.ts'
import { createWorkspace, type Message } from '../../../src/playground/workspace.ts'
import { type Database, openDatabase } from '../../../src/storage/database.ts'

/** A database in memory, and the way to open the playground's store in it as after a restart. */
async function opened() {
  const database = await openDatabase(':memory:')
  onTestFinished(() => database.destroy())
  const failures: unknown[] = []
  return { database, failures, again: () => openStore({ database, report: error => failures.push(error) }) }
}

const rowsOf = (database: Database) =>
  database
    .withTables<{ playground: { kind: string; key: string; body: string } }>()
    .selectFrom('playground')
    .selectAll()
    .execute()

const words = fc.string({ unit: 'binary', minLength: 1, maxLength: 70 })
const plain = words.map(text => ({ type: 'plain_text' as const, text }))
const mrkdwn = words.map(text => ({ type: 'mrkdwn' as const, text }))
const button = fc.record({ type: fc.constant('button' as const), text: plain, value: words })
const calendar = fc.record({ type: fc.constant('datepicker' as const), placeholder: plain })
const block = fc.oneof(
  fc.record({ type: fc.constant('section' as const), text: mrkdwn, accessory: button }),
  fc.record({
    type: fc.constant('context' as const),
    elements: fc.array(mrkdwn, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    type: fc.constant('actions' as const),
    elements: fc.array(fc.oneof(button, calendar), { minLength: 1, maxLength: 4 }),
  }),
)
const blocks = fc.array(block, { maxLength: 4 })

/** A message as the Web API took it from an app, or a person wrote it: each with a stamp of its own. */
const message: fc.Arbitrary<Omit<Message, 'ts'>> = fc.record(
  {
    channel: fc.constantFrom('COPS', 'CDEV', 'DUANA'),
    user: fc.constantFrom('UANA', 'U0BOT'),
    text: fc.string({ unit: 'binary' }),
    blocks: blocks.map(some => messageBlocks.parse(some)),
    thread_ts: fc.constant('1796378400.000001'),
    only: fc.constantFrom('UANA', 'UBO'),
    edited: fc.constant(true),
  },
  { requiredKeys: ['channel', 'user', 'text', 'blocks'] },
)

const home: fc.Arbitrary<Home> = fc.record({
  person: fc.constantFrom('UANA', 'UBO', 'UCLEO'),
  view: fc.tuple(blocks, words).map(([some, id]) => ({
    ...homeView.parse({ type: 'home', blocks: some }),
    ...{ id, hash: id, team_id: 'T', app_id: 'A', bot_id: 'B', app_installed_team_id: 'T' },
    ...{ root_view_id: id, previous_view_id: null },
  })),
})

type Act = { kind: 'post'; message: Omit<Message, 'ts'> } | { kind: 'edit' | 'remove'; at: number }

const act: fc.Arbitrary<Act> = fc.oneof(
  message.map(message => ({ kind: 'post' as const, message })),
  fc.record({ kind: fc.constantFrom('edit' as const, 'remove' as const), at: fc.nat(9) }),
)

describe('what the playground keeps', () => {
  it('is what everybody read before, whatever was said, edited and deleted', async () => {
    const { again } = await opened()
    const people = ['Ana', 'Bo'].map(name => ({ id: `U${name.toUpperCase()}`, name, zone: 'UTC' }))
    const channels = ['COPS', 'CDEV', 'DUANA'].map(id => ({ id, name: id }))
    const workspaceOf = (stored: Collection<Message>) => {
      const workspace = createWorkspace({
        clock: () => new Date(0),
        people,
        channels,
        activity: createActivity(),
        stored,
      })
      const readers = [...people.map(({ id }) => id), undefined]
      return {
        ...workspace,
        everything: () => channels.map(place => readers.map(who => workspace.read(place, who))),
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), async acts => {
        const store = await again()
        const workspace = workspaceOf(store.messages)
        workspace.reset()
        const posted: Message[] = []
        for (const one of acts) {
          if (one.kind === 'post') posted.push(workspace.post(one.message))
          const message = one.kind === 'post' ? undefined : posted[one.at]
          if (message && one.kind === 'edit') workspace.edit(message, { text: 'edited', blocks: [] })
          if (message && one.kind === 'remove') workspace.remove(message)
        }
        await store.flush()
        const later = workspaceOf((await again()).messages)
        expect(later.everything()).toEqual(workspace.everything())
      }),
      { numRuns: 60 },
    )
  })

  it('is read back as it was, in the order of its stamps', async () => {
    const { again, failures } = await opened()
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 5 }), fc.array(home), async (said, published) => {
        const messages = said.map((one, at) => ({
          ...one,
          ts: `1796378400.${String(at + 1).padStart(6, '0')}`,
        }))
        const store = await again()
        store.messages.clear()
        store.homes.clear()
        for (const one of messages.toReversed()) store.messages.put(one)
        for (const one of published) store.homes.put(one)
        await store.flush()
        const { messages: later, homes } = await again()
        expect(later.initial).toEqual(messages)
        const last = new Map(published.map(one => [one.person, one]))
        expect(new Map(homes.initial.map(one => [one.person, one]))).toEqual(last)
      }),
      { numRuns: 40 },
    )
    expect(failures).toEqual([])
  })

  it('is what was put last, without what was removed', async () => {
    const { again } = await opened()
    const said = (ts: string, text: string) => ({ channel: 'COPS', ts, user: 'UANA', text, blocks: [] })
    const store = await again()
    store.messages.put(said('1.000001', 'first'))
    store.messages.put(said('1.000002', 'gone'))
    store.messages.put(said('1.000001', 'edited'))
    store.messages.remove(said('1.000002', 'gone'))
    await store.flush()
    expect((await again()).messages.initial).toEqual([said('1.000001', 'edited')])
  })

  it('is a step of the guide once it is done, until all starts over', async () => {
    const { again } = await opened()
    const { steps, flush } = await again()
    steps.complete('pause')
    steps.complete('pause')
    steps.complete('home')
    expect(steps.completed()).toEqual(new Set(['pause', 'home']))
    await flush()
    const later = await again()
    expect(later.steps.completed()).toEqual(new Set(['pause', 'home']))
    later.steps.reset()
    expect(later.steps.completed()).toEqual(new Set())
    await later.flush()
    expect((await again()).steps.completed()).toEqual(new Set())
  })

  it('is dropped where it does not fit any more', async () => {
    const { again, database } = await opened()
    const { messages, flush } = await again()
    messages.put({ channel: 'COPS', ts: '1.000001', user: 'UANA', text: 'hello', blocks: [] })
    await flush()
    const table = database.withTables<{ playground: { kind: string; key: string; body: string } }>()
    const bodies = ['{"channel":"COPS","blocks":[{"type":"carousel"}]}', 'not even JSON', '[]']
    const rows = bodies.map((body, at) => ({ kind: 'message', key: `0 ${at}`, body }))
    await table.insertInto('playground').values(rows).execute()
    const later = await again()
    expect(later.messages.initial.map(({ text }) => text)).toEqual(['hello'])
    await later.flush()
    expect(await rowsOf(database)).toHaveLength(1)
  })

  it('that cannot be flush is told, and what comes later is flush still', async () => {
    const { again, database, failures } = await opened()
    const store = await again()
    await database.schema.dropTable('playground').execute()
    store.steps.complete('lost')
    await store.flush()
    expect(failures).toMatchObject([{ message: expect.stringContaining('no such table') }])
    await again()
    store.steps.complete('kept')
    await store.flush()
    expect((await rowsOf(database)).map(({ key }) => key)).toEqual(['kept'])
  })
})
