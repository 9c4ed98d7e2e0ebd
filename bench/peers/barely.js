import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { parse } from 'node:querystring'
import { Pool } from 'undici'
import {
  headersFor,
  listOf,
  listPath,
  optionsOf,
  pausedMessage,
  pauseOf,
  pausePath,
  port,
  readPause,
  readPaused,
  readPauseForm,
  readPlans,
  serviceUrl,
  signingSecret,
  slackApiUrl,
  token,
} from './work.js'

const service = new Pool(serviceUrl, { connections: 64 })
const slack = new Pool(new URL(slackApiUrl).origin, { connections: 64 })
const key = createSecretKey(signingSecret, 'utf8')

/** One call: undici's `dispatch`, which is its shortest way. */
const call = (pool, method, path, headers, body) =>
  new Promise((resolve, reject) => {
    const chunks = []
    pool.dispatch(
      { method, path, headers, body },
      {
        onRequestStart() {},
        onResponseStart() {},
        onResponseData: (_, chunk) => void chunks.push(chunk),
        onResponseEnd: () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)),
        onResponseError: (_, error) => reject(error),
      },
    )
  })

const plansOf = async user => readPlans(JSON.parse(await call(service, 'GET', listPath, headersFor(user))))

async function pause(user, { name, reason }) {
  const pausing = pauseOf(await plansOf(user), name, reason)
  const answer = await call(service, 'POST', pausePath, headersFor(user), JSON.stringify(pausing.body))
  return pausedMessage(user, pausing, readPaused(JSON.parse(answer)))
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const API = { ...JSON_TYPE, authorization: `Bearer ${token}` }

function answer(response, content) {
  const body = JSON.stringify(content)
  response.writeHead(200, { ...JSON_TYPE, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

function isGenuine({ headers }, body) {
  const stamp = headers['x-slack-request-timestamp']
  if (Math.abs(Date.now() / 1000 - stamp) > 300) return false
  const digest = createHmac('sha256', key).update(`v0:${stamp}:`).update(body).digest('hex')
  return timingSafeEqual(Buffer.from(`v0=${digest}`), Buffer.from(headers['x-slack-signature']))
}

/**
 * Serves what the peers serve by the least that a bot can do: node:http, one HMAC, one parse, undici's `dispatch`, and no
 * library of Slack's. What more a bot does goes around that: `pass` has each request on its way, `keep` each change, and
 * `told` is called when a request is done with.
 */
export function serveBarely({
  pass = (_fields, work) => work(),
  keep = (_user, _said, work) => work(),
  told = () => {},
} = {}) {
  async function serve(fields, said, response) {
    if (fields.command === '/plan')
      return answer(response, { response_type: 'ephemeral', ...listOf(await plansOf(fields.user_id)) })
    if (fields.command === '/pause') {
      const message = await keep(fields.user_id, said, () => pause(fields.user_id, readPause(fields.text)))
      return answer(response, { response_type: 'in_channel', ...message })
    }
    const payload = JSON.parse(fields.payload)
    const user = payload.user.id
    if (payload.type === 'block_suggestion')
      return answer(response, optionsOf(await plansOf(user), payload.value))
    if (payload.type === 'block_actions') {
      response.writeHead(200, { 'content-length': 0 }).end()
      const message = { response_type: 'ephemeral', replace_original: false, ...listOf(await plansOf(user)) }
      await call(slack, 'POST', new URL(payload.response_url).pathname, JSON_TYPE, JSON.stringify(message))
      return
    }
    const message = await keep(user, said, () => pause(user, readPauseForm(payload.view)))
    response.writeHead(200, { 'content-length': 0 }).end()
    const { origin } = JSON.parse(payload.view.private_metadata)
    await call(
      slack,
      'POST',
      '/api/chat.postMessage',
      API,
      JSON.stringify({ channel: origin.channel, ...message }),
    )
  }

  createServer((request, response) => {
    const chunks = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
      if (!isGenuine(request, body)) return response.writeHead(401).end()
      const said = body.toString()
      const fields = parse(said)
      pass(fields, () => serve(fields, said, response)).then(
        told,
        () => response.headersSent || response.writeHead(500).end(),
      )
    })
  }).listen(port, '127.0.0.1')
}
