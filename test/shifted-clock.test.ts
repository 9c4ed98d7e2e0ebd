import { join } from 'node:path'
import { expect, it } from 'vitest'
import { personKey } from '../src/core/person.ts'
import { printMessage } from '../src/playground/local/terminal.ts'
import { team } from '../src/playground/local-workspace.ts'
import { createClient } from '../src/service/client.ts'
import { openDatabase } from '../src/storage/database.ts'
import { createSealer } from '../src/storage/encryption.ts'
import { createEntries, createLinks } from '../src/storage/entries.ts'
import { KEY } from './key.ts'
import { openOutsideParties } from './outside-parties.ts'
import { startProgram } from './started-program.ts'
import { temporaryFolder } from './temporary-folder.ts'

const DAY_MS = 86_400_000

/** The environment in which Node starts with its clock moved forward. */
const shiftClock = (ms: number) => ({
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(
    `const Real = Date; globalThis.Date = class extends Real { constructor(...args) { args.length > 0 ? super(...args) : super(Real.now() + ${ms}) } static now() { return Real.now() + ${ms} } }`,
  )}`,
})

async function linkAna(folder: string, token: string, url: string): Promise<void> {
  const database = await openDatabase(join(folder, 'dayshift.db'))
  const service = createClient({ url, timeoutMs: 2000 })
  const { organizations } = await service.call('listOrganizations', {}, token)
  const [organization] = organizations.map(({ org_id, org_name }) => ({ id: org_id, name: org_name }))
  const links = createLinks(createEntries({ database, sealer: createSealer([KEY]), clock: () => new Date() }))
  const person = personKey({ team: team.id, user: 'U1ANA' })
  await links.save(person, { token, ...(organization && { organization }) })
  await Promise.all([database.destroy(), service.close()])
}

it('a bot that restarts later sends each due reminder once', { timeout: 60_000 }, async () => {
  const { slack, environment, token } = await openOutsideParties()
  const folder = await temporaryFolder()
  await linkAna(folder, token, environment.SERVICE_URL)
  const messages = () => slack.channel('ops').map(printMessage)
  const reminders = (plan: string) => messages().filter(text => text.includes(`*${plan}* is back`))
  const eventually = (texts: () => string[], words: string) =>
    expect.poll(() => texts().join('\n'), { timeout: 20_000 }).toContain(words)

  const now = startProgram(folder, environment)
  slack.connect(`${await now.address()}/slack/events`)
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const dateIn = (days: number) => new Date(today + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)
  // Not from today, which may be another date in the time zone of a plan.
  const lastDays = Object.entries({ 'web-prod': 13, 'Payments API': 20 })
  for (const [plan, last] of lastDays) {
    const days = `${dateIn(2)} to ${dateIn(last)}`
    await slack.person('Ana').command(`/pause ${plan} ${days}`, { channel: 'ops' })
    await eventually(messages, `paused *${plan}*`)
  }
  await now.end('SIGTERM')
  expect([...reminders('web-prod'), ...reminders('Payments API')]).toEqual([])

  // 20:00 UTC is 21:00 in the time zone of the plans, on the last day of the pause.
  for (const [plan, last] of lastDays) {
    const shift = today + (last + 20 / 24) * DAY_MS - Date.now()
    const later = startProgram(folder, { ...environment, ...shiftClock(shift) })
    await later.address()
    await eventually(() => reminders(plan), plan)
    await later.end('SIGTERM')
  }
  expect([reminders('web-prod').length, reminders('Payments API').length]).toEqual([1, 1])
})
