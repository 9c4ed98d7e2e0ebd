import { describe, expect, it } from 'vitest'
import { contract } from '../../../src/service/contract/contract.ts'

describe('billing', () => {
  const link = 'https://pay.example.test/1?a=b'

  it.each([
    { link },
    { url: link },
    { data: { url: link } },
    { response: { session: { url: link } } },
    { link: null, data: { payment: { href: link } } },
    { url: link, docs: 'https://docs.example.test/' },
  ])('finds the link in %j', answer => {
    expect(contract.createSubscription.answer.parse({ status: 200, ...answer })).toEqual({ link })
  })

  it.each(['javascript:alert(1)', 'ftp://example.test/', 'soon', '', 7, null])('ignores the link %j', bad => {
    expect(contract.changePaymentMethod.answer.parse({ status: 200, link: bad })).toEqual({})
  })

  it('is described with quantities as text and resources as a number', () => {
    const organization = { id: 12, name: 'Acme', owner: 'ana@acme.test', resources: '31' }
    const subscription = { quantity: 40, plan: 'team', payment_exp: 2027 }
    const answer = { status: 200, response: { organization, subscription } }
    expect(contract.describeBilling.answer.parse(answer)).toEqual({
      organization: { id: '12', name: 'Acme', owner: 'ana@acme.test', resources: 31 },
      subscription: { quantity: '40', plan: 'team', payment_exp: '2027' },
    })
    expect(contract.describeBilling.answer.parse({ response: { organization } }).subscription).toBeUndefined()
  })
})
