import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { composer, field, focused, follows, form, gone, inBrowser, message } from './visits.ts'

const guide = (page: Page) => page.locator('#guide')
const step = (page: Page, title: string) => guide(page).getByRole('link', { name: title })
const ticked = (page: Page, title: string) =>
  guide(page)
    .getByRole('link', { name: `${title} (done)` })
    .waitFor()
const button = (page: Page, name: string) => guide(page).getByRole('button', { name })

inBrowser('the first minute', play => {
  it('lets a visitor pause a plan by a click, resume it as Cleo, and see the Home tab', async () => {
    const { visits, plans } = await play()
    const page = await visits('/')
    await button(page, 'Pause web-prod tomorrow').click()
    await message(page, '@Ana paused web-prod').waitFor()
    await guide(page).getByRole('listitem').filter({ hasText: 'Thu 19paused' }).waitFor()
    const pausesOf = async (plan: string) => (await plans()).find(({ name }) => name === plan)?.pauses
    expect(await pausesOf('web-prod')).toMatchObject([{ pause_start: '19/11/2026', pause_end: '19/11/2026' }])

    await follows(page, step(page, 'Resume web-prod as Cleo'))
    const pane = page.frameLocator('iframe[title="As Cleo"]')
    await pane.getByLabel('Message #ops').press('Enter')
    await message(page, '@Cleo').waitFor()
    await ticked(page, 'Resume web-prod as Cleo')
    expect(await pausesOf('web-prod')).toEqual([])
    await page.getByRole('link', { name: 'Close this pane' }).click()

    await follows(page, step(page, 'Look at the Home tab'))
    await page.locator('.home').getByText('web-prod').first().waitFor()
    await ticked(page, 'Look at the Home tab')
  })

  it('breaks the service during a pause, shows the HTTP, and can be closed', async () => {
    const { visits, plans } = await play()
    const page = await visits('/')
    await button(page, 'Break the service for ten seconds').click()
    await message(page, 'That may or may not have been done').waitFor()
    await button(page, 'See the HTTP').click()
    await page.locator('#inspector').getByText('/pause web-staging tomorrow').waitFor()
    await page.locator('#inspector').getByText('No answer came: ').first().waitFor()
    await guide(page).getByText('Your first minute').click()
    await gone(button(page, 'See the HTTP'))
    await expect
      .poll(
        () =>
          plans().then(
            () => true,
            () => false,
          ),
        { timeout: 15_000 },
      )
      .toBe(true)
    expect((await plans()).find(({ name }) => name === 'web-staging')?.pauses).toHaveLength(2)
  })

  it("shows Sam's token only for linking, and never again", async () => {
    const { visits, tokenOf } = await play()
    const page = await visits('/')
    await follows(page, step(page, 'Link as Sam'))
    const token = tokenOf('sam@acme.test')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await composer(page).press('Enter')
    await form(page).getByRole('button', { name: 'Copy' }).click()
    await form(page).getByRole('button', { name: 'Copied' }).waitFor()
    expect(await (await visits('/ana/ops')).content()).not.toContain(token)
    await field(page, 'Access token').press('Control+v')
    expect(await field(page, 'Access token').inputValue()).toBe(token)
    await field(page, 'Access token').press('Enter')
    await message(page, 'Your account is linked').waitFor()
    await ticked(page, 'Link as Sam')
    await page.getByRole('button', { name: 'Inspector', exact: true }).click()
    await page.locator('#inspector').getByText('submits Link your account').waitFor()
    await page.locator('#inspector').getByText('submits Link your account').click()
    await page.locator('#inspector').getByText('view_submission').first().click()
    await page.locator('#inspector pre', { hasText: '[secret]' }).first().waitFor()
    expect(await page.content()).not.toContain(token)
  })

  it('works with the keyboard', async () => {
    const { visits } = await play()
    const page = await visits('/')
    for (let tabs = 0; (await focused(page)) !== 'Pause web-prod tomorrow'; tabs++) {
      expect(tabs).toBeLessThan(40)
      await page.keyboard.press('Shift+Tab')
    }
    await page.keyboard.press('Enter')
    await message(page, '@Ana paused web-prod').waitFor()
    for (let tabs = 0; (await focused(page)) !== 'Resume now'; tabs++) {
      expect(tabs).toBeLessThan(40)
      await page.keyboard.press('Shift+Tab')
    }
    await page.keyboard.press('Enter')
    await message(page, '@Ana cancelled the upcoming pause of web-prod').waitFor()
  })
})
