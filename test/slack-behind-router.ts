import { onTestFinished } from 'vitest'
import type { Carrier } from '../src/playground/delivery.ts'
import { printMessage } from '../src/playground/local/terminal.ts'
import { createPlayground } from '../src/playground/local-slack.ts'
import { openSlackRouter } from './slack-router.ts'

/** The credentials of the app that the router accepts. */
export const app = { clientId: '1.2', clientSecret: 'c1ient-s3cr3t' }

/** Opens a workspace with Ana behind a router that stands for Slack; `behind` registers it there. */
export async function openSlackBehindRouter(options: { appToken?: string; url?: string }, carrier?: Carrier) {
  const team = { id: 'T1ACME', domain: 'acme' }
  const slack = createPlayground({
    clock: () => new Date(),
    team,
    people: [{ id: 'U1ANA', name: 'Ana', zone: 'Europe/Berlin', email: 'ana@acme.test' }],
    channels: [{ id: 'C1OPS', name: 'ops' }],
    ...(carrier && { carrier }),
  })
  const [{ url: api, close }, router] = await Promise.all([
    slack.listen(),
    openSlackRouter({ ...app, ...options }),
  ])
  onTestFinished(async () => {
    await Promise.all([close(), router.close()])
  })
  const ana = slack.person('Ana')
  return {
    slack,
    router,
    behind: { team, api, botToken: slack.botToken },
    /** Types a command as Ana, and waits for a message with these words. */
    async reads(line: string, words: string) {
      await ana.command(line, { channel: 'ops' })
      await slack.until(() =>
        ana
          .messages('ops')
          .map(printMessage)
          .some(text => text.includes(words)),
      )
    },
  }
}
