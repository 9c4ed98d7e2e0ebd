import { mkdir, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { expect, it } from 'vitest'
import { inBrowser, message, says } from './visits.ts'

/** The folder of the screenshots in the documents, written only if SCREENSHOTS is set. */
const FOLDER = 'docs'
const MAX_BYTES = 200_000
const TALL = { width: 1100, height: 920 }

const keep = async (name: string, picture: Buffer): Promise<void> => {
  expect(picture.length).toBeLessThan(MAX_BYTES)
  if (!process.env.SCREENSHOTS) return
  await mkdir(FOLDER, { recursive: true })
  await writeFile(`${FOLDER}/${name}.png`, picture)
}

inBrowser('the screenshots of the documents', play => {
  it('show #ops in light and dark', async () => {
    const { visits, playground } = await play()
    const bo = playground.person('Bo')
    const page = await visits('/ana/ops', {
      deviceScaleFactor: 1.25,
      reducedMotion: 'reduce',
      viewport: TALL,
    })
    // A font that resembles the system fonts of most people.
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
      await keep(`playground-${colorScheme}`, await page.screenshot({ caret: 'hide' }))
    }
  })

  it('show the approval of a second person on a phone', async () => {
    const { visits, playground } = await play()
    const page = await visits('/cleo/ops', {
      deviceScaleFactor: 2,
      reducedMotion: 'reduce',
      colorScheme: 'dark',
      viewport: { width: 400, height: 560 },
    })
    await page.getByText('Your first minute').click()
    await playground.person('Cleo').command('/dayshift protect web-prod', { channel: 'ops' })
    await playground.person('Ana').command('/pause web-prod tomorrow to friday load test', { channel: 'ops' })
    await message(page, '@Ana asks to pause web-prod').waitFor()
    await keep('approval', await page.screenshot({ caret: 'hide' }))
  })
})
