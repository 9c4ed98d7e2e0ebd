import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { createPlayground } from '../../src/playground/local-slack.ts'
import { listen } from '../port.ts'

const bodySchema = z.looseObject({
  trigger_id: z.string().default(''),
  response_url: z.string().default(''),
  view: z
    .looseObject({ id: z.string(), hash: z.string(), state: z.looseObject({}), private_metadata: z.string() })
    .optional(),
})

const responseSchema = z.looseObject({
  status: z.number(),
  ok: z.boolean(),
  ts: z.string().optional(),
  user: z.unknown().optional(),
})

/** A request as the app receives it. */
export type AppRequest = { headers: IncomingHttpHeaders; raw: string; body: z.output<typeof bodySchema> }

/** A response of the app: JSON, text or nothing, with `status` 200 by default; `never` does not respond. */
export type Reply = { status?: number; json?: unknown; words?: string; never?: boolean }

const bodyOf = (headers: IncomingHttpHeaders, raw: string) => {
  if (headers['content-type'] === 'application/json') return bodySchema.parse(JSON.parse(raw))
  const form = Object.fromEntries(new URLSearchParams(raw))
  return bodySchema.parse(form.payload ? JSON.parse(form.payload) : form)
}

const people = [
  { id: 'U1ANA', name: 'Ana', zone: 'Europe/Madrid', email: 'ana@example.com', locale: 'es-ES' },
  { id: 'U2BEN', name: 'Ben', zone: 'America/New_York' },
]

const channels = [
  { id: 'C1OPS', name: 'ops' },
  { id: 'C3NIGHT', name: 'night', members: ['U1ANA'] },
  { id: 'C2WEB', name: 'web', bot: false, members: ['U1ANA'] },
  { id: 'G1BOARD', name: 'board', bot: false, private: true, members: ['U1ANA'] },
]

/** Opens a Slack with Ana and Ben, and an app that responds by `answer`, until `close`. */
export const createStage = async (
  answer: (received: AppRequest) => Promise<Reply> | Reply = () => ({}),
  options: Pick<Parameters<typeof createPlayground>[0], 'ackMs' | 'store'> = {},
) => {
  const clock = { now: new Date('2026-12-04T10:00:00Z') }
  const slack = createPlayground({ clock: () => clock.now, people, channels, ...options })
  const received: AppRequest[] = []
  const app = createServer(async (request, response) => {
    const raw = await text(request)
    const one = { headers: request.headers, raw, body: bodyOf(request.headers, raw) }
    received.push(one)
    const { status = 200, json, words = '', never } = await answer(one)
    if (never) return
    response.writeHead(status, json === undefined ? {} : { 'content-type': 'application/json' })
    response.end(json === undefined ? words : JSON.stringify(json))
  })
  const port = await listen(app)
  const { url, close } = await slack.listen()
  slack.connect(`http://127.0.0.1:${port}/slack/events`)

  const post = async (address: string, body: unknown, headers: Record<string, string> = {}) => {
    const answered = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return responseSchema.parse({ status: answered.status, ...Object(await answered.json()) })
  }

  return {
    slack,
    clock,
    received,
    url,
    ana: slack.person('Ana'),
    ben: slack.person('Ben'),
    /** Calls a Web API method as the app, with a JSON body. */
    call: (method: string, args: unknown) =>
      post(`${url}${method}`, args, { authorization: `Bearer ${slack.botToken}` }),
    /** Posts JSON to a response_url or any other address. */
    post,
    signatureOf: ({ headers, raw }: AppRequest) =>
      `v0=${createHmac('sha256', slack.signingSecret).update(`v0:${headers['x-slack-request-timestamp']}:${raw}`).digest('hex')}`,
    close: async () => {
      await close()
      await new Promise(resolve => {
        app.close(resolve)
        app.closeAllConnections()
      })
    },
  }
}

export type Stage = Awaited<ReturnType<typeof createStage>>

export const words = (text: string) => ({ type: 'plain_text', text })

export const button = (text: string, value = '1') => ({
  type: 'button',
  action_id: text,
  text: words(text),
  value,
})

export const field = (label: string, element: object, more: object = {}) => ({
  type: 'input',
  block_id: label,
  label: words(label),
  element: { action_id: label, ...element },
  ...more,
})

export const modal = (blocks: object[], more: object = {}) => ({
  type: 'modal',
  title: words('Pause a plan'),
  submit: words('Pause'),
  blocks,
  ...more,
})
