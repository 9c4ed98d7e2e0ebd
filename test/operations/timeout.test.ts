import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories({ timeoutMs: 500 })
const LATE = 'The scheduling service did not answer in time.'

/** Lets Ana type several commands at once, and returns her private replies. */
async function repliesTo(...sentences: string[]) {
  const ana = story().person('Ana')
  await Promise.all(sentences.map(sentence => ana.types(sentence)))
  return ana.readsPrivately().map(message => message.replace(/ref-\d+/, 'ref'))
}

describe('when the service never responds', () => {
  it('a change is looked up until its outcome is known, and reported then', async () => {
    const sentences = [
      '/pause web-prod tomorrow load test',
      '/pause change data-warehouse until friday',
      '/resume web-staging',
    ]
    story().wire.respond('pause_plan', 'hang')
    story().wire.respond('remove_pause', 'hang')
    const requests = [
      'pause web-prod Thu 19 Nov 2026',
      'pause change data-warehouse until Fri 20 Nov 2026',
      'resume web-staging',
    ]
    const inDoubt = (each: string) =>
      `${LATE} You asked: “${each}”. That may or may not have been done: I will keep checking, and tell you here. (Reference ref)\n[Show plan]`
    expect(await repliesTo(...sentences)).toEqual(requests.map(inDoubt))
    // Creating a pause twice would leave two, so it is not sent again; removing one may be.
    const actions = story()
      .wire.changes()
      .map(({ action }) => action)
    expect(actions.toSorted()).toEqual(['pause_plan', 'pause_plan', 'remove_pause', 'remove_pause'])
    expect(story().channel()).toEqual([])
    const ana = story().person('Ana')
    await ana.presses('Show plan')
    expect(ana.readsPrivately().at(-1)).toMatch(/^\*(web-prod|data-warehouse|web-staging)\*\n/)
    story().wire.restore()
    await story().recover()
    expect(story().channel()).toEqual([])
    await story().advanceTo('2026-11-18T09:00:30Z')
    expect(story().channel().toSorted()).toEqual([
      expect.stringContaining('cancelled the upcoming pause of *web-staging*'),
      expect.stringContaining('changed the pause of *data-warehouse*'),
      expect.stringContaining('paused *web-prod*: Thu 19 Nov 2026 (1 day) – load test'),
    ])
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', 'load test']])
    await story().recover()
    expect(story().channel()).toHaveLength(3)
  })

  it('a change that arrives late, and is refused when repeated, counts as done', async () => {
    const ana = story().person('Ana')
    const answer = story().wire.hold('remove_pause')
    const typed = ana.types('/resume data-warehouse')
    await story().wire.reached(4)
    answer()
    await typed
    expect(story().wire.changes()).toMatchObject([{ action: 'remove_pause' }, { action: 'remove_pause' }])
    expect(story().channel()).toEqual([expect.stringContaining('resumed *data-warehouse*')])
    expect(ana.readsPrivately()).toEqual([])
  })

  it('a form closes, since its change continues', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod')
    await ana.fills({ From: 'tomorrow', Reason: 'load test' })
    story().wire.respond('pause_plan', 'hang')
    await ana.submits()
    expect(ana.form).toBeUndefined()
    expect(ana.readsPrivately()).toEqual([
      expect.stringContaining(
        `${LATE} You asked: “pause web-prod Thu 19 Nov 2026”. That may or may not have been done`,
      ),
    ])
    await story().advanceTo('2026-11-18T09:00:30Z')
    await story().advanceTo('2026-11-18T09:02:00Z')
    expect(ana.readsPrivately().at(-1)).toMatch(
      /^You asked: “pause web-prod Thu 19 Nov 2026”\nThe scheduling service never answered this\. Nothing was changed\. .*\n\[Try again\]$/,
    )
    story().wire.restore()
    await ana.presses('Try again')
    expect(ana.fields).toMatchObject({ Plan: 'web-prod', From: 'tomorrow', Reason: 'load test' })
    await ana.submits()
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', 'load test']])
  })
})
