import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isExpected, NoOrganization, NotLinked, Refused } from '../../../src/core/errors.ts'
import type { Attempt } from '../../../src/core/explain/attempt.ts'
import { formatBrief } from '../../../src/core/explain/brief.ts'
import { explainError } from '../../../src/core/explain/explain.ts'
import { LinkUnreadable } from '../../../src/core/person.ts'
import { SENTENCE } from '../../../src/message/blocks.ts'
import { mrkdwn } from '../../../src/message/mrkdwn.ts'
import type { EndpointName } from '../../../src/service/contract/contract.ts'
import { type FailureKind, ServiceError } from '../../../src/service/contract/failure.ts'
import { buildExplanation } from '../../../src/slack/views/input-elements.ts'
import { words } from '../../arbitraries.ts'
import { known } from '../../known-operation.ts'
import { takenReply } from '../../taken-reply.ts'

const plan = { id: '1', name: 'web-prod' }
const args = {
  organizationId: '1001',
  plan,
  period: { from: '2026-11-26', until: '2026-11-27' },
  reason: 'load test',
}
const attempt: Attempt = { operation: known('pause.add'), args, reference: 'ref-7' }

/** An error as the person reads it, and its buttons. Fails where Slack would refuse the reply. */
function told(error: unknown, of: Partial<Attempt> = {}) {
  const reply = explainError(error, { ...attempt, ...of })
  expect(reply.to).toBe('me')
  const { said: printed, buttons, text } = takenReply(reply)
  const [said] = printed.split('\n[')
  return { said, buttons, text }
}

const READ: EndpointName = 'listPlans'
const CHANGE: EndpointName = 'pausePlan'
const NOT_DONE = 'Nothing was changed.'
const NOT_KNOWN = 'What you asked for may or may not have been done: please check before you try again.'

type Row = {
  kind: FailureKind
  facts: { status?: number; code?: string }
  happened: string
  next?: string | Record<string, string>
  button: 'Link account' | 'Correct it' | 'Try again' | undefined
  /** Whether a change of which something was sent may have been made. */
  doubtful: boolean
}

const rows: Row[] = [
  {
    kind: 'unauthorized',
    facts: { status: 401 },
    happened: 'The scheduling service no longer accepts your access token',
    next: 'Link your account again with a fresh token: `/dayshift link`.',
    button: 'Link account',
    doubtful: false,
  },
  {
    kind: 'forbidden',
    facts: { status: 403 },
    happened: 'The scheduling service does not allow you to do this',
    next: 'Ask an owner of the organization to do it, or to give you a role that allows it.',
    button: undefined,
    doubtful: false,
  },
  {
    kind: 'not found',
    facts: { status: 404 },
    happened: 'The scheduling service did not find it',
    next: {
      [READ]:
        'The organization may be gone, or you may no longer belong to it: `/dayshift org` lists yours, `/dayshift use` switches to another organization.',
      [CHANGE]:
        'It may be gone: `/plan` lists what is there. If it belongs to another of your organizations, switch to that one: `/dayshift use`.',
    },
    button: undefined,
    doubtful: false,
  },
  ...([409, 400] as const).map(
    (status): Row => ({
      kind: status === 409 ? 'conflict' : 'invalid',
      facts: { status },
      happened: 'The scheduling service refused this',
      next: 'Correct it and try again.',
      button: 'Correct it',
      doubtful: false,
    }),
  ),
  {
    kind: 'limited',
    facts: { status: 429 },
    happened: 'The scheduling service has had too many requests',
    next: 'Try again in a minute.',
    button: 'Try again',
    doubtful: false,
  },
  ...[{ status: 504 }, { code: 'aborted' }].map(
    (facts): Row => ({
      kind: 'timeout',
      facts,
      happened: 'The scheduling service did not answer in time',
      button: 'Try again',
      doubtful: true,
    }),
  ),
  {
    kind: 'crowded',
    facts: {},
    happened: 'I already have too many requests open with the scheduling service',
    button: 'Try again',
    doubtful: true,
  },
  ...[{ status: 500 }, { status: 503 }, { code: 'ECONNRESET' }].map(
    (facts): Row => ({
      kind: 'unavailable',
      facts,
      happened: 'The scheduling service is not available right now',
      button: 'Try again',
      doubtful: true,
    }),
  ),
  {
    kind: 'malformed answer',
    facts: { status: 200 },
    happened: 'The scheduling service gave an answer that I cannot read',
    button: 'Try again',
    doubtful: true,
  },
]

describe('a failure of the service', () => {
  const cases = rows.flatMap(row =>
    [READ, CHANGE].flatMap(endpoint => [true, false].map(written => ({ ...row, endpoint, written }))),
  )

  it.each(cases)(
    '"$kind" ($facts) of $endpoint, sent: $written, says what happened, what did not, and what to do next',
    ({ kind, facts, happened, next, button, doubtful, endpoint, written }) => {
      const unknown = doubtful && written && endpoint === CHANGE
      const { said, buttons } = told(new ServiceError(endpoint, { kind, ...facts, written }))
      const then = typeof next === 'object' ? next[endpoint] : next
      const isTraced = ['timeout', 'unavailable', 'malformed answer', 'interrupted'].includes(kind)
      const reference = isTraced && '(Reference ref-7)'
      const sentences = [`${happened}.`, unknown ? NOT_KNOWN : NOT_DONE, then, reference]
      expect(said).toBe(sentences.filter(Boolean).join(' '))
      const look = button === 'Try again' && unknown ? 'Show plan' : undefined
      expect(buttons.map(({ text }) => text)).toEqual([look, button].filter(Boolean))
    },
  )

  it("repeats the service's words, which ping nobody", () => {
    const error = (serviceMessage: string) =>
      new ServiceError(CHANGE, { kind: 'conflict', status: 409, serviceMessage, written: true })
    expect(told(error('It is paused already.')).said).toMatch(
      /^The scheduling service refused this: “It is paused already”\. Nothing was changed\./,
    )
    expect(told(error('<!channel> & co')).text).toContain('“&lt;!channel&gt; &amp; co”')
    fc.assert(fc.property(words(), message => void told(error(message))))
  })

  it.each([
    [0, 'Try again now.'],
    [1, 'Try again in 1 second.'],
    [90, 'Try again in 90 seconds.'],
    [121, 'Try again in 3 minutes.'],
    [3600, 'Try again in 60 minutes.'],
    [7200, 'Try again in 2 hours.'],
    [172_800, 'Try again in 2 days.'],
  ])('says for how long there were too many requests: %i s', (retryAfterSeconds, next) => {
    const error = new ServiceError(READ, { kind: 'limited', status: 429, retryAfterSeconds, written: true })
    expect(told(error).said).toContain(next)
  })
})

describe('the way on', () => {
  const down = new ServiceError(READ, { kind: 'unavailable', code: 'ECONNREFUSED', written: false })
  const taken = new ServiceError(CHANGE, { kind: 'conflict', status: 409, written: true })

  it('is to do the same again', () => {
    expect(told(down).buttons).toEqual([{ text: 'Try again', operation: 'pause.add', how: 'replace', args }])
    expect(told(down, { args: {}, sentence: 'pause web tomorrow' }).buttons).toEqual([
      { text: 'Try again', operation: SENTENCE, how: 'replace', args: { sentence: 'pause web tomorrow' } },
    ])
  })

  it('is a look first at the plan where it is not known whether it was done', () => {
    const lost = new ServiceError(CHANGE, { kind: 'timeout', code: 'aborted', written: true })
    const show = { text: 'Show plan', operation: 'plan.show', how: 'run' }
    const again = { text: 'Try again', operation: 'pause.add', how: 'replace', args }
    expect(told(lost).buttons).toEqual([{ ...show, args: { plan, organizationId: '1001' } }, again])
  })

  it('is the form with the same arguments where they were refused', () => {
    const correct = { text: 'Correct it', operation: 'pause.add', how: 'form' }
    expect(told(taken).buttons).toEqual([{ ...correct, args }])
    expect(told(taken, { args: {}, sentence: 'pause web tomorrow' }).buttons).toEqual([])
    expect(told(taken, { operation: known('pause.list'), args: {} }).buttons).toEqual([])
  })

  it('is the form again where a secret has to be typed again', () => {
    const link = {
      operation: known('account.link'),
      args: { next: { sentence: 'plan' } },
      lacksSecrets: true,
    }
    for (const error of [down, taken])
      expect(told(error, link).buttons).toMatchObject([{ how: 'form', args: { next: { sentence: 'plan' } } }])
  })

  it('is to link first, behind which the whole request waits, or none of it', () => {
    const [link, ...others] = told(new NotLinked()).buttons
    expect(others).toEqual([])
    expect(link).toMatchObject({ text: 'Link account', operation: 'account.link', how: 'form' })
    expect(link?.args).toEqual({ next: { operation: 'pause.add', args } })
    expect(told(new NotLinked(), { args: { ...args, reason: 'x'.repeat(2500) } }).buttons[0]?.args).toEqual(
      {},
    )
    expect(told(new NotLinked(), { sentence: 'pause web tomorrow' }).buttons[0]?.args).toEqual({
      next: { sentence: 'pause web tomorrow' },
    })
  })
})

describe('what is not a failure', () => {
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
  ])('is told without a reference: %s', (error, text, buttons) => {
    expect(isExpected(error)).toBe(true)
    const { said, buttons: offered } = told(error)
    expect(said).toMatch(text)
    expect(offered.map(({ text }) => text)).toEqual(buttons)
  })
})

describe('an error in a line of a select', () => {
  const failures = rows.map(({ kind, facts }) => new ServiceError(READ, { kind, ...facts, written: true }))

  it.each([...failures, new Error('s3cr3t'), 's3cr3t'])('is whole, and has its reference: %s', error => {
    const line = formatBrief(error, '0a1b2c3d')
    expect(line).toMatch(/^[^\n]+ \(0a1b2c3d\)$/)
    expect(line).not.toContain('s3cr3t')
    expect(buildExplanation(line).text.text).toBe(line)
  })
})

describe('a failure of Dayshift itself', () => {
  it.each([
    ['plan.list', NOT_DONE],
    ['pause.add', NOT_KNOWN],
  ])('in %s is told with its reference, and nothing of it is shown', (id, outcome) => {
    for (const error of [new Error('s3cr3t'), 's3cr3t', undefined]) {
      expect(isExpected(error)).toBe(false)
      expect(told(error, { operation: known(id), args: {} })).toEqual({
        said: `Something went wrong inside Dayshift. ${outcome} (Reference ref-7)`,
        text: `Something went wrong inside Dayshift. ${outcome} (Reference ref-7)`,
        buttons: [],
      })
    }
  })
})
