import { describe, expect, it } from 'vitest'
import { type EndpointName, titleOf } from '../../src/service/contract/contract.ts'
import { readDocument, readRows } from '../service/contract/document.ts'
import { stories } from '../stories.ts'
import { does, everyEndpoint, type Way, ways } from './every-endpoint.ts'

const story = stories()
const document = readRows(readDocument().copy)

/** The document's row of an endpoint. */
function rowOf(name: EndpointName) {
  const row = document.find(({ title }) => title === titleOf(name))
  if (!row) throw new Error(`The document has no ${titleOf(name)}`)
  return row
}

/** What the service heard of one endpoint, as it stood on the wire. */
function received({ method, path, action }: ReturnType<typeof rowOf>) {
  return story()
    .wire.requests.map(({ target, ...request }) => {
      const [at = '', query = ''] = target.split('?')
      return { ...request, at, query: new URLSearchParams(query) }
    })
    .filter(each => each.method === method && each.at === path && each.query.get('action') === action)
    .map(({ query, body, ...request }) => ({
      ...request,
      query: Object.fromEntries(query),
      body: body === '' ? undefined : JSON.parse(body),
    }))
}

async function goes(way: Way) {
  const ana = story().person('Ana')
  for (const step of way) await does(ana, step)
  return ana
}

describe.each(ways)('$name by $how', ({ name, way }) => {
  const { query = {}, body } = everyEndpoint[name]
  const row = rowOf(name)

  it('goes over the wire as the document has it', async () => {
    // Every credential that Acme starts with serves resources, and could not be removed.
    story().wire.respond('remove_credential', { status: 200 })
    const ana = await goes(way)
    expect([ana.formErrors, ana.form]).toEqual([{}, undefined])
    const requests = received(row)
    expect(requests).not.toEqual([])
    for (const request of requests)
      expect(request).toEqual({
        method: row.method,
        at: row.path,
        type: 'application/json',
        authorization: `Bearer ${story().tokenOf('Ana')}`,
        query: { action: row.action, ...query },
        body,
      })
    if (row.method === 'POST') expect(requests).toHaveLength(1)
  })
})
