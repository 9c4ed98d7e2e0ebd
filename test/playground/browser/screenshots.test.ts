import { mkdir, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { expect, it } from 'vitest'
import { inBrowser, message, says } from './visits.ts'

/** Where the pictures of the README lie; they are written there only when somebody asks for it. */
const FOLDER = 'docs'
const MOST_BYTES = 200_000
const TALL = { width: 1100, height: 920 }

inBrowser('the pictures of the README', play => {
  it('show #ops as it is, in light and dark', async () => {
    const { visits, playground } = await play()
    const bo = playground.person('Bo')
    const page = await visits('/ana/ops', {
      deviceScaleFactor: 1.25,
      reducedMotion: 'reduce',
      viewport: TALL,
    })
    // What most people's systems have is not on every machine: this is like it.
    await page.evaluate("document.documentElement.style.fontFamily = 'Inter, system-ui, sans-serif'")
    bo.chat('We load-test the checkout tomorrow and Friday. Can *web-prod* stay up through the night?', {
      channel: 'ops',
    })
    await says(page, '/pause web-prod tomorrow to friday load test')
    await message(page, '@Ana paused web-prod').waitFor()
    bo.chat('Perfect, thanks Ana :tada:', { channel: 'ops' })
    await says(page, '/plan week web-prod')
    await message(page, 'Only visible to you').waitFor()
    await page.locator('#guide').getByText('Thu 19paused').waitFor()
    await page.mouse.move(0, 0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const picture = await page.screenshot({ caret: 'hide' })
      expect(picture.length).toBeLessThan(MOST_BYTES)
      if (!process.env.SCREENSHOTS) continue
      await mkdir(FOLDER, { recursive: true })
      await writeFile(`${FOLDER}/playground-${colorScheme}.png`, picture)
    }
  })
})
