import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { field, follows, form, gone, inBrowser, menuItem, message, says, submits } from './visits.ts'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const violationsSchema = z.array(
  z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string(), failureSummary: z.string() })) }),
)

/** Returns the violations that axe finds in a page in each color scheme. */
async function violationsIn(page: Page, schemes: readonly ('light' | 'dark')[]): Promise<string[]> {
  await page.evaluate(`window.axe ?? (() => { ${axe} })()`)
  const all: string[] = []
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    const rules = colorScheme === 'light' ? '' : ", runOnly: ['color-contrast']"
    const { violations } = z
      .object({ violations: violationsSchema })
      .parse(await page.evaluate(`axe.run(document, { resultTypes: ['violations']${rules} })`))
    for (const { id, nodes } of violations)
      for (const { html, failureSummary } of nodes)
        all.push(`${colorScheme} ${id}: ${html} ${failureSummary}`)
  }
  return all
}

const WIDE = { width: 1200, height: 760 }
const NARROW = { width: 380, height: 740 }

const width = (page: Page) => page.evaluate('document.documentElement.scrollWidth')

const scene = (page: Page, expectSound: (what: string) => Promise<void>) => ({
  async talk() {
    await expectSound('a channel without messages')
    for (const words of ['/pause web-prod tomorrow load test', '/plan week', '/plan show web-prod'])
      await says(page, words)
    await says(page, 'All *fine*?')
    await message(page, 'All fine?').waitFor()
    await message(page, 'Only visible to you').waitFor()
    await expectSound('messages')
    await page.locator('#say').press('/')
    await expectSound('offers')
    await page.keyboard.press('Backspace')
    await message(page, 'All fine?')
      .getByRole('button', { name: /^More actions/ })
      .focus()
    await page.keyboard.press('Enter')
    await menuItem(page, 'Reply in thread').waitFor()
    await expectSound('the menu of a message')
    await follows(page, menuItem(page, 'Reply in thread'))
    await page.getByLabel('Reply …').fill('yes')
    await page.getByLabel('Reply …').press('Enter')
    await page.locator('#replies').getByText('yes').waitFor()
    await expectSound('a thread')
    await follows(page, page.getByRole('link', { name: 'Close the thread' }))
  },
  async ask() {
    await says(page, '/pause')
    await form(page).waitFor()
    await expectSound('a form')
    await field(page, 'From').fill('next friday')
    await form(page).getByRole('radio').first().waitFor()
    await submits(page)
    await form(page).locator('.error').first().waitFor()
    await expectSound('a form with errors')
    await field(page, 'Plan').fill('web')
    await page.getByRole('option', { name: 'web-prod' }).waitFor()
    await expectSound('a list')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await gone(form(page))
  },
  async look() {
    await page.getByRole('button', { name: 'Inspector', exact: true }).click()
    await page.locator('#inspector summary').first().click()
    await page.locator('#inspector .exchange summary').first().click()
    await expectSound('the inspector')
    await page.getByRole('button', { name: 'Close the inspector' }).click()
  },
})

const go = (page: Page, path: string) => page.goto(new URL(path, page.url()).href)

for (const [how, viewport, schemes] of [
  ['wide', WIDE, ['light', 'dark']],
  ['narrow', NARROW, ['light']],
] as const)
  inBrowser(`the page, ${how}`, play => {
    it('is accessible by the rules of axe, and never wider than its window', async () => {
      const { visits } = await play()
      const page = await visits('/ana/ops', { viewport })
      const expectSound = async (what: string) => {
        expect({ [what]: await violationsIn(page, schemes) }).toEqual({ [what]: [] })
        expect([what, await width(page)]).toEqual([what, viewport.width])
      }
      const { talk, ask, look } = scene(page, expectSound)
      await talk()
      await ask()
      await look()
      await go(page, '/ana/home')
      await page.locator('.home').getByText('web-prod').first().waitFor()
      await expectSound('the Home')
      await go(page, '/ana/dm')
      await says(page, 'help')
      await page.locator('#messages .message').nth(1).waitFor()
      await expectSound('the DM')
      await go(page, '/sam/ops')
      await expectSound('the token of Sam')
      if (how === 'narrow') {
        await page.getByRole('button', { name: 'Channels and people' }).click()
        await expectSound('places and people')
      }
      await page.getByRole('button', { name: 'Start over …' }).click()
      await expectSound('starting over')
    })
  })

inBrowser('the looks of the page', play => {
  it('keep everything reachable on a narrow phone', async () => {
    const { visits } = await play()
    const page = await visits('/ana/ops', { viewport: NARROW })
    await says(page, '/pause')
    await form(page).waitFor()
    const box = await form(page).boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(NARROW.width)
    expect((box?.y ?? 0) + (box?.height ?? 999)).toBeLessThanOrEqual(NARROW.height)
    await field(page, 'Plan').fill('web-prod')
    await page.getByRole('option', { name: 'web-prod' }).click()
    await field(page, 'From').fill('tomorrow')
    await submits(page)
    await message(page, '@Ana paused web-prod').getByRole('button', { name: 'Show plan' }).click()
    await message(page, 'Only visible to you').waitFor()
    await page.getByRole('button', { name: 'Channels and people' }).click()
    await follows(page, page.getByRole('link', { name: /^C?\s*Cleo/ }))
    expect(await page.locator('.whose').innerText()).toBe('as Cleo')
    await page.getByRole('button', { name: 'Channels and people' }).click()
    await follows(page, page.getByRole('link', { name: /Dayshift · Home/ }))
    await page.locator('.home').getByText('web-prod').first().waitFor()
    expect((await page.locator('main > .head').boundingBox())?.height).toBeLessThan(56)
    await page.getByRole('button', { name: 'Inspector', exact: true }).click()
    await page.locator('#inspector .action').first().waitFor()
    await page.getByRole('button', { name: 'Close the inspector' }).click()
    await gone(page.locator('#inspector'))
  })
})
