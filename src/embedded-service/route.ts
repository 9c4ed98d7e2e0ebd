import { contract, type EndpointName } from '../service/contract/contract.ts'
import { invalid, quoted, Refusal, unknown } from './refusal.ts'

export type Target = { endpoint: EndpointName; query: Record<string, string> }

const isName = (name: string): name is EndpointName => name in contract
const names: readonly EndpointName[] = Object.keys(contract).filter(isName)

/**
 * Finds the endpoint by method, raw path and `action`, and the rest of its query.
 * The target is taken apart as text: `//v1/…` is a path like any other here, where a URL would see a host.
 */
export function route(method: string, target: string): Target {
  const [path = '', ...rest] = target.split('?')
  const search = new URLSearchParams(rest.join('?'))
  const { action, ...query } = Object.fromEntries(search)
  const here = names.filter(name => contract[name].path === path)
  const methods = new Set<string>(here.map(name => contract[name].method))
  if (here.length === 0) throw unknown(`There is nothing at ${quoted(path)}.`)
  if (!methods.has(method))
    throw new Refusal(405, `${quoted(path)} takes ${[...methods].join(' or ')} alone.`)
  const given = [...search.keys()]
  if (new Set(given).size < given.length) throw invalid('A query parameter was given twice.')
  const actions = here.map(name => contract[name].action).join(' or ')
  if (action === undefined) throw invalid(`The query parameter action is missing: ${actions}.`)
  const endpoint = here.find(name => contract[name].action === action)
  if (endpoint === undefined) throw invalid(`The action ${quoted(action)} is not known here: ${actions}.`)
  return { endpoint, query }
}
