import { describe, expect, it } from 'vitest'
import { messageOf, statusOf } from '../../../src/service/contract/answer.ts'

describe('an error answer', () => {
  it.each([
    [
      { status: 404, message: 'no such plan' },
      { status: 404, message: 'no such plan' },
    ],
    [
      { status: '500', error: 'broken' },
      { status: 500, message: 'broken' },
    ],
    [{ status: '404 Not Found' }, { status: 404 }],
    [{ status: 0 }, { status: 0 }],
    [{ status: '3 plans' }, {}],
    [{ error: { message: 'broken' } }, { message: 'broken' }],
    [{ message: ' ', error: 'broken' }, { message: 'broken' }],
    ['<html>', {}],
    [undefined, {}],
  ])('%j is parsed as %j', (answer, expected) => {
    expect({ status: statusOf(answer).status, message: messageOf(answer) }).toEqual(expected)
  })

  it.each([
    { status: 'error' },
    { status: 'Failed', message: 'no such plan' },
    { status: 'not_found' },
    { status: false },
    { success: false, data: {} },
    { ok: false },
    { error: 'no such plan' },
    { error: { message: 'no such plan' } },
    { error: true },
  ])('is recognized without a status number: %j', answer => {
    expect(statusOf(answer).failed).toBe(true)
  })

  it.each([
    {},
    null,
    { status: 'success' },
    { status: 'OK', error: 'none' },
    { status: 'active', id: '7' },
    { status: 200, error: 'none', success: false },
    { status: true },
    { success: true, error: 'none' },
    { error: null },
    { error: '' },
    { error: {} },
    { error: false },
    { message: 'paused' },
  ])('is not recognized in %j', answer => {
    expect(statusOf(answer).failed).toBe(false)
  })
})
