import { createServer, type ServerResponse } from 'node:http'
import { listen } from '../../test/port.ts'
import payloads from './payloads.json' with { type: 'json' }

/** The scheduling service and Slack's Web API, which respond immediately with prepared bytes. */

/** The default number of plans in the service. */
export const USUAL_PLANS = 20

/** Returns the name of a plan, by which complete answers are recognized. */
export const planName = (index: number): string => `plan-${String(index).padStart(4, '0')}`

/** Includes the state of each plan, which the bot would otherwise request plan by plan. */
function formatPlans(count: number): string {
  const plans = Array.from({ length: count }, (_, index) => ({
    id: String(5000 + index),
    name: planName(index),
    ...payloads.plan,
  }))
  return JSON.stringify({ status: 200, plans })
}

const POSTED = JSON.stringify(payloads.posted)
const ANSWERS = Object.entries(payloads.answers).map(
  ([path, answer]) => [path, JSON.stringify(answer)] as const,
)
let plans = formatPlans(USUAL_PLANS)

function answer(response: ServerResponse, url: string): void {
  const [, reply = POSTED] = ANSWERS.find(([path]) => url.includes(path)) ?? []
  const body = url.includes('/plans/list?') ? plans : reply
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  }
  response.writeHead(200, headers).end(body)
}

const service = createServer((request, response) => {
  request.resume()
  answer(response, request.url ?? '')
})

/** The resolvers for the next messages, by person. */
const waiting = new Map<number, ((text: string) => void)[]>()

const slack = createServer(async (request, response) => {
  const { url = '' } = request
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  answer(response, url)
  const [, person] = /^\/respond\/(\d+)/.exec(url) ?? /\bC0P(\d+)/.exec(body) ?? []
  if (person !== undefined) waiting.get(Number(person))?.shift()?.(body)
})

const [servicePort, slackPort] = await Promise.all([listen(service), listen(slack)])

/** The longest wait for a message after the ack. */
const LIMIT_MS = 20_000

export const servers = {
  serviceUrl: `http://127.0.0.1:${servicePort}`,
  slackUrl: `http://127.0.0.1:${slackPort}/api`,
  responseUrl: (person: number) => `http://127.0.0.1:${slackPort}/respond/${person}`,
  setPlans(count: number): void {
    plans = formatPlans(count)
  },
  /** Resolves to the next message for a person, or to an empty text after a time-out or cancellation. */
  nextMessage(person: number) {
    const { promise, resolve } = Promise.withResolvers<string>()
    const queue = waiting.get(person) ?? []
    waiting.set(person, queue)
    queue.push(resolve)
    const cancel = () => {
      clearTimeout(timer)
      if (queue.includes(resolve)) queue.splice(queue.indexOf(resolve), 1)
      resolve('')
    }
    const timer = setTimeout(cancel, LIMIT_MS)
    return { promise, cancel }
  },
  close(): void {
    for (const server of [service, slack]) {
      server.close()
      server.closeAllConnections()
    }
  },
}
