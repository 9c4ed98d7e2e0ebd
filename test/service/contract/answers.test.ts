import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contract } from '../../../src/service/contract/contract.ts'

describe('the answer of a change', () => {
  it.each([
    { pause_id: 'p1' },
    { pause: { pause_id: 'p1' } },
    { pause: { id: 'p1' } },
    { response: { pause_id: 'p1' } },
    { data: { pause: { id: 'p1' } }, id: 'request-9' },
  ])('returns the id of the new item: %j', answer => {
    expect(contract.pausePlan.answer.parse({ status: 200, ...answer })).toEqual({ pause_id: 'p1' })
  })

  it('may be empty', () => {
    expect(contract.createPlan.answer.parse({ status: 200, message: 'done' })).toEqual({})
    expect(contract.createOrganization.answer.parse({})).toEqual({})
    for (const odd of [null, '', [], true])
      expect(contract.createCredential.answer.parse({ credential_id: odd })).toEqual({})
    expect(contract.updateUser.answer.parse({ status: 200, anything: 'else' })).toEqual({})
  })
})

describe('other lists', () => {
  it('return every credential without its access data, which the service should not send', () => {
    const given = { id: 5, type: 'aws', name: 'prod', resources: '4', specific: { role: 'secret' } }
    expect(contract.listCredentials.answer.parse({ credentials: [given, 'stray'] })).toEqual({
      credentials: [{ id: '5', type: 'aws', name: 'prod', comments: '', resources: 4 }],
      unread: 1,
    })
  })

  it.each(['many', null, -1])('omit the resource count of a credential if it is %j', resources => {
    const given = { id: '5', type: 'aws', name: 'prod', resources }
    const [credential] = contract.listCredentials.answer.parse({ credentials: [given] }).credentials
    expect(credential?.resources).toBeUndefined()
  })

  it('find organizations in data and at the top level', () => {
    const organizations = [{ org_id: '1', org_name: 'Acme', role: 'owner', owner: 'ana', resources: 3 }]
    expect(contract.listOrganizations.answer.parse({ data: { organizations } })).toEqual({ organizations })
    expect(contract.listOrganizations.answer.parse({ organizations })).toEqual({ organizations })
  })
})

describe('any JSON answer', () => {
  it('is parsed or refused without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        for (const { answer } of Object.values(contract)) answer.safeParse(value)
        for (const { answer } of Object.values(contract))
          answer.safeParse({ response: value, plans: [value] })
      }),
    )
  })
})
