import { execFile } from 'node:child_process'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../src/app/log.ts'
import { survive } from '../../src/app/unhandled-errors.ts'

it('a failure that nobody waited for is told in the log, and ends nothing', async () => {
  // The runner of the tests listens, too, and would fail the test.
  const others = process.rawListeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  onTestFinished(() => {
    for (const each of others)
      process.on('unhandledRejection', (...what) => void Reflect.apply(each, process, what))
  })
  const lines: string[] = []
  const end = survive(createLog('info', { write: line => void lines.push(line) }))
  void Promise.reject(new Error('lost'))
  await turn()
  end()
  expect(lines.map(line => JSON.parse(line))).toMatchObject([
    { msg: 'something failed that nobody waited for', err: { message: 'lost' } },
  ])
})

it('after what only a new start mends the process ends as it is told to, and with an error', async () => {
  const url = (file: string) => JSON.stringify(new URL(`../../src/app/${file}`, import.meta.url))
  const script = `
    const { createLog } = await import(${url('log.ts')})
    const { endAfter } = await import(${url('unhandled-errors.ts')})
    const holds = setInterval(() => {}, 1000)
    process.on('SIGTERM', () => {
      console.log('what is under way is finished')
      clearInterval(holds)
    })
    endAfter(new Error('the disk failed'), createLog('info'))`
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  const { code, stdout } = await run.then(
    () => ({ code: 0, stdout: '' }),
    error => error,
  )
  expect(code).toBe(1)
  expect(stdout).toContain('the disk failed')
  expect(stdout).toContain('what is under way is finished')
})
