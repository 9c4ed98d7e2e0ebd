import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished } from 'vitest'
import { openLocal } from '../local.ts'
import { isSkipped, launch } from './chromium.ts'

/** How long an action may take on a busy machine. */
const PATIENCE_MS = 20_000

/** Options of `expect.poll`. */
export const patient = { timeout: PATIENCE_MS, interval: 20 }

type Visit = Awaited<ReturnType<typeof visitsTo>>

/** The playground of one story, and the browser of its people. */
export type Playing = Awaited<ReturnType<typeof openLocal>> & Visit

/**
 * Runs stories in a shared browser. `play` opens a new playground, `visiting` an existing one. Every story
 * fails on errors, violations of the page's policy and failed requests unless it `expects` them.
 */
export function inBrowser(
  title: string,
  stories: (play: () => Promise<Playing>, visiting: (address: string) => Promise<Visit>) => void,
): void {
  describe.skipIf(isSkipped)(title, { timeout: 90_000 }, () => {
    let browser: Browser
    let problems: string[] = []
    beforeAll(async () => {
      browser = await launch()
    }, PATIENCE_MS)
    afterAll(() => browser?.close())
    afterEach(() => {
      const remaining = problems
      problems = []
      expect(remaining).toEqual([])
    })
    const visiting = (address: string) => visitsTo(address, browser, problems)
    stories(async () => {
      const local = await openLocal()
      return { ...local, ...(await visiting(local.address)) }
    }, visiting)
  })
}

/** Opens pages at an address, and adds their unexpected problems to `problems`. */
async function visitsTo(address: string, browser: Browser, problems: string[]) {
  const expected: RegExp[] = []
  const report = (what: string) => {
    if (!expected.some(each => each.test(what))) problems.push(what)
  }

  /** Creates an empty browser context. */
  const context = async (options: BrowserContextOptions = {}) => {
    const opened = await browser.newContext({ viewport: { width: 1200, height: 760 }, ...options })
    onTestFinished(() => opened.close())
    opened.setDefaultTimeout(PATIENCE_MS)
    opened.on('weberror', error => report(`error: ${error.error().message}`))
    opened.on('console', message => {
      if (message.type() === 'error' || message.type() === 'warning') report(`console: ${message.text()}`)
    })
    opened.on('response', response => {
      const { pathname } = new URL(response.url())
      if (response.status() >= 400) report(`${response.status()}: ${pathname}`)
    })
    return opened
  }

  return {
    context,
    /** Opens a page, such as `/ana/ops`, in a new browser context. */
    visits: async (path: string, options?: BrowserContextOptions): Promise<Page> => {
      const page = await (await context(options)).newPage()
      await page.goto(address + path)
      return page
    },
    /** Expects problems that match. */
    expects: (what: RegExp) => void expected.push(what),
  }
}

/** The field for new messages. */
export const composer = (page: Page): Locator => page.locator('#say')

/** Writes and sends. */
export async function says(page: Page, words: string): Promise<void> {
  await composer(page).fill(words)
  await composer(page).press('Enter')
}

/** Locates the newest message with these words. */
export const message = (page: Page, words: string | RegExp): Locator =>
  page
    .locator('#messages .message')
    .filter({ has: page.locator('.said', { hasText: words }) })
    .last()

/** Locates an item of the open menu. */
export const menuItem = (page: Page, words: string): Locator =>
  page.locator('.menu:popover-open > *', { hasText: words })

/** Locates the top form. */
export const form = (page: Page): Locator => page.locator('dialog.modal')

/** Locates a field of the form by its label. */
export const field = (page: Page, label: string): Locator =>
  form(page).getByLabel(new RegExp(`^${label}( \\(optional\\))?$`))

/** Submits the form. */
export const submits = (page: Page): Promise<void> => form(page).locator('footer .primary').click()

/** Follows a link, and waits until the next page has loaded. */
export async function follows(page: Page, link: Locator): Promise<void> {
  await Promise.all([page.waitForEvent('load'), link.click()])
}

/** Waits until an element is hidden. */
export const gone = (what: Locator): Promise<void> => what.waitFor({ state: 'hidden' })

/** Resolves to the label or text of the focused element. */
export const focused = (page: Page) =>
  page.evaluate(`(() => {
  const { activeElement: one } = document
  return one?.getAttribute('aria-label') ?? one?.labels?.[0]?.innerText.trim() ?? one?.innerText
})()`)
