import { existsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import process from 'node:process'
import type { Plugin } from 'rolldown'
import { stampOf } from './stamp.js'

const house = join(import.meta.dirname, '../..')

/** What Bolt loads for the ways in that this bot does not take. */
const UNUSED = ['express', '@slack/socket-mode', 'jsonwebtoken', 'path-to-regexp', 'raw-body']

/** What `pg` looks for, and does without. */
const ABSENT = ['pg-native', 'pg-cloudflare']

/**
 * Joins the program and its packages into a few files of a folder: 1,300 files that are found, read and linked one by one
 * take longer than all that they do. CommonJS, since Node gives a module of its own to others than that only after it has
 * looked at all that is in it, `fetch` and its like included. They are there all at once, with the stamp of what they were
 * made of, or not at all.
 */
export async function build(folder = join(house, 'dist')): Promise<void> {
  const stamp = stampOf(house)
  const { rolldown } = await import('rolldown')
  const program = await rolldown({
    cwd: house,
    input: join(house, 'src/main.ts'),
    platform: 'node',
    external: ABSENT,
    resolve: { alias: Object.fromEntries(UNUSED.map(name => [name, false])) },
    plugins: [keepPlaces(folder), escapeTagged],
    checks: { ineffectiveDynamicImport: false },
  })
  const [next, former] = [`${folder}.new`, `${folder}.old`]
  await program.write({
    dir: next,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    charset: 'ascii',
    cleanDir: true,
  })
  await writeFile(join(next, 'stamp'), stamp)
  await rm(former, { recursive: true, force: true })
  if (existsSync(folder)) await rename(folder, former)
  await rename(next, folder)
  await rm(former, { recursive: true, force: true })
}

/** Files are found from where the source stands that looks for them. */
const keepPlaces = (folder: string): Plugin => ({
  name: 'keep places',
  transform: {
    filter: { code: 'import.meta.dirname' },
    handler: (code, id) =>
      id.startsWith(join(house, 'src', sep))
        ? code.replaceAll(
            'import.meta.dirname',
            `(__dirname + ${JSON.stringify(`/${relative(resolve(folder), dirname(id))}`)})`,
          )
        : undefined,
  },
})

/**
 * A file with one letter beyond Latin-1 takes V8 two bytes for each of its letters, and a tenth of the start. `charset`
 * leaves the letters of templates that have a tag, which may read them as they are written: as `String.raw` does, and none
 * here besides.
 */
const escapeTagged: Plugin = {
  name: 'escape what tags are given',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') file.code = file.code.replace(RAW_OR_BEYOND_ASCII, escaped)
  },
}

const RAW_OR_BEYOND_ASCII = /String\.raw`[^`]*`|[^\0-\x7f]/g

const escaped = (found: string): string =>
  found.length > 1 ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`

const isFound = (name: string): boolean => {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}

// An installation succeeds without, since the program runs as it is as well.
if (import.meta.main) {
  try {
    await build()
  } catch (error) {
    // Not installed after `npm ci --omit=dev`.
    const why = isFound('rolldown') ? String(error) : 'rolldown is not installed'
    process.stderr.write(
      `The program is not joined, and runs from its sources, since this went wrong: ${why}\n`,
    )
    if (!process.argv.includes('--if-possible')) process.exitCode = 1
  }
}
