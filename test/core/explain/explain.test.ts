import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isExpected, NoOrganization, NotLinked, Refused } from '../../../src/core/errors.ts'
import type { Attempt } from '../../../src/core/explain/attempt.ts'
import { explainError } from '../../../src/core/explain/explain.ts'
import { LinkUnreadable } from '../../../src/core/person.ts'
import { mrkdwn } from '../../../src/message/mrkdwn.ts'
import type { EndpointName } from '../../../src/service/contract/contract.ts'
import { ServiceError } from '../../../src/service/contract/failure.ts'
import { words } from '../../arbitraries.ts'
import { operationById } from '../../operation-by-id.ts'
import { renderReply } from '../../rendered-reply.ts'

const plan = { id: '1', name: 'web-prod' }
const args = {
  organizationId: '1001',
  plan,
  period: { from: '2026-11-26', until: '2026-11-27' },
  reason: 'load test',
}
const attempt: Attempt = { operation: operationById('pause.add'), args, reference: 'ref-7' }

/** Renders the explanation of an error as the person reads it. @throws if Slack would refuse it */
function explain(error: unknown, of: Partial<Attempt> = {}) {
  const { reply } = explainError(error, { ...attempt, ...of })
  expect(reply.to).toBe('me')
  const { printed, buttons, text } = renderReply(reply)
  const [title] = printed.split('\n[')
  return { title, buttons, text }
}

const READ: EndpointName = 'listPlans'
const CHANGE: EndpointName = 'pausePlan'
const NOT_DONE = 'Nothing was changed.'
const NOT_KNOWN = 'What you asked for may or may not have been done: please check before you try again.'

describe('the explanation of a service failure', () => {
  it('says that Dayshift has too many requests open', () => {
    const crowded = (written: boolean) =>
      explain(new ServiceError(CHANGE, { kind: 'crowded', written })).title
    const happened = 'I already have too many requests open with the scheduling service.'
    expect([crowded(false), crowded(true)]).toEqual([`${happened} ${NOT_DONE}`, `${happened} ${NOT_KNOWN}`])
  })

  it("quotes the service's message without its mentions", () => {
    const error = (serviceMessage: string) =>
      new ServiceError(CHANGE, { kind: 'conflict', status: 409, serviceMessage, written: true })
    expect(explain(error('It is paused already.')).title).toMatch(
      /^The scheduling service refused this: “It is paused already”\. Nothing was changed\./,
    )
    expect(explain(error('<!channel> & co')).text).toContain('“&lt;!channel&gt; &amp; co”')
    fc.assert(fc.property(words(), message => void explain(error(message))))
  })

  it.each([
    [0, 'Try again now.'],
    [1, 'Try again in 1 second.'],
    [90, 'Try again in 90 seconds.'],
    [121, 'Try again in 3 minutes.'],
    [3600, 'Try again in 60 minutes.'],
    [7201, 'Try again later.'],
  ])('says when to try again after too many requests: %i s', (retryAfterSeconds, next) => {
    const error = new ServiceError(READ, { kind: 'limited', status: 429, retryAfterSeconds, written: true })
    expect(explain(error).title).toContain(next)
  })
})

describe('the buttons after a failure', () => {
  const down = new ServiceError(READ, { kind: 'unavailable', code: 'ECONNREFUSED', written: false })
  const taken = new ServiceError(CHANGE, { kind: 'conflict', status: 409, written: true })

  it('offer the plan before another attempt if the outcome is unknown', () => {
    const lost = new ServiceError(CHANGE, { kind: 'timeout', code: 'aborted', written: true })
    const show = { text: 'Show plan', operation: 'plan.show', how: 'run' }
    const retry = { text: 'Try again', operation: 'pause.add', how: 'replace', args }
    expect(explain(lost).buttons).toEqual([{ ...show, args: { plan, organizationId: '1001' } }, retry])
  })

  it('reopen the form if a secret has to be typed again', () => {
    const link = {
      operation: operationById('account.link'),
      args: { next: { sentence: 'plan' } },
      lacksSecrets: true,
    }
    for (const error of [down, taken])
      expect(explain(error, link).buttons).toMatchObject([
        { how: 'form', args: { next: { sentence: 'plan' } } },
      ])
  })
})

describe('an expected error', () => {
  it.each([
    [
      new NotLinked(),
      /^Link your account first: `\/dayshift link`\. Then I’ll do what you asked\.$/,
      ['Link account'],
    ],
    [
      new LinkUnreadable('x'),
      /^Your link can no longer be read.*Nothing was done\. Please link.*`\/dayshift link`\.$/,
      ['Link account'],
    ],
    [
      new NoOrganization(),
      /^Choose an organization first: `\/dayshift use`\. Then I’ll do what you asked\.$/,
      ['Use organization'],
    ],
    [new Refused(mrkdwn`*web* is not paused.`), /^\*web\* is not paused\.$/, []],
  ])('is explained without a reference: %s', (error, text, buttons) => {
    expect(isExpected(error)).toBe(true)
    const { title, buttons: offered } = explain(error)
    expect(title).toMatch(text)
    expect(offered.map(({ text }) => text)).toEqual(buttons)
  })
})

describe('an error of Dayshift itself', () => {
  it.each([
    [true, 'Nothing was changed: please try again in a moment.'],
    [false, NOT_KNOWN],
  ])('is reported by its reference without details: unsent %s', (isUnsent, outcome) => {
    for (const error of [new Error('s3cr3t'), 's3cr3t', undefined]) {
      expect(isExpected(error)).toBe(false)
      expect(explain(error, { isUnsent, args: {} })).toEqual({
        title: `Something went wrong inside Dayshift. ${outcome} (Reference ref-7)`,
        text: `Something went wrong inside Dayshift. ${outcome} (Reference ref-7)`,
        buttons: [],
      })
    }
  })
})
