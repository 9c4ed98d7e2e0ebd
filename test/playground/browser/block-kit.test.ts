import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { button, field as input, modal, words } from '../stage.ts'
import { field, focused, form, gone, inBrowser, message, type Playing, patient, submits } from './visits.ts'

const heard = z.looseObject({
  type: z.string(),
  actions: z.array(z.looseObject({ action_id: z.string() })).default([]),
})

const plans = ['api', 'batch', 'db', 'mail', 'search', 'web-dev', 'web-prod']
const options = plans.map(plan => ({ text: words(plan), value: plan }))

const confirm = {
  title: words('Delete the plan?'),
  text: { type: 'mrkdwn', text: 'This *cannot* be undone.' },
  confirm: words('Delete'),
  deny: words('Keep it'),
}

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
  it('asks before it does what is to be confirmed, and a drawing meanwhile changes nothing', async () => {
    const { page, posts, redraws, told } = await shown(await play())
    await posts([{ type: 'actions', elements: [{ ...button('Delete'), style: 'danger', confirm }] }])
    const remove = message(page, 'Delete').getByRole('button', { name: 'Delete' })
    await remove.focus()
    await page.keyboard.press('Enter')
    const asked = page.getByRole('dialog', { name: 'Delete the plan?' })
    await asked.getByText('This cannot be undone.').waitFor()
    await redraws('meanwhile')
    await page.keyboard.press('Escape')
    await gone(asked)
    await expect.poll(() => focused(page), patient).toBe('Delete')
    await page.keyboard.press('Enter')
    await asked.getByRole('button', { name: 'Keep it' }).click()
    await gone(asked)
    expect(told('Delete')).toEqual([])
    await page.keyboard.press('Enter')
    await asked.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => told('Delete').length, patient).toBe(1)
  })

  it('has more in a menu, by keyboard, which stays open while the page is drawn anew', async () => {
    const { page, posts, redraws, told } = await shown(await play())
    const more = ['Open', 'Rename', 'Delete'].map(name => ({ text: words(name), value: name }))
    const overflow = { type: 'overflow', action_id: 'more', options: more }
    await posts([{ type: 'section', text: words('A plan'), accessory: overflow }])
    const opener = message(page, 'A plan').locator('[data-action=more]')
    await opener.focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(page), patient).toBe('Open')
    await page.keyboard.press('ArrowDown')
    await redraws('meanwhile')
    expect(await focused(page)).toBe('Rename')
    expect(await opener.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('d')
    await page.keyboard.press('Enter')
    await expect.poll(() => told('more'), patient).toMatchObject([{ selected_option: { value: 'Delete' } }])
    await gone(page.getByRole('menu', { name: 'More actions' }).last())
    await opener.click()
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor()
    await page.mouse.click(600, 5)
    await gone(page.getByRole('menuitem', { name: 'Rename' }))
  })

  it('has a list to choose from, a day and one of two, each told at once', async () => {
    const { page, posts, told } = await shown(await play())
    const select = {
      type: 'static_select',
      action_id: 'plan',
      placeholder: words('Choose a plan'),
      options,
    }
    const radio = { type: 'radio_buttons', action_id: 'sure', options: options.slice(0, 2) }
    await posts([{ type: 'actions', elements: [select, { type: 'datepicker', action_id: 'day' }, radio] }])
    await page.getByRole('combobox', { name: 'Choose a plan' }).click()
    await option(page, 'batch').click()
    await expect.poll(() => told('plan'), patient).toMatchObject([{ selected_option: { value: 'batch' } }])
    await page.getByLabel('Pick a date').fill('2026-11-20')
    await page.getByLabel('Pick a date').press('Enter')
    await expect.poll(() => told('day'), patient).toMatchObject([{ selected_date: '2026-11-20' }])
    await page.getByRole('radio', { name: 'batch' }).check()
    await expect.poll(() => told('sure'), patient).toMatchObject([{ selected_option: { value: 'batch' } }])
  })

  it('leads elsewhere by a button with an address, and the bot is told', async () => {
    const { page, posts, told, address } = await shown(await play())
    await posts([{ type: 'actions', elements: [{ ...button('Console'), url: `${address}/bo/dev` }] }])
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Console' }).click(),
    ])
    await other.waitForURL('**/bo/dev')
    await expect.poll(() => told('Console').length, patient).toBe(1)
  })
})

inBrowser('Block Kit in a form', play => {
  it('chooses several, no more than may be, and takes them away again', async () => {
    const { page, opens, redraws, sent } = await shown(await play())
    const several = { type: 'multi_static_select', options, max_selected_items: 3 }
    await opens(modal([input('Plans', { ...several, initial_options: options.slice(0, 1) })]))
    const select = field(page, 'Plans')
    await select.click()
    await option(page, 'search').click()
    await option(page, 'mail').click()
    expect(await form(page).locator('.chip span').allInnerTexts()).toEqual(
      expect.arrayContaining(['api', 'search', 'mail']),
    )
    await redraws('meanwhile')
    await page.getByText('No more than 3 can be chosen.').waitFor()
    expect(await option(page, 'db').getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Backspace')
    await form(page).getByRole('button', { name: 'Remove api' }).click()
    await expect.poll(() => form(page).locator('.chip').count(), patient).toBe(1)
    await submits(page)
    await expect
      .poll(sent, patient)
      .toMatchObject({ Plans: { Plans: { selected_options: [{ value: 'search' }] } } })
  })

  it('keeps a list open, with what is looked for, while the page is drawn anew', async () => {
    const { page, opens, redraws } = await shown(await play())
    await opens(modal([input('Plan', { type: 'static_select', options })]))
    await field(page, 'Plan').focus()
    await page.keyboard.type('web')
    await option(page, 'web-dev').waitFor()
    await redraws('meanwhile')
    expect(await field(page, 'Plan').inputValue()).toBe('web')
    expect(await field(page, 'Plan').getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await field(page, 'Plan').inputValue()).toBe('web-prod')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('nothing like it')
    await page.getByText('Nothing found.').waitFor()
    await page.keyboard.press('Tab')
    expect(await field(page, 'Plan').inputValue()).toBe('web-prod')
    await form(page).getByRole('button', { name: 'Clear' }).click()
    await expect.poll(() => field(page, 'Plan').inputValue(), patient).toBe('')
    await gone(form(page).getByRole('button', { name: 'Clear' }))
  })

  it('sends what was typed last with the submit that follows at once', async () => {
    const { page, opens, sent } = await shown(await play())
    await opens(
      modal([
        input('Name', { type: 'plain_text_input' }),
        input('Days', { type: 'checkboxes', options: options.slice(0, 3) }),
        input('Day', { type: 'datepicker' }),
        input('Hours', { type: 'number_input', is_decimal_allowed: false }),
      ]),
    )
    await form(page).getByRole('checkbox', { name: 'api' }).check()
    await form(page).getByRole('checkbox', { name: 'db' }).check()
    await field(page, 'Day').fill('2026-12-01')
    await field(page, 'Hours').fill('8')
    await field(page, 'Name').fill('web')
    await page.keyboard.press('Enter')
    await expect.poll(sent, patient).toMatchObject({
      Name: { Name: { value: 'web' } },
      Days: { Days: { selected_options: [{ value: 'api' }, { value: 'db' }] } },
      Day: { Day: { selected_date: '2026-12-01' } },
      Hours: { Hours: { value: '8' } },
    })
  })
})
