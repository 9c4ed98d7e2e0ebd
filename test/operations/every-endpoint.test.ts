import { describe, expect, it } from 'vitest'
import { type EndpointName, titleOf } from '../../src/service/contract/contract.ts'
import { readDocument, readRows } from '../service/contract/document.ts'
import { stories } from '../stories.ts'
import { everyEndpoint, performStep, routes, type Steps } from './every-endpoint.ts'

const story = stories()
const document = readRows(readDocument().copy)

/** Returns the row of an endpoint in the document. */
function rowOf(name: EndpointName) {
  const documentRow = document.find(({ title }) => title === titleOf(name))
  if (!documentRow) throw new Error(`The document has no ${titleOf(name)}`)
  return documentRow
}

/** Returns the requests to one endpoint as they went over the wire. */
function requestsTo({ method, path, action }: ReturnType<typeof rowOf>) {
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

async function perform(steps: Steps) {
  const ana = story().person('Ana')
  for (const step of steps) await performStep(ana, step)
  return ana
}

describe.each(routes)('$name by $how', ({ name, steps }) => {
  const { query = {}, body } = everyEndpoint[name]
  const documentRow = rowOf(name)

  it('sends the documented request', async () => {
    // All credentials of Acme are in use, so the service would refuse to remove them.
    story().wire.respond('remove_credential', { status: 200 })
    const ana = await perform(steps)
    expect([ana.formErrors, ana.form]).toEqual([{}, undefined])
    const requests = requestsTo(documentRow)
    expect(requests).not.toEqual([])
    for (const request of requests)
      expect(request).toEqual({
        method: documentRow.method,
        at: documentRow.path,
        type: 'application/json',
        authorization: `Bearer ${story().tokenOf('Ana')}`,
        query: { action: documentRow.action, ...query },
        body,
      })
    if (documentRow.method === 'POST') expect(requests).toHaveLength(1)
  })
})
