import { describe, expect, it } from 'vitest'
import { createHandlers } from '../../src/embedded-service/service.ts'
import { openStore } from '../../src/embedded-service/service-store.ts'
import { contract, type EndpointName } from '../../src/service/contract/contract.ts'
import { type Role, roles } from '../../src/service/contract/users.ts'
import { KEY } from '../key.ts'
import { examples, openAcmeForExamples } from './examples.ts'
import { openAcme, type Person, send, written } from './running.ts'

const names = Object.keys(contract).filter((name): name is EndpointName => name in contract)
const handlers = createHandlers(openStore(':memory:', KEY), ['aws', 'azure', 'gcp'], () => new Date(0))
const people: Record<Role, Person> = { owner: 'ana', admin: 'bo', member: 'cleo', viewer: 'dev' }

describe.each(names)('%s', name => {
  const { method, path, action, answer } = contract[name]

  it('succeeds, with a raw response that the contract accepts', async () => {
    const acme = await openAcmeForExamples()
    const { status, answer: raw } = await acme.as('ana', name, examples[name])
    await acme.close()
    expect({ status, body: raw.status, message: raw.message }).toEqual({ status: 200, body: 200 })
    expect(answer.safeParse(raw).error).toBeUndefined()
  })

  it('succeeds only for roles that may call it', async () => {
    const outcomes = await Promise.all(
      roles.map(async role => {
        const acme = await openAcmeForExamples()
        const { status } = await acme.as(people[role], name, examples[name])
        await acme.close()
        return [role, status]
      }),
    )
    const { least } = handlers[name]
    const last = least === 'anyone' ? roles.length - 1 : roles.indexOf(least)
    expect(outcomes).toEqual(roles.map((role, index) => [role, index <= last ? 200 : 403]))
  })

  it('requires a known token', async () => {
    const acme = await openAcme()
    const target = written(name, examples[name])
    const without = await send(acme.url, target)
    const unknown = await send(acme.url, { ...target, headers: { authorization: 'Bearer nobodys' } })
    await acme.close()
    expect([without.status, without.answer.status]).toEqual([401, 401])
    expect([unknown.status, unknown.answer.message]).toEqual([401, 'This access token is not known.'])
  })

  it('refuses unknown members in query and body', async () => {
    const acme = await openAcme()
    const headers = { authorization: `Bearer ${acme.service.token('ana@acme.test')}` }
    const { target, body } = written(name, examples[name])
    const more = JSON.stringify({ ...JSON.parse(body ?? '{}'), stray: 1 })
    const inQuery = await send(acme.url, { method, target: `${target}&stray=1`, headers, body })
    const inBody = await send(acme.url, { method, target, headers, body: more })
    await acme.close()
    for (const { status, answer: message } of [inQuery, inBody]) {
      expect(status).toBe(400)
      expect(message).toEqual({ status: 400, message: 'Unrecognized key: "stray".' })
    }
  })

  it('is routed by its method, raw path and action', async () => {
    const acme = await openAcme()
    const other = method === 'GET' ? 'POST' : 'GET'
    const ask = async (verb: string, target: string) =>
      (await send(acme.url, { method: verb, target })).status
    const statuses = [await ask(other, `${path}?action=${action}`), await ask(method, path)]
    statuses.push(await ask(method, `${path}?action=nothing`), await ask(method, `${path}/?action=${action}`))
    await acme.close()
    expect(statuses).toEqual([404, 404, 404, 404])
  })
})

const scoped = names.filter(name => name !== 'listOrganizations' && name !== 'createOrganization')

describe.each(scoped)('%s in an organization', name => {
  it('that is unknown or foreign to the caller responds 404', async () => {
    const acme = await openAcme()
    const headers = { authorization: `Bearer ${acme.service.token('ana@acme.test')}` }
    const created = await acme.as('bo', 'createOrganization', { org_name: 'Bo alone' })
    const bos = String(created.answer.org_id)
    const wire = JSON.stringify(written(name, examples[name]))
    const elsewhere = (org: string) =>
      send(acme.url, { ...JSON.parse(wire.replaceAll('1001', org)), headers })
    const outcomes = [await elsewhere('9999'), await elsewhere(bos)]
    await acme.close()
    expect(outcomes.map(({ status }) => status)).toEqual([404, 404])
    expect(outcomes.map(({ answer }) => answer.message)).toEqual([
      'There is no organization "9999" that you belong to.',
      `There is no organization "${bos}" that you belong to.`,
    ])
  })
})

const pointing = scoped.filter(
  name => name !== 'addUser' && /"(plan|credential|user)_id"/.test(JSON.stringify(examples[name])),
)

describe.each(pointing)('%s', name => {
  it('reaches nothing of another organization of the same owner', async () => {
    const acme = await openAcmeForExamples()
    const headers = { authorization: `Bearer ${acme.service.token('ana@acme.test')}` }
    const { answer } = await acme.as('ana', 'createOrganization', { org_name: 'Next door' })
    const wire = JSON.stringify(written(name, examples[name])).replaceAll('1001', String(answer.org_id))
    const { status } = await send(acme.url, { ...JSON.parse(wire), headers })
    await acme.close()
    expect(status).toBe(404)
  })
})

describe('a resource', () => {
  it('cannot use a credential of another organization', async () => {
    const acme = await openAcme()
    const { answer } = await acme.as('ana', 'createOrganization', { org_name: 'Next door' })
    const org_id = String(answer.org_id)
    const created = await acme.as('ana', 'createPlan', { ...examples.createPlan, org_id })
    const resource = { ...examples.addResource, org_id, plan_id: String(created.answer.plan_id) }
    const { status, answer: message } = await acme.as('ana', 'addResource', resource)
    await acme.close()
    expect([status, message.message]).toEqual([404, 'There is no credential "1" in this organization.'])
  })
})
