import { createServer, type ServerResponse } from 'node:http'
import { listen } from '../../test/port.ts'
import payloads from './payloads.json' with { type: 'json' }

/** The scheduling service and Slack's Web API, which answer at once with bytes that are ready. */

/** Plans that the service has unless a section sets another number. */
export const USUAL_PLANS = 20

/** A plan's name, by which an answer is known to be whole. */
export const planName = (index: number): string => `plan-${String(index).padStart(4, '0')}`

/** With the state of each plan: the bot would ask for every plan whose state the list does not tell. */
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
  const [, known = POSTED] = ANSWERS.find(([path]) => url.includes(path)) ?? []
  const body = url.includes('/plans/list?') ? plans : known
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

/** By person: what resolves with the next message that they get. */
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

/** How long a message after the ack is waited for. */
const LIMIT_MS = 20_000

export const servers = {
  serviceUrl: `http://127.0.0.1:${servicePort}`,
  slackUrl: `http://127.0.0.1:${slackPort}/api`,
  responseUrl: (person: number) => `http://127.0.0.1:${slackPort}/respond/${person}`,
  setPlans(count: number): void {
    plans = formatPlans(count)
  },
  /** Resolves with the next message for a person; with nothing when that takes too long, or once it is cancelled. */
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
