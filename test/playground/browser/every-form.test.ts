import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { contract, type EndpointName } from '../../../src/service/contract/contract.ts'
import { everyEndpoint, routes, type Step } from '../../operations/every-endpoint.ts'
import { form, gone, inBrowser, patient, says, submits } from './visits.ts'

/** How long a person waits for the options before typing again. */
const RETYPED_MS = 5000

/** Puts a value into a field of any kind as a person does. */
async function fills(page: Page, label: string, value: string): Promise<void> {
  const place = form(page)
    .locator('.field')
    .filter({ has: page.locator('label, legend', { hasText: new RegExp(`^${label}`, 'i') }) })
    .first()
  await place.waitFor()
  if ((await place.locator('legend').count()) > 0) {
    if (value !== '') return place.getByLabel(value).check()
    return place.getByRole('checkbox').first().uncheck()
  }
  const control = place.locator('[data-does]')
  if ((await place.locator('select').count()) > 0) {
    await control.selectOption(value === '' ? { index: 0 } : { label: value })
    return
  }
  if ((await control.getAttribute('role')) === 'combobox') {
    if (value === '') return place.getByRole('button', { name: 'Clear' }).click()
    // A form that reloads at this moment replaces its fields, so the person types again.
    const picks = async (): Promise<boolean> => {
      await control.fill(value)
      const option = page.getByRole('option', { name: value }).first()
      return option.click({ timeout: RETYPED_MS }).then(
        () => true,
        () => false,
      )
    }
    await expect.poll(picks, patient).toBe(true)
    return expect.poll(() => control.inputValue(), patient).toContain(value)
  }
  await control.fill(value)
  await control.blur()
}

/** A command that the app does not have; its words follow `/dayshift` instead. */
const LONG = /^\/(?!dayshift|plan|pause|resume)/

async function does(page: Page, step: Step): Promise<void> {
  if ('types' in step) return says(page, step.types.replace(LONG, '/dayshift '))
  if ('presses' in step) {
    const button = form(page).getByRole('button', { name: step.presses }).first()
    await button.click()
    return
  }
  if ('submits' in step) return submits(page)
  for (const [label, value] of Object.entries(step.fills)) await fills(page, label, value)
}

type Form = { endpoint: EndpointName; way: readonly Step[] }

/** The ways through forms for Cleo, who may do everything except remove herself or a credential in use. */
const forms = routes
  .filter(({ how }) => how === 'form')
  .map(({ name, ...route }): Form => {
    const steps: Step[] = route.steps.map(step => {
      if ('fills' in step && step.fills.Person) return { fills: { ...step.fills, Person: 'bo@acme.test' } }
      return step
    })
    if (name !== 'removeCredential') return { endpoint: name, way: steps }
    const [asks, , ...rest] = steps
    const { form: before = [] } = everyEndpoint.createCredential
    return {
      endpoint: name,
      way: [...before, ...(asks ? [asks] : []), { fills: { Credential: 'market' } }, ...rest],
    }
  })

inBrowser('every form', play => {
  it('can be opened, filled and submitted in a browser, and calls the service', {
    timeout: 180_000,
  }, async () => {
    const { visits, reset, settled, inspector } = await play()
    const page = await visits('/cleo/ops')
    const goes = async ({ endpoint, way }: Form) => {
      for (const step of way) {
        await does(page, step)
        if ('submits' in step) await gone(form(page))
      }
      await settled()
      const called = inspector.actions
        .flatMap(({ exchanges }) => exchanges)
        .filter(({ to }) => to === 'service')
      const answered = called.filter(({ name }) => name === contract[endpoint].action)
      expect(answered.map(({ answer }) => answer?.status)).toContain(200)
      await reset()
      await page.getByText('Nothing has been said in #ops yet.').waitFor()
    }
    for (const each of forms)
      await goes(each).catch(async cause =>
        expect.fail(`on the way to ${each.endpoint}: ${cause}\n${await form(page).allInnerTexts()}`),
      )
    expect(forms.length).toBeGreaterThan(20)
  })
})
