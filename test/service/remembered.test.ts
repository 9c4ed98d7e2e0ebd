import { expect, it } from 'vitest'
import { createRemembered } from '../../src/service/remembered.ts'

const plans = { plans: [], unread: undefined }
const credentials = { credentials: [], unread: undefined }
const organizations = { organizations: [], unread: undefined }

const text = (id: string) => `{"id":"${id}"}`.padEnd(100)

it('of all endpoints together no more is kept than fits, and what was asked for longest ago goes first', () => {
  const { recall, remember } = createRemembered(300)
  remember('listPlans', text('a'), plans)
  remember('listCredentials', text('b'), credentials)
  remember('listPlans', text('c'), plans)
  expect(recall('listPlans', text('a'))).toBe(plans)
  remember('listOrganizations', text('d'), organizations)
  expect(recall('listCredentials', text('b'))).toBeUndefined()
  expect(recall('listPlans', text('a'))).toBe(plans)
  expect(recall('listPlans', text('c'))).toBe(plans)
})

it('the same words of several endpoints take their room once, and mean what each of them means', () => {
  const { recall, remember } = createRemembered(100)
  remember('listPlans', text('a'), plans)
  remember('listCredentials', text('a'), credentials)
  expect(recall('listPlans', text('a'))).toBe(plans)
  expect(recall('listCredentials', text('a'))).toBe(credentials)
  expect(recall('listOrganizations', text('a'))).toBeUndefined()
})

it('what has no room by itself is left out, and what is there stays', () => {
  const { recall, remember } = createRemembered(100)
  remember('listPlans', text('a'), plans)
  remember('listPlans', text('b').repeat(2), plans)
  expect(recall('listPlans', text('b').repeat(2))).toBeUndefined()
  expect(recall('listPlans', text('a'))).toBe(plans)
})
