// Not TypeScript, as `main.js`, which asks it at every start.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What a browser asks for is read where it stands. */
const BROWSER = join('playground', 'browser')

/**
 * Tells what the program in a folder is made of: its sources and its packages, each by name, size and time of its last
 * change, in whole seconds, since layers of images keep no more. What was joined is run only where it is still of the same.
 */
export function stampOf(house) {
  const names = readdirSync(`${house}/src`, { recursive: true }).filter(name => !name.startsWith(BROWSER))
  return ['package-lock.json', ...names.sort().map(name => `src/${name}`)]
    .map(name => {
      const file = statSync(`${house}/${name}`, { throwIfNoEntry: false })
      return file?.isFile() ? `${name} ${file.size} ${Math.floor(file.mtimeMs / 1000)}\n` : ''
    })
    .join('')
}
