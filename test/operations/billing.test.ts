import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

const isBilling = ({ action }: { action: string }) =>
  action.endsWith('subscription') || action.includes('link')

/** Returns the requests that change a subscription or ask for a link. */
const requests = () =>
  story()
    .wire.received.filter(isBilling)
    .map(({ action, query, body }) => ({ action, ...query, ...Object(body) }))

describe('the subscription', () => {
  it.each(['billing', 'billing show'])('is shown privately: %s', async sentence => {
    const ana = story().person('Ana')
    await ana.types(`/dayshift ${sentence}`)
    expect(ana.readsPrivately()).toEqual([
      [
        '*Billing of Acme*',
        'Subscription: plan team, 25 instances, paid until Tue 1 Dec 2026.',
        '18 instances in use.',
        'Owner: ana@acme.test',
        '[Change quantity] [Change card] [Billing history] [Cancel subscription]',
      ].join('\n'),
    ])
    expect(story().channel()).toEqual([])
  })

  it('can be created if there is none', async () => {
    const response = { organization: { name: 'Acme', resources: 18 } }
    story().wire.respondWith('getorganization', { response })
    const ana = story().person('Ana')
    await ana.types('/dayshift billing')
    expect(ana.readsPrivately()[0]).toContain(
      'There is no subscription.\n18 instances in use.\n[Create subscription] [Billing history]',
    )
    await ana.presses('Create subscription')
    await ana.submits({ Quantity: '20' })
    expect(requests()).toEqual([{ action: 'getpaymentlink', org_id: '1001', quantity: '20' }])
  })
})

it('the billing history is private, with one line per record and ten per page', async () => {
  const ana = story().person('Ana')
  await ana.types('/dayshift billing history')
  const [page = ''] = ana.readsPrivately()
  expect(page.split('\n').slice(0, 2)).toEqual([
    '*Acme* has 12 billing records, page 1 of 2.',
    'Number: INV-2026-11  ·  Date: Sun 1 Nov 2026  ·  Quantity: 25  ·  Amount: 225.00 EUR  ·  State: paid',
  ])
  await ana.presses('Next page')
  expect(ana.readsPrivately()).toHaveLength(1)
  expect(ana.readsPrivately()[0]).toContain('Date: Thu 1 Jan 2026')
  expect(story().channel()).toEqual([])
})

describe('a billing link', () => {
  const pay = { action: 'getpaymentlink', org_id: '1001', quantity: '30' }
  const card = { action: 'getupdatecardlink', org_id: '1001' }

  it('to pay is a private button', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift billing subscribe 30')
    expect(requests()).toEqual([pay])
    expect(ana.readsPrivately()).toEqual([
      expect.stringMatching(
        /^Pay for the subscription of \*Acme\*, 30 instances, on a page of the service\. Nothing has been paid yet\.\nThe link is for you alone\.\n\[Pay\]\(https:\/\/billing\.example\.test\/pay\/[-\w]+\) \[Show billing\]$/,
      ),
    ])
    expect(story().channel()).toEqual([])
  })

  it('to change the card comes from a command or a button', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift billing card')
    expect(ana.readsPrivately()[0]).toContain('[Change card](https://billing.example.test/card/')
    await ana.types('/dayshift billing')
    await ana.presses('Change card')
    expect(requests()).toEqual([card, card])
  })
})

describe('changing the quantity', () => {
  it.each(['30', 'to 30', '30 instances'])('accepts “billing quantity %s”', async sentence => {
    const ana = story().person('Ana')
    await ana.types(`/dayshift billing quantity ${sentence}`)
    expect(requests()).toEqual([{ action: 'updatesubscription', org_id: '1001', quantity: 30 }])
    expect(ana.readsPrivately()).toEqual([
      'The subscription of *Acme* is for 30 instances now; it was for 25.\n[Undo] [Show billing]',
    ])
  })

  it.each(['lots', '0', '-3', '2.5', '30 or 40', '1000001', '99999999999'])(
    'rejects “%s” in the form',
    async sentence => {
      const ana = story().person('Ana')
      await ana.types(`/dayshift billing quantity ${sentence}`)
      expect(ana.form).toContain(
        `Quantity: …\n  ⚠ Say the number of instances: a whole number from 1 to 1000000. “${sentence}” is not one.`,
      )
      expect(requests()).toEqual([])
    },
  )
})

describe('cancelling the subscription', () => {
  const cancellation = { action: 'cancelsubscription', org_id: '1001' }

  it('requires typing the name of the organization', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift billing cancel')
    expect(ana.form).toBe(
      [
        '# Cancel the subscription',
        ':warning: This cannot be undone: the subscription would have to be created and paid for again.',
        'To confirm, type the name below: *Acme*',
        'Type the name: …',
        '[Cancel subscription] [Keep subscription]',
      ].join('\n'),
    )
    await ana.submits()
    await ana.submits({ 'Type the name': 'Umbrella' })
    expect(ana.formErrors).toEqual({ 'Type the name': 'That is a different name. To confirm, type: Acme' })
    expect(requests()).toEqual([])
    await ana.submits({ 'Type the name': '  aCME ' })
    expect(requests()).toEqual([cancellation])
    expect(ana.readsPrivately()).toEqual([
      'The subscription of *Acme* was cancelled.\n[Show billing] [Create subscription]',
    ])
    expect(story().channel()).toEqual([])
  })
})
