import { describe, expect, it } from 'vitest'
import { printMessage } from '../src/playground/local/terminal.ts'
import { browserAt, linkOf } from './browser.ts'
import { byLabel } from './by-label.ts'
import { openOutsideParties } from './outside-parties.ts'
import { newPostgres } from './postgres/databases.ts'
import { startProgram } from './started-program.ts'
import { temporaryFolder } from './temporary-folder.ts'

const PUBLIC_URL = 'https://dayshift.test'

/** Starts two bots over one empty PostgreSQL database, and a Slack that sends to either. */
async function startReplicas() {
  const parties = await openOutsideParties()
  const { slack, environment } = parties
  const DATABASE_URL = await newPostgres()
  const settings = { ...environment, DATABASE_URL, PUBLIC_URL }
  const programs = [
    startProgram(await temporaryFolder(), settings),
    startProgram(await temporaryFolder(), settings),
  ]
  const [one = '', other = ''] = await Promise.all(programs.map(program => program.address()))
  const ana = slack.person('Ana')
  return {
    ...parties,
    programs,
    secrets: [DATABASE_URL, new URL(DATABASE_URL).password, slack.botToken, slack.signingSecret],
    ana,
    /** The addresses of the replicas. */
    one,
    other,
    /** Sends all further requests to this replica. */
    use: (address: string) => slack.connect(`${address}/slack/events`),
    /** Types a command as Ana. */
    types: (line: string) => ana.command(line, { channel: 'ops' }),
    /** Resolves once the newest message that Ana sees in #ops has the words. */
    sees: async (words: string) => {
      const newest = () => ana.messages('ops').slice(-1).map(printMessage).join()
      await slack
        .until(() => newest().includes(words))
        .catch(() => expect.fail(`Ana sees no "${words}", but: ${newest()}`))
    },
    /** Repeats a command until the reply has the words: changes of the other replica may be seconds late. */
    polls: async (line: string, words: string) => {
      const ask = async () => {
        const { length } = ana.messages('ops')
        await ana.command(line, { channel: 'ops' })
        await slack.until(() => ana.messages('ops').length > length)
        return ana.messages('ops').slice(-1).map(printMessage).join()
      }
      await expect.poll(ask, { interval: 1000, timeout: 10_000 }).toContain(words)
    },
  }
}

describe('Two replicas over one PostgreSQL database', { timeout: 60_000 }, () => {
  it('share links, tickets and buttons, so that each continues what the other began', async () => {
    const { programs, secrets, slack, ana, one, other, use, types, sees, polls, reads, token, tokenOf } =
      await startReplicas()

    use(one)
    await types('/dayshift link')
    await sees('[Link account on a private page]')
    const link = linkOf({ slack }, 'Ana')
    const pages = await Promise.all([one, other].map(address => browserAt(address).submit(link, { token })))
    expect(pages.filter(({ status }) => status === 200)).toHaveLength(1)
    await reads('Ana', 'Your account is linked. *Acme*')
    const reuse = await Promise.all([one, other].map(address => browserAt(address).submit(link, { token })))
    expect(reuse.map(({ status }) => status)).toEqual([404, 404])

    use(other)
    await types('/pause web-prod tomorrow load test')
    await reads('Bo', '<@U1ANA> paused *web-prod*')
    use(one)
    const paused = ana.messages('ops').find(message => printMessage(message).includes('load test'))
    await byLabel(slack, ana).press(paused ?? expect.fail('Ana does not see the pause'), 'Resume now')
    await reads('Bo', '<@U1ANA> cancelled the upcoming pause of *web-prod*')

    use(other)
    await types('/dayshift whoami')
    await sees('*Acme* · owner')
    use(one)
    await types('/dayshift link')
    await sees('[Link account on a private page]')
    const cleo = tokenOf('cleo@acme.test')
    expect((await browserAt(one).submit(linkOf({ slack }, 'Ana'), { token: cleo })).status).toBe(200)
    use(other)
    await polls('/dayshift whoami', '*Acme* · member')

    await types('/dayshift unlink')
    await sees('Your access token is forgotten here')
    use(one)
    await polls('/plan', 'Link your account first')

    expect(await programs[0]?.end('SIGKILL')).toEqual([null, 'SIGKILL'])
    expect(await programs[1]?.end('SIGTERM')).toEqual([0, null])
    expect(slack.refusals).toEqual([])
    const written = programs.flatMap(program => program.output).join('\n')
    for (const secret of [...secrets, token, cleo]) expect(written).not.toContain(secret)
  })
})
