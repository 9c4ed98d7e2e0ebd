import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isExpected,
  NoOrganization,
  NotLinked,
  OtherOrganization,
  Refused,
} from '../../../src/core/errors.ts'
import type { Attempt } from '../../../src/core/explain/attempt.ts'
import { briefly } from '../../../src/core/explain/brief.ts'
import { toReply } from '../../../src/core/explain/explain.ts'
import { asksSecrets } from '../../../src/core/operation.ts'
import { read } from '../../../src/language/read.ts'
import { SENTENCE } from '../../../src/message/blocks.ts'
import { mrkdwn } from '../../../src/message/mrkdwn.ts'
import { operations } from '../../../src/operations/catalog.ts'
import type { EndpointName } from '../../../src/service/contract/contract.ts'
import { type FailureKind, ServiceError } from '../../../src/service/failure.ts'
import { buildExplanation } from '../../../src/slack/views/controls.ts'
import { LinkUnreadable } from '../../../src/storage/links.ts'
import { openInputs, rawFor, words } from '../../arbitraries.ts'
import { known } from '../../known-operation.ts'
import { takenReply } from '../../taken-reply.ts'

const raw = { plan: '#1 web-prod', from: 'tomorrow', until: 'friday', reason: 'load test' }
const attempt: Attempt = { operation: known('pause.add'), raw, reference: 'ref-7' }

/** An error as the person reads it, and its buttons. Fails where Slack would refuse the reply. */
function told(error: unknown, of: Partial<Attempt> = {}) {
  const reply = toReply(error, { ...attempt, ...of })
  expect(reply.to).toBe('me')
  const { said: printed, buttons, text } = takenReply(reply)
  const [said] = printed.split('\n[')
  return { said, buttons, text }
}

const READ: EndpointName = 'listPlans'
const CHANGE: EndpointName = 'pausePlan'
const NOT_DONE = 'Nothing was changed.'
const NOT_KNOWN = 'It may or may not have been done: please check before you try again.'

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
      const sentences = [`${happened}.`, unknown ? NOT_KNOWN : NOT_DONE, then, '(Reference ref-7)']
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
    expect(told(down).buttons).toEqual([{ text: 'Try again', operation: 'pause.add', how: 'turn', raw }])
    expect(told(down, { raw: {}, sentence: 'pause web tomorrow' }).buttons).toEqual([
      { text: 'Try again', operation: SENTENCE, how: 'turn', raw: { sentence: 'pause web tomorrow' } },
    ])
  })

  it('is a look first at the plan where nobody knows whether it was done, if it was about one', () => {
    const lost = new ServiceError(CHANGE, { kind: 'timeout', code: 'aborted', written: true })
    const show = { text: 'Show plan', operation: 'plan.show', how: 'run' }
    const again = { text: 'Try again', operation: 'pause.add', how: 'turn', raw }
    expect(told(lost).buttons).toEqual([{ ...show, raw: { plan: raw.plan } }, again])
    expect(told(lost, { raw: {}, sentence: 'pause web tomorrow' }).buttons).toMatchObject([
      { text: 'Try again', raw: { sentence: 'pause web tomorrow' } },
    ])
  })

  it('is a look alone while it is still to be found out whether it was done', () => {
    const lost = new ServiceError(CHANGE, { kind: 'timeout', code: 'aborted', written: true })
    const { said, buttons } = told(lost, { later: true })
    expect(said).toContain('I will keep checking, and tell you here.')
    expect(buttons.map(({ text }) => text)).toEqual(['Show plan'])
  })

  it('is the form with the same words where they were refused', () => {
    const correct = { text: 'Correct it', operation: 'pause.add', how: 'form' }
    expect(told(taken).buttons).toEqual([{ ...correct, raw }])
    expect(told(taken, { raw: {}, sentence: 'pause web tomorrow' }).buttons).toEqual([])
    expect(told(taken, { operation: known('pause.list'), raw: {} }).buttons).toEqual([])
  })

  it('is the form again where a secret has to be typed anew', () => {
    const link = { operation: known('account.link'), raw: { token: 'tok-s3cr3t', next: 'plan' } }
    for (const error of [down, taken]) {
      const reply = toReply(error, { ...attempt, ...link })
      expect(JSON.stringify(reply)).not.toContain('s3cr3t')
      expect(told(error, link).buttons).toMatchObject([{ how: 'form', raw: { next: 'plan' } }])
    }
  })

  it('is to link first, after which the whole request waits for one click, or none of it', () => {
    for (const operation of operations) {
      const raws = rawFor(openInputs(operation), () => 1200)
      fc.assert(
        fc.property(raws, raw => {
          const [link, ...others] = told(new NotLinked(), { operation, raw }).buttons
          expect(others).toEqual([])
          expect(link).toMatchObject({ text: 'Link account', operation: 'account.link', how: 'form' })
          const next = link?.raw?.next
          if (next === undefined) return
          expect(read(next, operations)).toMatchObject({
            kind: 'operation',
            operation: { id: operation.id },
            rest: '',
          })
          const [again] = told(down, { operation, raw: {}, sentence: next }).buttons
          expect(again?.raw?.sentence).toBe(asksSecrets(operation) ? undefined : next)
        }),
        { numRuns: 30 },
      )
    }
    expect(told(new NotLinked(), { raw: { ...raw, reason: 'x'.repeat(2500) } }).buttons[0]?.raw).toEqual({})
    expect(told(new NotLinked(), { sentence: 'pause web tomorrow' }).buttons[0]?.raw).toEqual({
      next: 'pause web tomorrow',
    })
  })
})

describe('what is not a failure', () => {
  it.each([
    [
      new NotLinked(),
      /^I do not yet know who you are in the scheduling service\..*`\/dayshift link`.*remembers what you asked for\.$/,
      ['Link account'],
    ],
    [
      new LinkUnreadable('x'),
      /^Your link can no longer be read.*Nothing was done\. Please link.*`\/dayshift link`\.$/,
      ['Link account'],
    ],
    [
      new NoOrganization(),
      /^You have not chosen an organization yet, so nothing was done\..*`\/dayshift use`.*remembers what you asked for\.$/,
      ['Use organization'],
    ],
    [new Refused(mrkdwn`*web* is not paused.`), /^\*web\* is not paused\.$/, []],
  ])('is told without a reference: %s', (error, text, buttons) => {
    expect(isExpected(error)).toBe(true)
    const { said, buttons: offered } = told(error)
    expect(said).toMatch(text)
    expect(offered.map(({ text }) => text)).toEqual(buttons)
  })

  it('may bring its own buttons', () => {
    const button = { text: 'Show plan', operation: 'plan.show', raw: { plan: '#1 web' } } as const
    expect(told(new Refused(mrkdwn`No.`, button)).buttons).toEqual([{ ...button, how: 'run' }])
  })
})

describe('an error in a line of a select', () => {
  const failures = rows.map(({ kind, facts }) => new ServiceError(READ, { kind, ...facts, written: true }))

  it.each([...failures, new Error('s3cr3t'), 's3cr3t'])('is whole, and has its reference: %s', error => {
    const line = briefly(error, '0a1b2c3d')
    expect(line).toMatch(/^[^\n]+ \(0a1b2c3d\)$/)
    expect(line).not.toContain('s3cr3t')
    expect(buildExplanation(line).text.text).toBe(line)
  })

  it.each([
    [new NotLinked(), '/dayshift link'],
    [new LinkUnreadable('s3cr3t'), '/dayshift link'],
    [new NoOrganization(), '/dayshift use'],
    [new OtherOrganization(mrkdwn`No.`), '/dayshift use'],
  ])('is what to do where it is no failure: %s', (error, command) => {
    const line = briefly(error, '0a1b2c3d')
    expect(line).toMatch(new RegExp(`: ${command}$`))
    expect(buildExplanation(line).text.text).toBe(line)
  })
})

describe('what cannot be done, in a line of a select', () => {
  it('is no failure, and has no reference', () => {
    expect(briefly(new Refused(mrkdwn`No.`), '0a1b2c3d')).toBe('This cannot be done as things stand')
  })
})

describe('a failure of Dayshift itself', () => {
  it.each([
    ['plan.list', NOT_DONE],
    ['pause.add', NOT_KNOWN],
  ])('in %s is told with its reference, and nothing of it is shown', (id, outcome) => {
    for (const error of [new Error('s3cr3t'), 's3cr3t', undefined]) {
      expect(isExpected(error)).toBe(false)
      expect(told(error, { operation: known(id), raw: {} })).toEqual({
        said: `Something went wrong inside Dayshift. ${outcome} (Reference ref-7)`,
        text: `Something went wrong inside Dayshift. ${outcome} (Reference ref-7)`,
        buttons: [],
      })
    }
  })
})
