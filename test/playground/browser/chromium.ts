import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { type Browser, chromium } from 'playwright-core'

/** In order of preference: the stories take half the time in the first. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

const { PATH = '', BROWSER_TESTS } = process.env

const path = NAMES.flatMap(name => PATH.split(delimiter).map(folder => join(folder, name))).find(existsSync)

const MISSING =
  'There is no Chromium for the tests of the page; install one (apt-get install chromium-headless-shell).'

/** Whether to skip the tests of the page: there is no browser, and BROWSER_TESTS does not require them. */
export const isSkipped = path === undefined && BROWSER_TESTS !== 'required'
if (isSkipped) process.stderr.write(`${MISSING} They are skipped.\n`)

const QUIET = [
  ...['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--font-render-hinting=none'],
]

/** Launches the Chromium of this machine without background networking. */
export function launch(): Promise<Browser> {
  if (path === undefined) throw new Error(MISSING)
  return chromium.launch({ executablePath: path, args: QUIET })
}
