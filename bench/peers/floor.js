import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { parse } from 'node:querystring'
import { Pool } from 'undici'
import * as shared from './shared.js'

/** A minimal server: node:http, one HMAC, one parse, undici's connections; no Slack library, store or log. */

const service = new Pool(shared.serviceUrl, { connections: 64 })
const slack = new Pool(new URL(shared.slackApiUrl).origin, { connections: 64 })
const key = createSecretKey(shared.signingSecret, 'utf8')

async function call(method, path, user, content) {
  const { body } = await service.request({ path, ...shared.requestOf(method, user, content) })
  return body.json()
}

async function post(path, headers, message) {
  const { body } = await slack.request({ method: 'POST', path, headers, body: JSON.stringify(message) })
  await body.dump()
}

function answer(response, content) {
  const body = content ? JSON.stringify(content) : ''
  response.writeHead(200, { ...shared.JSON_TYPE, 'content-length': Buffer.byteLength(body) }).end(body)
}

function isGenuine({ headers }, body) {
  const timestamp = headers['x-slack-request-timestamp']
  if (!(Math.abs(Date.now() / 1000 - timestamp) <= 300)) return false
  const digest = createHmac('sha256', key).update(`v0:${timestamp}:`).update(body).digest('hex')
  return timingSafeEqual(Buffer.from(`v0=${digest}`), Buffer.from(headers['x-slack-signature']))
}

async function handle({ command, text, user_id: user }, response) {
  if (command === '/plan') answer(response, await shared.showPlans(user, call))
  else {
    const message = await shared.pausePlan(user, shared.parsePause(text), call)
    answer(response, { response_type: 'in_channel', ...message })
  }
}

async function interact({ type, user: { id: user }, value, view, response_url: url }, response) {
  if (type === 'block_suggestion') return answer(response, await shared.offerPlans(user, value, call))
  answer(response)
  if (type === 'block_actions')
    return post(new URL(url).pathname, shared.JSON_TYPE, await shared.showPlans(user, call))
  const { channel, ...pause } = shared.readPauseForm(view)
  const headers = { ...shared.JSON_TYPE, authorization: `Bearer ${shared.token}` }
  await post('/api/chat.postMessage', headers, { channel, ...(await shared.pausePlan(user, pause, call)) })
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
