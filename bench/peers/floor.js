import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { parse } from 'node:querystring'
import { Pool } from 'undici'
import * as shared from './shared.js'

/** The least server: node:http, one HMAC, one parse, undici's `dispatch`; no library of Slack's, no store and no log. */

const service = new Pool(shared.serviceUrl, { connections: 64 })
const slack = new Pool(new URL(shared.slackApiUrl).origin, { connections: 64 })
const key = createSecretKey(shared.signingSecret, 'utf8')
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

const send = (pool, method, path, headers, body) =>
  new Promise((resolve, reject) => {
    const chunks = []
    pool.dispatch(
      { method, path, headers, body: body && JSON.stringify(body) },
      {
        onRequestStart() {},
        onResponseStart() {},
        onResponseData: (_, chunk) => void chunks.push(chunk),
        onResponseEnd: () => resolve(Buffer.concat(chunks)),
        onResponseError: (_, error) => reject(error),
      },
    )
  })

const call = async (user, method, path, body) =>
  JSON.parse(await send(service, method, path, shared.headersFor(user), body))

const listPlans = user => shared.listPlans(user, call)

function answer(response, content) {
  const body = content ? JSON.stringify(content) : ''
  response.writeHead(200, { ...JSON_TYPE, 'content-length': Buffer.byteLength(body) }).end(body)
}

function isGenuine({ headers }, body) {
  const timestamp = headers['x-slack-request-timestamp']
  if (Math.abs(Date.now() / 1000 - timestamp) > 300) return false
  const digest = createHmac('sha256', key).update(`v0:${timestamp}:`).update(body).digest('hex')
  return timingSafeEqual(Buffer.from(`v0=${digest}`), Buffer.from(headers['x-slack-signature']))
}

async function handle(fields, response) {
  const user = fields.user_id
  if (fields.command === '/plan')
    return answer(response, { response_type: 'ephemeral', ...shared.formatPlans(await listPlans(user)) })
  const message = await shared.pausePlan(user, shared.parsePause(fields.text), call)
  answer(response, { response_type: 'in_channel', ...message })
}

async function interact({ type, user: { id: user }, value, view, response_url: url }, response) {
  if (type === 'block_suggestion') return answer(response, shared.optionsFor(await listPlans(user), value))
  answer(response)
  if (type === 'block_actions') {
    const list = shared.formatPlans(await listPlans(user))
    const message = { response_type: 'ephemeral', replace_original: false, ...list }
    return send(slack, 'POST', new URL(url).pathname, JSON_TYPE, message)
  }
  const { channel, ...pause } = shared.readPauseForm(view)
  const message = await shared.pausePlan(user, pause, call)
  const headers = { ...JSON_TYPE, authorization: `Bearer ${shared.token}` }
  return send(slack, 'POST', '/api/chat.postMessage', headers, { channel, ...message })
}

createServer((request, response) => {
  const chunks = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    if (!isGenuine(request, body)) return response.writeHead(401).end()
    const fields = parse(body.toString())
    const done = fields.payload ? interact(JSON.parse(fields.payload), response) : handle(fields, response)
    done.catch(() => response.headersSent || response.writeHead(500).end())
  })
}).listen(shared.port, '127.0.0.1')
