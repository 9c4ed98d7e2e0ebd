import { describe, expect, it, onTestFinished } from 'vitest'
import { createStates, STATE_MINUTES } from '../../../src/slack/oauth/oauth-states.ts'
import { openDatabase } from '../../../src/storage/database.ts'
import { databases } from '../../postgres/databases.ts'

describe.each(databases)('a state in $kind', ({ place }) => {
  async function setUp() {
    let time = new Date('2026-11-18T09:00:00Z')
    const database = await openDatabase(await place())
    onTestFinished(() => database.destroy())
    const withSecret = (secret: string) => createStates({ database, secret, clock: () => time })
    return {
      withSecret,
      used: () => database.selectFrom('used_states').selectAll().execute(),
      passes: (minutes: number) => {
        time = new Date(time.getTime() + minutes * 60_000)
      },
    }
  }

  it('counts once, even for several at the same time', async () => {
    const { withSecret } = await setUp()
    const [one, other] = [withSecret('s'), withSecret('s')]
    const state = one.make()
    const both = await Promise.all([one.use(state), other.use(state)])
    expect(both.sort()).toEqual([false, true])
    expect(await other.use(state)).toBe(false)
    expect(await other.use(one.make())).toBe(true)
  })

  it('is good for its minutes, and nothing is kept of it any longer', async () => {
    const { withSecret, used, passes } = await setUp()
    const states = withSecret('s')
    const [first, second] = [states.make(), states.make()]
    expect(await states.use(first)).toBe(true)
    passes(STATE_MINUTES)
    expect(await states.use(second)).toBe(false)
    expect(await states.use(states.make())).toBe(true)
    expect(await used()).toHaveLength(1)
  })

  it('is none where another secret has signed it', async () => {
    const { withSecret, used } = await setUp()
    expect(await withSecret('s').use(withSecret('t').make())).toBe(false)
    expect(await used()).toEqual([])
  })
})
