import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { field, focused, form, gone, inBrowser, message, patient, says, submits } from './visits.ts'

/** Opens the form of a pause. */
async function openPauseForm(page: Page, words = '/pause web-prod') {
  await says(page, words)
  await form(page).getByRole('heading', { name: 'Pause a plan' }).waitFor()
  await field(page, 'Plan').waitFor()
}

inBrowser('a form', play => {
  it('keeps its values, focuses the wrong field, and is submitted once that is corrected', async () => {
    const { visits, plans } = await play()
    const page = await visits('/ana/ops')
    await openPauseForm(page)
    await field(page, 'Reason').fill('load test')
    await field(page, 'From').fill('31/02')
    await submits(page)
    const error = form(page).locator('.error')
    expect(await error.innerText()).toContain('There is no 31 February')
    await expect.poll(() => focused(page), patient).toBe('From')
    expect(await field(page, 'From').getAttribute('aria-invalid')).toBe('true')
    expect(await field(page, 'From').inputValue()).toBe('31/02')
    expect(await field(page, 'Reason').inputValue()).toBe('load test')

    await field(page, 'From').fill('tomorrow')
    await field(page, 'From').press('Enter')
    await message(page, '@Ana paused web-prod').waitFor()
    await gone(form(page))
    expect((await plans()).find(({ name }) => name === 'web-prod')?.pauses).toMatchObject([
      { pause_start: '19/11/2026', reason: 'load test' },
    ])
    await expect.poll(() => focused(page), patient).toBe('Message #ops')
  })

  it('suggests plans while Ana types, and works with the keyboard', async () => {
    const { visits } = await play()
    const page = await visits('/ana/ops')
    await openPauseForm(page, '/pause')
    await expect.poll(() => focused(page), patient).toBe('Plan')
    await page.keyboard.type('pay')
    await page.getByRole('option', { name: 'Payments API' }).waitFor()
    expect(await page.getByRole('option').count()).toBe(1)
    await page.keyboard.press('Enter')
    await gone(page.getByRole('listbox', { name: 'Options' }))
    expect(await field(page, 'Plan').inputValue()).toBe('Payments API')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'web-prod' }).waitFor()
    await page.keyboard.press('Escape')
    await gone(page.getByRole('listbox', { name: 'Options' }))
    expect(await field(page, 'Plan').inputValue()).toBe('Payments API')
    expect(await form(page).isVisible()).toBe(true)
    await field(page, 'From').focus()
    await page.keyboard.type('tomorrow')
    await field(page, 'Reason').focus()
    await page.keyboard.type('load test')
    for (let tabs = 0; (await focused(page)) !== 'Pause'; tabs++) {
      expect(tabs).toBeLessThan(10)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await message(page, '@Ana paused Payments API').waitFor()
  })

  it('keeps its values over a reload', async () => {
    const { visits } = await play()
    const page = await visits('/ana/ops')
    await openPauseForm(page)
    await field(page, 'From').fill('tomorrow')
    await field(page, 'Reason').fill('load test')
    await form(page).getByText('Thu 19 Nov 2026 (1 day)').waitFor()
    await field(page, 'Plan').focus()
    await expect.poll(() => focused(page), patient).toBe('Plan')
    await page.reload()
    await form(page).getByText('Thu 19 Nov 2026 (1 day)').waitFor()
    expect(await field(page, 'Plan').inputValue()).toBe('web-prod')
    expect(await field(page, 'From').inputValue()).toBe('tomorrow')
    expect(await field(page, 'Reason').inputValue()).toBe('load test')
    await submits(page)
    await message(page, '@Ana paused web-prod').waitFor()
  })

  it.each(['Escape', 'Cancel', 'Close'])('is closed by %s without any change', async way => {
    const { visits, playground, plans } = await play()
    const before = await plans()
    const page = await visits('/ana/ops')
    await openPauseForm(page, '/pause web-prod whenever')
    if (way === 'Escape') await page.keyboard.press('Escape')
    else
      await form(page)
        .getByRole('button', { name: way === 'Close' ? 'Close Pause a plan' : way, exact: true })
        .click()
    await gone(form(page))
    await expect.poll(() => playground.person('Ana').view, patient).toBeUndefined()
    await expect.poll(() => focused(page), patient).toBe('Message #ops')
    await openPauseForm(page)
    await page.keyboard.press('Escape')
    await gone(form(page))
    expect(await plans()).toEqual(before)
  })

  it('is busy until the bot responds, and is submitted only once', async () => {
    const { visits, playground } = await play()
    const page = await visits('/ana/ops')
    await openPauseForm(page)
    await field(page, 'From').fill('tomorrow')
    await form(page).getByText('Thu 19 Nov 2026 (1 day)').waitFor()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/ana/act', async route => {
      await answered
      await route.continue()
    })
    await submits(page)
    await form(page).locator('form[aria-busy=true]').waitFor()
    await form(page).locator('footer .primary').press('Enter')
    answer()
    await message(page, '@Ana paused web-prod').waitFor()
    expect(playground.requests.filter(({ kind }) => kind === 'view_submission')).toHaveLength(1)
  })
})
