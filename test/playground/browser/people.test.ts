import { expect, it } from 'vitest'
import { follows, gone, inBrowser, message, says } from './visits.ts'

inBrowser('two people at once', play => {
  it('see public messages at once without reloading, and private ones only for themselves', async () => {
    const { visits, settled } = await play()
    const [ana, bo] = [await visits('/ana/ops'), await visits('/bo/dev')]
    await says(ana, '/pause web-prod tomorrow load test')
    await follows(bo, bo.getByRole('link', { name: '# ops' }))
    await message(bo, '@Ana paused web-prod').waitFor()

    await says(bo, '/plan')
    const reply = message(bo, 'Acme has 6 plans')
    await reply.getByText('Only visible to you').waitFor()
    await says(bo, 'Who wanted this?')
    await message(ana, 'Who wanted this?').waitFor()
    expect(await ana.getByText('Acme has 6 plans').count()).toBe(0)

    await message(bo, '@Ana paused web-prod').getByRole('button', { name: 'Resume now' }).click()
    await message(bo, 'Viewers can’t resume a plan.').waitFor()
    await settled()
    expect(await ana.getByText('Viewers can’t resume a plan.').count()).toBe(0)
    await message(ana, '@Ana paused web-prod').getByRole('button', { name: 'Resume now' }).click()
    await message(bo, '@Ana cancelled the upcoming pause of web-prod').waitFor()
    await gone(bo.getByRole('button', { name: 'Resume now' }))
  })
})
