import { onTestFinished } from 'vitest'
import type { Carrier } from '../src/playground/delivery.ts'
import { printMessage } from '../src/playground/local/terminal.ts'
import { createPlayground } from '../src/playground/local-slack.ts'
import { openSlackRouter } from './slack-router.ts'

/** The app that the router knows. */
export const app = { clientId: '1.2', clientSecret: 'c1ient-s3cr3t' }

/** A workspace with Ana in it behind a router, which the bot takes for Slack; `behind` is what the router is to know of it. */
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
    /** Ana types something, and reads an answer with these words. */
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
