import { execFile } from 'node:child_process'
import { readFile, realpath } from 'node:fs/promises'
import { join, relative } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { answered, asked, copyHouse, documented, write } from './another-operation.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** What a program of a package writes, however it ends. */
async function run(folder: string, program: string, ...words: string[]): Promise<string> {
  const options = { cwd: folder, env: { PATH: process.env.PATH }, maxBuffer: 1 << 26 }
  const running = promisify(execFile)(process.execPath, [`node_modules/${program}`, ...words], options)
  return (await running.catch((error: { stdout: string }) => error)).stdout
}

/** What of Vitest's own report is looked at. */
const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
})

/** The laws and stories of which each operation, endpoint or way has its own. */
const LAWS = [
  'operations.test.ts',
  'text/help.test.ts',
  'service/contract.test.ts',
  'service/message.test.ts',
  'service/local/laws.test.ts',
  'features/every-endpoint.test.ts',
  'features/every-failure.test.ts',
].map(name => `test/${name}`)

it('another operation takes one file of the contract, of the embedded service, of the features and of the tests', async () => {
  const folder = await realpath(await temporaryFolder())
  await copyHouse(folder)
  await write(folder, { ...asked, ...documented })

  // The compiler asks for what is left to write, and for nothing else.
  const complaints = await run(folder, 'typescript/bin/tsc')
  const files = [...complaints.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, file]) => file)
  expect(new Set(files), complaints).toEqual(new Set(Object.keys(answered)))

  await write(folder, answered)
  const words = ['run', '--no-isolate', '--reporter=json', '--outputFile=report.json']
  await run(folder, 'vitest/vitest.mjs', ...words, '-t', '[Pp]lan.?[Hh]istory', ...LAWS)
  const { testResults } = report.parse(JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')))
  const told = testResults.map(({ name, assertionResults }) => {
    const named = (status: string) => assertionResults.filter(each => each.status === status)
    const failed = named('failed').map(({ fullName }) => fullName)
    return [relative(folder, name), { failed, passed: named('passed').length > 0 }]
  })
  const fine = { failed: [], passed: true }
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(LAWS.map(law => [law, fine])))
}, 120_000)

it('CONTRIBUTING tells of just those files', async () => {
  const [, after = ''] = (await readFile('CONTRIBUTING.md', 'utf8')).split('\n## Adding an operation\n')
  const [section = ''] = after.split('\n## ')
  const told = [...section.matchAll(/^\d\. .*?`((?:src|test)\/[^`]+)`/gm)].map(([, file]) => file)
  const files = Object.keys({ ...asked, ...answered }).map(file => file.replaceAll('plans', '<noun>'))
  expect(told.toSorted()).toEqual(files.toSorted())
})
