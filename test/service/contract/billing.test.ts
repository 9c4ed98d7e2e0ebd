import { describe, expect, it } from 'vitest'
import { contract } from '../../../src/service/contract/contract.ts'

describe('billing', () => {
  const link = 'https://pay.example.test/1?a=b'

  it.each([
    { link },
    { url: link },
    { payment_link: link },
    { response: { link } },
    { data: { url: link } },
    { response: link },
    { checkout_url: link },
    { response: { session: { url: link } } },
    { link: null, data: { payment: { href: link } } },
    { url: link, docs: 'https://docs.example.test/' },
  ])('finds the link in %j', answer => {
    expect(contract.createSubscription.answer.parse({ status: 200, ...answer })).toEqual({ link })
  })

  it('takes no link where there are several, and none is called so', () => {
    const answer = { status: 200, pay: link, docs: 'https://docs.example.test/' }
    expect(contract.createSubscription.answer.parse(answer)).toEqual({})
  })

  it.each(['javascript:alert(1)', 'ftp://example.test/', 'soon', '', 7, null])(
    'takes no link from %j',
    bad => {
      expect(contract.changePaymentMethod.answer.parse({ status: 200, link: bad })).toEqual({})
    },
  )

  it('is described with text for quantities and a number of resources', () => {
    const organization = { id: 12, name: 'Acme', owner: 'ana@acme.test', resources: '31' }
    const subscription = { quantity: 40, plan: 'team', payment_exp: 2027 }
    const answer = { status: 200, response: { organization, subscription } }
    expect(contract.describeBilling.answer.parse(answer)).toEqual({
      organization: { id: '12', name: 'Acme', owner: 'ana@acme.test', resources: 31 },
      subscription: { quantity: '40', plan: 'team', payment_exp: '2027' },
    })
    expect(contract.describeBilling.answer.parse({ response: { organization } }).subscription).toBeUndefined()
  })

  it.each(['history', 'response', 'data', 'invoices', 'payments'])('finds the history in %s', key => {
    const records = [{ date: '01/11/2026', amount: 12.5, paid: true, note: null, lines: [1] }]
    const history = [{ date: '01/11/2026', amount: '12.5', paid: 'true', lines: '[1]' }]
    expect(contract.billingHistory.answer.parse({ status: 200, [key]: records })).toEqual({ history })
    expect(contract.billingHistory.answer.parse(records)).toEqual({ history })
    expect(contract.billingHistory.answer.parse({ response: { [key]: records } })).toEqual({ history })
  })

  it('may have no history yet', () => {
    for (const history of [[], null])
      expect(contract.billingHistory.answer.parse({ status: 200, history })).toEqual({ history: [] })
  })
})
