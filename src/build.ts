import { dirname, join, relative, resolve } from 'node:path'
import process from 'node:process'
import type { Plugin } from 'rolldown'

const house = join(import.meta.dirname, '..')

/** What Bolt loads for the ways in that this bot does not take. */
const UNUSED = ['express', '@slack/socket-mode', 'jsonwebtoken', 'path-to-regexp', 'raw-body']

/** What `pg` looks for, and does without. */
const ABSENT = ['pg-native', 'pg-cloudflare']

/**
 * Joins the program and its packages into a few files of a folder: 1,300 files that are found, read and linked one by one
 * take longer than all that they do. CommonJS, since Node gives a module of its own to others than that only after it has
 * looked at all that is in it, `fetch` and its like included.
 */
export async function build(folder = join(house, 'dist')): Promise<void> {
  const { rolldown } = await import('rolldown')
  const program = await rolldown({
    cwd: house,
    input: join(house, 'src/main.ts'),
    platform: 'node',
    external: ABSENT,
    resolve: { alias: Object.fromEntries(UNUSED.map(name => [name, false])) },
    plugins: [keepPlaces(folder)],
    checks: { ineffectiveDynamicImport: false },
  })
  await program.write({
    dir: folder,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    cleanDir: true,
  })
}

/** Files are found from where the source stands that looks for them. */
const keepPlaces = (folder: string): Plugin => ({
  name: 'keep places',
  transform: {
    filter: { id: `${house}/src/**` },
    handler: (code, id) =>
      code.replaceAll(
        'import.meta.dirname',
        `(__dirname + ${JSON.stringify(`/${relative(resolve(folder), dirname(id))}`)})`,
      ),
  },
})

if (import.meta.main) {
  // As after `npm ci --omit=dev`: the sources run as they are.
  const isThere = await import('rolldown').then(
    () => true,
    () => false,
  )
  if (isThere) await build()
  else process.stdout.write('The program is not joined, since rolldown is not installed: it runs as it is.\n')
}
