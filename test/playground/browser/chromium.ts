import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { type Browser, chromium } from 'playwright-core'

/** The first of them is the lightest: the stories take half the time in it. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

const { PATH = '', BROWSER_TESTS } = process.env

const found = NAMES.flatMap(name => PATH.split(delimiter).map(folder => join(folder, name))).find(existsSync)

const LACKS =
  'There is no Chromium for the tests of the page; install one (apt-get install chromium-headless-shell).'

/** Whether the tests of the page are left out: there is no browser, and nobody insists on them. */
export const leftOut = found === undefined && BROWSER_TESTS !== 'required'
if (leftOut) process.stderr.write(`${LACKS} They are skipped.\n`)

const QUIET = [
  ...['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--font-render-hinting=none'],
]

/** The Chromium of this machine, which talks to this machine alone. */
export function launch(): Promise<Browser> {
  if (found === undefined) throw new Error(LACKS)
  return chromium.launch({ executablePath: found, args: QUIET })
}
