import { describe, expect, it } from 'vitest'
import { createRequests } from '../../src/app/log.ts'
import { ServiceError } from '../../src/service/contract/failure.ts'
import { linesOf } from './log-lines.ts'

describe('the log', () => {
  it('writes one line of JSON per entry', () => {
    const { log, written, lines } = linesOf()
    log.info({ operation: 'pause.add' }, 'answered')
    log.warn('slow')
    expect(written.every(line => line.endsWith('}\n'))).toBe(true)
    expect(lines()).toEqual([
      { level: 30, time: expect.any(Number), operation: 'pause.add', msg: 'answered' },
      { level: 40, time: expect.any(Number), msg: 'slow' },
    ])
  })

  it('names the endpoint and kind of a failed call, but none of its texts', () => {
    const { log, written, lines } = linesOf()
    const err = new ServiceError('pausePlan', {
      kind: 'invalid',
      status: 400,
      serviceMessage: 'no reason like “s3cr3t”',
      written: true,
    })
    log.warn({ err }, 'the service failed')
    expect(lines()).toMatchObject([
      {
        err: {
          type: 'ServiceError',
          message: 'Pause plan: invalid (400)',
          endpoint: 'pausePlan',
          kind: 'invalid',
          status: 400,
          outcome: 'not done',
          stack: expect.stringContaining('log.test.ts'),
        },
      },
    ])
    expect(written.join('')).not.toContain('s3cr3t')
  })

  it('names the causes of an error by their codes, but not their messages', () => {
    const { log, written, lines } = linesOf()
    const full = Object.assign(new Error('s3cr3t'), {
      code: 'ERR_SQLITE_ERROR',
      errcode: 13,
      errstr: 'database or disk is full',
      token: 's3cr3t',
    })
    log.error({ err: new Error('It is not written down', { cause: full }) }, 'failed')
    const refused = Object.assign(new Error('s3cr3t'), { code: 'ECONNREFUSED' })
    log.error({ err: new Error('It is away', { cause: new AggregateError([refused, refused]) }) }, 'failed')
    const endless = new Error('It goes on')
    endless.cause = endless
    log.error({ err: endless }, 'failed')
    expect(lines().map(({ err }) => err)).toMatchObject([
      {
        causes: [
          { type: 'Error', code: 'ERR_SQLITE_ERROR', errcode: 13, errstr: 'database or disk is full' },
        ],
      },
      { causes: [{ type: 'AggregateError' }, { code: 'ECONNREFUSED' }, { code: 'ECONNREFUSED' }] },
      { causes: [{ type: 'Error' }, { type: 'Error' }, { type: 'Error' }] },
    ])
    expect(written.join('')).not.toContain('s3cr3t')
  })

  it('masks addresses in error messages', () => {
    const { log, written, lines } = linesOf()
    const failed = new Error('POST https://hooks.slack.com/actions/T1/2/s3cr3t failed: 500')
    log.warn({ reason: failed }, 'a reply needs another way')
    log.warn({ err: failed }, 'a reply needs another way')
    log.warn({ reason: 's3cr3t'.length }, 'no error')
    expect(lines()).toMatchObject([
      { reason: 'POST … failed: 500' },
      { err: { message: 'POST … failed: 500' } },
      { reason: 'unknown' },
    ])
    expect(written.join('')).not.toContain('s3cr3t')
  })

  it('omits other members of an error: headers, requests, causes', () => {
    const { log, written } = linesOf()
    const members = {
      headers: { authorization: 'Bearer s3cr3t' },
      config: { token: 's3cr3t' },
      specific: { key: 's3cr3t' },
      body: 'reason=s3cr3t',
      data: { error: 's3cr3t' },
      serviceMessage: 's3cr3t',
      code: 'ECONNRESET',
    }
    const cause = new Error('s3cr3t')
    log.error({ err: Object.assign(new Error('it broke', { cause }), members) }, 'failed')
    log.error({ err: Object.assign(new AggregateError([cause], 'they broke'), members) }, 'failed')
    log.error({ err: members }, 'failed')
    log.error({ err: 's3cr3t' }, 'failed')
    expect(written.join('')).not.toContain('s3cr3t')
    expect(written[0]).toContain('"code":"ECONNRESET"')
  })
})

function setUp() {
  let count = 0
  return createRequests(() => `ref-${++count}`)
}

describe('a request', () => {
  it('has a unique reference throughout', async () => {
    const requests = setUp()
    const refs = () =>
      requests.run(async () => {
        const first = requests.reference()
        await Promise.resolve()
        return [first, requests.reference(), requests.logFields().ref]
      })
    expect(await Promise.all([refs(), refs()])).toEqual([Array(3).fill('ref-1'), Array(3).fill('ref-2')])
  })

  it('does not include work outside of requests, where each reference is new', () => {
    const requests = setUp()
    expect([requests.reference(), requests.reference()]).toEqual(['ref-1', 'ref-2'])
    expect(requests.logFields()).toEqual({})
  })
})
