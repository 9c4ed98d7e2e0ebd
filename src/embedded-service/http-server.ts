import { createServer, type IncomingMessage, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { contract, type EndpointName } from '../service/contract/contract.ts'
import type { AnswerOnTheWire } from './handler.ts'
import type { Dispatch } from './router.ts'
import { asRefusal, invalid, notFound, quoted, Refusal } from './service-refusal.ts'

const MAX_BODY_BYTES = 100_000

/**
 * The service's HTTP server. Unexpected errors go to `report`, and are answered with a 500.
 * @param isSilent asked once a request is carried out: its connection then breaks off without an answer
 */
export function createHttp(
  dispatch: Dispatch,
  report: (error: unknown) => void,
  isSilent: (method: string | undefined) => boolean,
): Server {
  async function answerTo(request: IncomingMessage): Promise<AnswerOnTheWire & { status: number }> {
    try {
      const { endpoint, query } = route(request.method ?? '', request.url ?? '')
      const body = await readBody(request)
      const { authorization } = request.headers
      return { status: 200, ...dispatch(endpoint, { authorization, query, body }) }
    } catch (failure) {
      const error = asRefusal(failure)
      if (error instanceof Refusal) return { status: error.status, message: error.message }
      if (!request.errored) report(error)
      return { status: 500, message: 'The service failed. Nothing was changed.' }
    }
  }

  return createServer({ requestTimeout: 30_000, keepAliveTimeout: 30_000 }, async (request, response) => {
    const answer = await answerTo(request)
    if (isSilent(request.method)) response.destroy()
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
    response.writeHead(answer.status, headers)
    response.end(JSON.stringify(answer, (_, value) => value ?? undefined))
  })
}

const isName = (name: string): name is EndpointName => name in contract
const names = Object.keys(contract).filter(isName)

/** The endpoint of a request. The target is split as text: a URL would take the `//v1` of a path for a host. */
function route(method: string, target: string): { endpoint: EndpointName; query: Record<string, string> } {
  const [path = '', ...rest] = target.split('?')
  const search = new URLSearchParams(rest.join('?'))
  const { action, ...query } = Object.fromEntries(search)
  const here = names.filter(name => contract[name].path === path)
  const methods = new Set<string>(here.map(name => contract[name].method))
  if (here.length === 0) throw notFound(`There is nothing at ${quoted(path)}.`)
  if (!methods.has(method))
    throw new Refusal(405, `${quoted(path)} takes ${[...methods].join(' or ')} alone.`)
  if (new Set(search.keys()).size < search.size) throw invalid('A query parameter was given twice.')
  const actions = here.map(name => contract[name].action).join(' or ')
  if (action === undefined) throw invalid(`The query parameter action is missing: ${actions}.`)
  const endpoint = here.find(name => contract[name].action === action)
  if (endpoint === undefined) throw invalid(`The action ${quoted(action)} is not known here: ${actions}.`)
  return { endpoint, query }
}

/** The JSON body, `{}` if it is empty. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const body = await buffer(request)
  if (body.length > MAX_BODY_BYTES)
    throw new Refusal(413, `The body is larger than ${MAX_BODY_BYTES / 1000} kB.`)
  try {
    return body.length === 0 ? {} : JSON.parse(body.toString())
  } catch {
    throw invalid('The body is not JSON.')
  }
}
