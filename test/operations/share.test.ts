import { describe, expect, it } from 'vitest'
import { operations } from '../../src/operations/catalog.ts'
import { isShareable } from '../../src/slack/handlers/respond.ts'
import { stories } from '../stories.ts'

const story = stories({ linked: ['Ana', 'Bo'] })

const SHARE = '[Share to channel]'

/** Returns the payload of a press on a forged button. */
const forgePress = (operation: string, user = 'U1ANA') => ({
  payload: JSON.stringify({
    type: 'block_actions',
    team: { id: 'T0PLAY' },
    user: { id: user, team_id: 'T0PLAY' },
    channel: { id: 'C1OPS' },
    container: { type: 'message', message_ts: '1.1', channel_id: 'C1OPS', is_ephemeral: true },
    trigger_id: '1.1',
    actions: [
      {
        type: 'button',
        action_id: `${operation}:0`,
        block_id: 'b',
        value: JSON.stringify({ how: 'share', args: {} }),
      },
    ],
  }),
})

describe('sharing a private reply', () => {
  it('posts it in the channel with the name of the person who shares it', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    await ana.types('/plan show web-prod')
    expect(story().channel()).toEqual([])
    expect(ana.readsPrivately().at(-1)).toContain(SHARE)
    await ana.presses('Share to channel')
    const [texts = ''] = story().channel()
    expect(texts).toMatch(/^Shared by <@U1ANA>\n\*web-prod\*/)
    expect(texts).not.toContain(SHARE)
    expect(bo.reads()).toEqual([texts])
    expect(story().slack.channel('ops').at(-1)?.text).toMatch(/^Shared by <@U1ANA>\n\*web-prod\*/)
  })

  it('shows times to each reader in their own time zone', async () => {
    const bo = story().person('Bo')
    await bo.types('/plan show web-prod')
    await bo.presses('Share to channel')
    expect(story().channel()[0]).toMatch(
      / running until <!date\^\d+\^\{[^|]+\|13:00> your time \(19:00 plan time\)/,
    )
  })

  it('reads it again with the token of the person who shares it', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause list')
    await ana.types('/pause web-prod tomorrow load test')
    await ana.presses('Share to channel')
    expect(story().channel().at(-1)).toContain('load test')
    expect(new Set(story().wire.received.map(({ token }) => token))).toEqual(
      new Set([story().tokenOf('Ana')]),
    )
  })

  it('shows further pages privately to the person who presses', async () => {
    for (let at = 0; at < 12; at += 1) await story().createPlan(`plan-${at}`)
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    await ana.types('/plan')
    await ana.presses('Share to channel')
    const texts = story().channel()
    await bo.presses('Next page')
    expect(story().channel()).toEqual(texts)
    expect(bo.readsPrivately().at(-1)).toContain('page 2 of 2')
    expect(bo.readsPrivately().at(-1)).toContain(SHARE)
  })
})

describe('a reply that cannot be shared', () => {
  it.each(['/dayshift help', '/dayshift whoami', '/plan show nothing-like-it', '/dayshift puase x'])(
    'has no button to share it: %s',
    async line => {
      const ana = story().person('Ana')
      await ana.types(line)
      expect(ana.readsPrivately().join()).not.toContain(SHARE)
    },
  )

  it('is any reply in the DM', async () => {
    for (let at = 0; at < 12; at += 1) await story().createPlan(`plan-${at}`)
    const ana = story().person('Ana')
    await ana.says('plan')
    await ana.presses('Next page', ana.dm)
    await ana.types('/plan', ana.dm)
    expect(ana.readsInDm.join()).not.toContain(SHARE)
  })

  const privateReads = operations.filter(({ id }) =>
    /^((account|billing|credential|follow|history|home|member|organization|protection|reminder)\.|pause\.(?:preview|suggest)$|digest\.(?:set|list)$)/.test(
      id,
    ),
  )

  it('is not shared by a forged button, which changes nothing', async () => {
    const ana = story().person('Ana')
    const changes = operations.filter(({ effect }) => effect === 'write')
    for (const { id } of [...privateReads, ...changes]) {
      const before = ana.readsPrivately().length
      await story().sendRaw(forgePress(id))
      expect(ana.readsPrivately().slice(before)).toEqual([expect.stringContaining('no longer does anything')])
    }
    expect([story().channel(), story().wire.received]).toEqual([[], []])
    expect(await story().links.find(story().keyOf('Ana'))).toBeDefined()
  })

  it('is one about accounts, organizations, members, credentials, billing, history or settings', () => {
    for (const operation of operations)
      expect(isShareable(operation), operation.id).toBe(
        operation.effect === 'read' && !privateReads.includes(operation),
      )
  })
})
