import { onTestFinished } from 'vitest'
import { createReceiver, type HttpReceiverOptions } from '../../../src/slack/transport/http-receiver.ts'
import { ADMIT_ALL } from '../../bot-parts.ts'
import { acknowledge, type Behaviour, createLog, host, now, signingSecret } from './slack-requests.ts'

/** Starts a receiver until the test ends; `behave` handles every event. */
export async function started(options: Partial<HttpReceiverOptions> = {}, behave: Behaviour = acknowledge) {
  const log = createLog()
  const receiver = createReceiver({ ...ADMIT_ALL, signingSecret, clock: () => now, log, ...options })
  receiver.init({ processEvent: async event => void (await behave(event)) })
  const { port } = await receiver.start(0, host)
  onTestFinished(() => receiver.stop())
  return { receiver, port, log }
}

/** Creates a behaviour that signals when an event arrives, and waits until it is opened. */
export function gate(behave: Behaviour = acknowledge) {
  const reached = Promise.withResolvers<void>()
  const open = Promise.withResolvers<void>()
  const behaviour: Behaviour = async event => {
    reached.resolve()
    await open.promise
    await behave(event)
  }
  return { reached: reached.promise, open: () => open.resolve(), behaviour }
}
