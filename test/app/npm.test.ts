import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { foreign } from '../foreign.ts'
import { temporaryFolder } from '../temporary-folder.ts'

it('ends with the npm that has started it, also where a shell between the two passes no signal on', {
  timeout: 60_000,
}, async () => {
  const { environment } = await foreign()
  const folder = await temporaryFolder()
  const npm = spawn('npm', ['start'], {
    env: {
      ...process.env,
      ...environment,
      ...{ PORT: '0', DATABASE_URL: `file:${join(folder, 'dayshift.db')}` },
    },
  })
  const ended = once(npm, 'exit')
  onTestFinished(() => void npm.kill('SIGKILL'))
  for await (const line of createInterface({ input: npm.stdout })) {
    const [, address] = /"address":"(http:[^"]+)".*"Dayshift is running"/.exec(line) ?? []
    if (address === undefined) continue
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    npm.kill('SIGTERM')
    await ended
    const isOver = () =>
      fetch(`${address}/healthz`).then(
        () => false,
        () => true,
      )
    await expect.poll(isOver, { timeout: 20_000 }).toBe(true)
    return
  }
  throw new Error('It did not start')
})
