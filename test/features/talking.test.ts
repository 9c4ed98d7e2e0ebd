import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

describe('sentences as people talk', () => {
  it('Ana gives a plan another name in one sentence, which Undo takes back', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan rename web-prod to web')
    expect(ana.form).toBeUndefined()
    expect(ana.reads()).toEqual([
      `${ana.mention} changed *web-prod*\nName: web-prod → web\n[Undo] [Edit plan] [Show plan]`,
    ])
    await ana.presses('Undo')
    expect(await story().planId('web-prod')).toBeDefined()
  })

  it('Ana asks what is paused, and who paused it', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause ci-runners tomorrow')
    await ana.types('/dayshift what’s paused?')
    expect(ana.readsAlone().at(-1)).toContain('ci-runners')
    await ana.types('/dayshift who paused ci-runners?')
    expect(ana.readsAlone().at(-1)).toMatch(/^1 change to \*ci-runners\*/)
  })

  it('Ana says the name as her phone writes it', async () => {
    await story().person('Ana').types('/pause Web prod until friday')
    expect(await story().pauses('web-prod')).toHaveLength(1)
  })
})
