import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { button, field as input, modal, words } from '../stage.ts'
import { field, form, gone, inBrowser, type Playing, patient, says } from './visits.ts'

const heard = z.looseObject({
  type: z.string(),
  actions: z.array(z.looseObject({ action_id: z.string() })).default([]),
})

const plans = ['api', 'batch', 'db', 'mail', 'search', 'web-dev', 'web-prod']
const options = plans.map(plan => ({ text: words(plan), value: plan }))

/** A page on which the bot shows what it never does of its own. */
async function shown({ address, visits, slack, playground, settled }: Playing) {
  const call = async (method: string, body: object) => {
    const answer = await fetch(slack.apiUrl + method, {
      method: 'POST',
      headers: { authorization: `Bearer ${slack.botToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return z.looseObject({ ok: z.boolean(), ts: z.string().optional() }).parse(await answer.json())
  }
  const page = await visits('/ana/ops')
  const trigger = () => String(playground.requests.at(-1)?.payload.trigger_id)
  return {
    page,
    address,
    call,
    posts: (blocks: object[]) => call('chat.postMessage', { channel: 'COPS', text: 'Look', blocks }),
    /** Has the page drawn anew because of something that has nothing to do with what is tried. */
    redraws: async (text: string) => {
      await call('chat.postMessage', { channel: 'COPS', text })
      await page.getByText(text).waitFor({ state: 'attached' })
    },
    /** Opens a form of one's own, for a press of a button. */
    opens: async (view: object) => {
      await call('chat.postMessage', {
        channel: 'COPS',
        text: 'Look',
        blocks: [{ type: 'actions', elements: [button('Open')] }],
      })
      await page.getByRole('button', { name: 'Open' }).click()
      await playground.until(() => playground.requests.length > 0)
      await settled()
      expect(await call('views.open', { trigger_id: trigger(), view })).toMatchObject({ ok: true })
      await form(page).waitFor()
    },
    /** Puts another form in the place of the one that was opened. */
    changes: async (view: object) => {
      const view_id = (await form(page).getAttribute('data-at'))?.replace('view:', '')
      expect(await call('views.update', { view_id, view })).toMatchObject({ ok: true })
    },
    /** What the bot was told of an element, the latest last. */
    told: (action: string) =>
      playground.requests
        .flatMap(({ payload }) => heard.parse({ type: '', ...payload }).actions)
        .filter(({ action_id }) => action_id === action),
    /** What stands in the fields that the bot was sent last. */
    sent: () =>
      z
        .object({ view: z.object({ state: z.object({ values: z.record(z.string(), z.unknown()) }) }) })
        .parse(playground.requests.findLast(({ kind }) => kind === 'view_submission')?.payload).view.state
        .values,
  }
}

const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true })

inBrowser('Block Kit in a message', play => {
  it('has a day to pick, which is told at once', async () => {
    const { page, posts, told } = await shown(await play())
    await posts([{ type: 'actions', elements: [{ type: 'datepicker', action_id: 'day' }] }])
    await page.getByLabel('Pick a date').fill('2026-11-20')
    await page.getByLabel('Pick a date').press('Enter')
    await expect.poll(() => told('day'), patient).toMatchObject([{ selected_date: '2026-11-20' }])
  })
})

inBrowser('Block Kit in a form', play => {
  it('keeps a list open, with the typed words, while the page is redrawn', async () => {
    const { page, redraws } = await shown(await play())
    await says(page, '/pause')
    const plan = field(page, 'Plan')
    await plan.fill('web')
    await option(page, 'web-staging').waitFor()
    await redraws('meanwhile')
    expect(await plan.inputValue()).toBe('web')
    expect(await plan.getAttribute('aria-expanded')).toBe('true')
    await plan.press('ArrowDown')
    await plan.press('Enter')
    expect(await plan.inputValue()).toBe('web-staging')
    await plan.press('ArrowDown')
    await plan.fill('qqqqq')
    await page.getByText('Nothing is called “qqqqq”.').waitFor()
    await plan.press('Tab')
    expect(await plan.inputValue()).toBe('web-staging')
    await form(page).getByRole('button', { name: 'Clear' }).click()
    await expect.poll(() => plan.inputValue(), patient).toBe('')
    await gone(form(page).getByRole('button', { name: 'Clear' }))
  })

  it('sends what was typed last with the submit that follows at once', async () => {
    const { page, opens, sent } = await shown(await play())
    await opens(
      modal([
        input('Name', { type: 'plain_text_input' }),
        input('Days', { type: 'checkboxes', options: options.slice(0, 3) }),
        input('State', { type: 'radio_buttons', options: options.slice(0, 2) }),
        input('Hours', { type: 'number_input', is_decimal_allowed: false }),
      ]),
    )
    await form(page).getByRole('checkbox', { name: 'api' }).check()
    await form(page).getByRole('checkbox', { name: 'db' }).check()
    await form(page).getByRole('radio', { name: 'batch' }).check()
    await field(page, 'Hours').fill('8')
    await field(page, 'Name').fill('web')
    await page.keyboard.press('Enter')
    await expect.poll(sent, patient).toMatchObject({
      Name: { Name: { value: 'web' } },
      Days: { Days: { selected_options: [{ value: 'api' }, { value: 'db' }] } },
      State: { State: { selected_option: { value: 'batch' } } },
      Hours: { Hours: { value: '8' } },
    })
  })
})
