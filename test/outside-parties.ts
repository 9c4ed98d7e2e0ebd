import { onTestFinished } from 'vitest'
import { createLocalService } from '../src/embedded-service/service.ts'
import { printMessage } from '../src/playground/local/terminal.ts'
import { createPlayground } from '../src/playground/local-slack.ts'
import { KEY } from './key.ts'

const clock = () => new Date()

/** Opens a Slack and a service for a bot in another process, and the environment with their addresses. */
export async function openOutsideParties() {
  const slack = createPlayground({
    clock,
    people: [
      { id: 'U1ANA', name: 'Ana', zone: 'Europe/Berlin', email: 'ana@acme.test' },
      { id: 'U2BO', name: 'Bo', zone: 'Asia/Tokyo', email: 'bo@acme.test' },
    ],
    channels: [{ id: 'C1OPS', name: 'ops' }],
  })
  const service = createLocalService({ file: ':memory:', key: KEY, clock, kinds: ['aws', 'azure', 'gcp'] })
  const [api, serving] = await Promise.all([slack.listen(), service.listen(0, '127.0.0.1')])
  onTestFinished(async () => {
    await Promise.all([api.close(), serving.close()])
  })
  return {
    slack,
    token: service.token('ana@acme.test'),
    tokenOf: (email: string) => service.token(email),
    environment: {
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      SLACK_API_URL: api.url,
      SERVICE_URL: serving.url,
      ENCRYPTION_KEY: KEY.toString('base64'),
    },
    /** Waits for a message with the words; resolves to all messages that the person sees in #ops. */
    async reads(name: string, words: string) {
      const all = () => slack.person(name).messages('ops').map(printMessage)
      await slack.until(() => all().some(text => text.includes(words)))
      return all()
    },
  }
}
