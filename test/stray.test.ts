import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createLog } from '../src/log.ts'
import { survive } from '../src/stray.ts'

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
