// Not TypeScript, as `main.js`, which asks it at every start.
import { readdirSync, statSync } from 'node:fs'

/** What a browser asks for is read where it stands. */
const BROWSER = 'src/playground/browser'

/**
 * Tells what the program in a folder is made of: its sources and its packages, each by name, size and time of its last
 * change, in whole seconds, since layers of images keep no more. What was joined is run only where it is still of the same.
 */
export const stampOf = house => lineOf(house, 'package-lock.json') + linesOfAll(house, 'src')

function linesOfAll(house, folder) {
  if (folder === BROWSER) return ''
  let lines = ''
  for (const entry of readdirSync(`${house}/${folder}`, { withFileTypes: true })) {
    const name = `${folder}/${entry.name}`
    lines += entry.isDirectory() ? linesOfAll(house, name) : lineOf(house, name)
  }
  return lines
}

function lineOf(house, name) {
  const file = statSync(`${house}/${name}`, { throwIfNoEntry: false })
  return file ? `${name} ${file.size} ${Math.floor(file.mtimeMs / 1000)}\n` : ''
}
