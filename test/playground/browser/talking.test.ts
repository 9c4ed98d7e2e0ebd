import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  composer,
  field,
  focused,
  follows,
  inBrowser,
  menuItem,
  message,
  patient,
  says,
  submits,
} from './visits.ts'

const suggestions = async (page: Page) =>
  (await page.locator('#say-offers [role=option]:visible b').allInnerTexts()).join(' ')

/** Opens the menu of a message; returns an item of it. */
async function itemOf(page: Page, words: string, item: string) {
  await message(page, words).hover()
  await message(page, words)
    .getByRole('button', { name: /^More actions for this message/ })
    .click()
  return menuItem(page, item)
}

inBrowser('the composer', play => {
  it('suggests matching commands, which can be picked with the keyboard', async () => {
    const { visits } = await play()
    const page = await visits('/ana/ops')
    await composer(page).press('/')
    await expect.poll(() => suggestions(page), patient).toBe('/dayshift /plan /pause /resume')
    await page.keyboard.type('p')
    expect(await suggestions(page)).toBe('/plan /pause')
    await page.keyboard.press('ArrowDown')
    await page.locator('#say-offers [aria-selected=true]', { hasText: '/pause' }).waitFor()
    await page.keyboard.press('Enter')
    expect(await composer(page).inputValue()).toBe('/pause ')
    expect(await suggestions(page)).toBe('/pause')
    await page.keyboard.type('web-prod tomorrow')
    await page.keyboard.press('Enter')
    await message(page, '@Ana paused web-prod').waitFor()
    expect(await composer(page).inputValue()).toBe('')
    expect(await suggestions(page)).toBe('')
  })

  it('completes @Dayshift by a click, and Dayshift answers', async () => {
    const { visits } = await play()
    const page = await visits('/ana/ops')
    await composer(page).pressSequentially('hey @d')
    await page.getByRole('option', { name: '@Dayshift' }).click()
    expect(await composer(page).inputValue()).toBe('hey @Dayshift ')
    await page.keyboard.type('plan show web-prod')
    await page.keyboard.press('Enter')
    await page.locator('#messages .mention', { hasText: '@Dayshift' }).first().waitFor()
    await message(page, 'web-prod').getByText('Dayshift', { exact: true }).waitFor()
  })
})

inBrowser('a message', play => {
  it('can be answered in a thread beside the channel', async () => {
    const { visits } = await play()
    const page = await visits('/ana/ops')
    await says(page, 'web-prod is slow')
    await message(page, 'web-prod is slow').waitFor()
    await follows(page, await itemOf(page, 'web-prod is slow', 'Reply in thread'))
    const thread = page.getByRole('complementary', { name: 'Thread' })
    expect(await focused(page)).toBe('Reply …')
    await thread.getByLabel('Reply …').fill('@Dayshift pause web-prod tomorrow')
    await thread.getByLabel('Reply …').press('Enter')
    await thread.getByText('paused web-prod').waitFor()
    await page.locator('#messages').getByRole('link', { name: '2 replies' }).waitFor()
    expect(await page.locator('#messages').getByText('paused web-prod').count()).toBe(0)
    await follows(page, page.getByRole('link', { name: 'Close the thread' }))
    await follows(page, page.getByRole('link', { name: '2 replies' }))
    await thread.getByText('paused web-prod').waitFor()
  })

  it('shows the buttons of the answer that replaces it', async () => {
    const { visits } = await play()
    const page = await visits('/ana/ops')
    await says(page, '/pause web-prod tomorrow load test')
    await says(page, '@Dayshift please keep web-prod off tomorrow')
    await message(page, 'Pause web-prod').getByRole('button', { name: 'Pause' }).click()
    await message(page, 'already paused').getByRole('button', { name: 'Keep both' }).waitFor()
  })

  it('appears also while the list of messages has the focus', async () => {
    const { visits, types } = await play()
    const page = await visits('/ana/ops')
    await page.locator('#messages').focus()
    await types('Cleo', '/pause web-prod tomorrow')
    await message(page, '@Cleo paused web-prod').waitFor()
  })

  it('has a shortcut that pauses the plan it names, by the keyboard', async () => {
    const { visits } = await play()
    const page = await visits('/ana/ops')
    await says(page, 'web-prod is slow')
    await message(page, 'web-prod is slow')
      .getByRole('button', { name: /^More actions/ })
      .focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page), patient).toBe('Reply in thread')
    await page.keyboard.press('Tab')
    await expect.poll(() => focused(page), patient).toMatch(/^Pause a plan for this/)
    await page.keyboard.press('Enter')
    await field(page, 'Plan').waitFor()
    // The form contains the plan that the message names.
    await expect.poll(() => field(page, 'Plan').inputValue(), patient).toBe('web-prod')
    await field(page, 'From').fill('tomorrow')
    await submits(page)
    await page.locator('#messages').getByRole('link', { name: '1 reply' }).waitFor()
  })
})
