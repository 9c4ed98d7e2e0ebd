import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished } from 'vitest'
import { openLocal } from '../local.ts'
import { launch, leftOut } from './chromium.ts'

/** How long a page may take for one thing on a machine that is busy. */
const PATIENCE_MS = 20_000

/** As `expect.poll` waits. */
export const patient = { timeout: PATIENCE_MS, interval: 20 }

type Visit = Awaited<ReturnType<typeof visitsTo>>

/** The local mode of one story, and the browser in which people look at it. */
export type Playing = Awaited<ReturnType<typeof openLocal>> & Visit

/**
 * Stories in a browser: one browser for all of them, and for each a local mode of its own, which `play` opens; `visiting` leads to one
 * that is there already. No story
 * may leave an error, a breach of the page's policy or a bad answer behind, unless it `expects` that.
 */
export function inBrowser(
  title: string,
  stories: (play: () => Promise<Playing>, visiting: (address: string) => Promise<Visit>) => void,
): void {
  describe.skipIf(leftOut)(title, { timeout: 90_000 }, () => {
    let browser: Browser
    let troubles: string[] = []
    beforeAll(async () => {
      browser = await launch()
    }, PATIENCE_MS)
    afterAll(() => browser?.close())
    afterEach(() => {
      const left = troubles
      troubles = []
      expect(left).toEqual([])
    })
    const visiting = (address: string) => visitsTo(address, browser, troubles)
    stories(async () => {
      const local = await openLocal()
      return { ...local, ...(await visiting(local.address)) }
    }, visiting)
  })
}

/** Pages at an address in a browser; what goes wrong in them is told to `troubles`. */
async function visitsTo(address: string, browser: Browser, troubles: string[]) {
  const expected: RegExp[] = []
  const trouble = (what: string) => {
    if (!expected.some(each => each.test(what))) troubles.push(what)
  }

  /** A browser of somebody's own, with nothing in it. */
  const context = async (options: BrowserContextOptions = {}) => {
    const opened = await browser.newContext({ viewport: { width: 1200, height: 760 }, ...options })
    onTestFinished(() => opened.close())
    opened.setDefaultTimeout(PATIENCE_MS)
    opened.on('weberror', error => trouble(`error: ${error.error().message}`))
    opened.on('console', message => {
      if (message.type() === 'error' || message.type() === 'warning') trouble(`console: ${message.text()}`)
    })
    opened.on('response', response => {
      const { pathname } = new URL(response.url())
      if (response.status() >= 400) trouble(`${response.status()}: ${pathname}`)
    })
    return opened
  }

  return {
    context,
    /** Opens a page, such as `/ana/ops`, in a browser of its own. */
    visits: async (path: string, options?: BrowserContextOptions): Promise<Page> => {
      const page = await (await context(options)).newPage()
      await page.goto(address + path)
      return page
    },
    /** Such trouble belongs to the story. */
    expects: (what: RegExp) => void expected.push(what),
  }
}

/** The field in which somebody writes. */
export const composer = (page: Page): Locator => page.locator('#say')

/** Writes and sends. */
export async function says(page: Page, words: string): Promise<void> {
  await composer(page).fill(words)
  await composer(page).press('Enter')
}

/** The newest message with these words, once it is there. */
export const message = (page: Page, words: string | RegExp): Locator =>
  page
    .locator('#messages .message')
    .filter({ has: page.locator('.said', { hasText: words }) })
    .last()

/** An item of the open menu. */
export const menuItem = (page: Page, words: string): Locator =>
  page.locator('.menu:popover-open > *', { hasText: words })

/** The form on top. */
export const form = (page: Page): Locator => page.locator('dialog.modal')

/** A field of the form, by its label. */
export const field = (page: Page, label: string): Locator =>
  form(page).getByLabel(new RegExp(`^${label}( \\(optional\\))?$`))

/** Sends the form. */
export const submits = (page: Page): Promise<void> => form(page).locator('footer .primary').click()

/** Follows a link of the page to another, and waits until that is there. */
export async function follows(page: Page, link: Locator): Promise<void> {
  await Promise.all([page.waitForEvent('load'), link.click()])
}

/** Waits until something has gone. */
export const gone = (what: Locator): Promise<void> => what.waitFor({ state: 'hidden' })

/** What has the focus, by what it is called. */
export const focused = (page: Page) =>
  page.evaluate(`(() => {
  const { activeElement: one } = document
  return one?.getAttribute('aria-label') ?? one?.labels?.[0]?.innerText.trim() ?? one?.innerText
})()`)
