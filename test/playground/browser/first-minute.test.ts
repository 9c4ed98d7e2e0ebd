import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  composer,
  field,
  focused,
  follows,
  form,
  gone,
  inBrowser,
  message,
  patient,
  says,
  submits,
} from './visits.ts'

const guide = (page: Page) => page.locator('#guide')
const step = (page: Page, title: string) => guide(page).getByRole('link', { name: title })
const ticked = (page: Page, count: number) => guide(page).getByText(`${count} of 5 done`).waitFor()

inBrowser('the first minute', play => {
  it('is five clicks, each ticked once it is done', async () => {
    const { visits, plans, tokenOf } = await play()
    const page = await visits('/')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await ticked(page, 0)
    await follows(page, step(page, 'Pause a plan'))
    expect(await composer(page).inputValue()).toBe('/pause web-prod tomorrow for 3 days load test')
    await composer(page).press('Enter')
    await message(page, '@Ana paused web-prod').waitFor()
    await ticked(page, 1)
    const paused = (await plans()).find(({ name }) => name === 'web-prod')?.pauses
    expect(paused).toMatchObject([
      { pause_start: '19/11/2026', pause_end: '21/11/2026', reason: 'load test' },
    ])

    await follows(page, step(page, 'Show the week'))
    await composer(page).press('Enter')
    await message(page, 'This week for').waitFor()
    await ticked(page, 2)
    await follows(page, step(page, 'Undo it'))
    await composer(page).press('Enter')
    await message(page, '@Ana resumed web-prod').waitFor()
    await ticked(page, 3)

    await follows(page, step(page, 'Link as Sam'))
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    await composer(page).press('Enter')
    await field(page, 'Access token').press('Control+v')
    expect(await field(page, 'Access token').inputValue()).toBe(tokenOf('sam@acme.test'))
    await submits(page)
    await message(page, 'Your account is linked').waitFor()
    await gone(form(page))
    await ticked(page, 4)

    await follows(page, step(page, 'Look at the Home tab'))
    await page.locator('.home').getByText('web-prod').first().waitFor()
    await ticked(page, 5)
  })

  it('shows the token of Sam where it is needed, and nowhere from then on', async () => {
    const { visits, tokenOf } = await play()
    const page = await visits('/sam/ops')
    const token = tokenOf('sam@acme.test') ?? 'there is none'
    expect(await page.locator('#token').innerText()).toBe(token)
    expect(await (await visits('/ana/ops')).content()).not.toContain(token)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await says(page, '/dayshift link')
    await form(page).getByRole('button', { name: 'Copy' }).click()
    await form(page).getByRole('button', { name: 'Copied' }).waitFor()
    await field(page, 'Access token').press('Control+v')
    expect(await field(page, 'Access token').inputValue()).toBe(token)
    await field(page, 'Access token').press('Enter')
    await message(page, 'Your account is linked').waitFor()
    await page.getByRole('button', { name: 'Inspector', exact: true }).click()
    await page.locator('#inspector').getByText('submits Link your account').waitFor()
    await page.locator('#inspector').getByText('submits Link your account').click()
    await page.locator('#inspector').getByText('view_submission').first().click()
    await page.locator('#inspector pre', { hasText: '[secret]' }).first().waitFor()
    expect(await page.content()).not.toContain(token)
  })

  it('needs no pointer', async () => {
    const { visits } = await play()
    const page = await visits('/')
    for (let tabs = 0; (await focused(page)) !== '○ Pause a plan'; tabs++) {
      expect(tabs).toBeLessThan(40)
      await page.keyboard.press('Shift+Tab')
    }
    await page.keyboard.press('Enter')
    await page.waitForURL('**/ana/ops*')
    await expect.poll(() => focused(page), patient).toMatch(/^Message #ops/)
    await page.keyboard.press('Enter')
    await message(page, '@Ana paused web-prod').waitFor()
    for (let tabs = 0; (await focused(page)) !== 'Resume now'; tabs++) {
      expect(tabs).toBeLessThan(40)
      await page.keyboard.press('Shift+Tab')
    }
    await page.keyboard.press('Enter')
    await message(page, '@Ana resumed web-prod').waitFor()
    await ticked(page, 2)
  })
})
