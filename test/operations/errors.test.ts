import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'
import type { Answer } from '../wire.ts'

const story = stories()

type Failure = {
  answer: Answer
  happened: string
  next?: string | ((action: string) => string | undefined)
  again: boolean
}

/** Where to look for what is not there. */
const whereItIs = (action: string) =>
  action === 'list'
    ? undefined
    : action.startsWith('list')
      ? 'The organization may be gone, or you may no longer belong to it: `/dayshift org` lists yours, `/dayshift use` switches to another organization.'
      : 'It may be gone: `/plan` lists what is there. If it belongs to another of your organizations, switch to that one: `/dayshift use`.'

const locked = { message: 'It is locked.' }

/** What the service does, what people read of it, and whether the same may be tried again. */
const failures: Record<string, Failure> = {
  'answers 401': {
    answer: { status: 401, body: { message: 'Expired.' } },
    happened: 'The scheduling service no longer accepts your access token: “Expired”.',
    next: 'Link your account again with a fresh token: `/dayshift link`.',
    again: false,
  },
  'answers 403': {
    answer: { status: 403, body: { error: 'Not you.' } },
    happened: 'The scheduling service does not allow you to do this: “Not you”.',
    next: 'Ask an owner of the organization to do it, or to give you a role that allows it.',
    again: false,
  },
  'answers 404': {
    answer: { status: 404, body: { error: { message: 'Gone.' } } },
    happened: 'The scheduling service did not find it: “Gone”.',
    next: whereItIs,
    again: false,
  },
  'answers 400': {
    answer: { status: 400, body: { message: 'Too long.' } },
    happened: 'The scheduling service refused this: “Too long”.',
    again: false,
  },
  'answers 200 and says no': {
    answer: { status: 200, body: { error: 'Bad thing.' } },
    happened: 'The scheduling service refused this: “Bad thing”.',
    again: false,
  },
  'answers 200 and that it failed': {
    answer: { status: 200, body: { success: false } },
    happened: 'The scheduling service refused this.',
    again: false,
  },
  'answers 409': {
    answer: { status: 409, body: locked },
    happened: 'The scheduling service refused this: “It is locked”.',
    again: false,
  },
  'answers 429': {
    answer: { status: 429, headers: { 'retry-after': '17' } },
    happened: 'The scheduling service has had too many requests.',
    next: 'Try again in 17 seconds.',
    again: true,
  },
  'answers 500': {
    answer: { status: 500, body: { message: 'Oops.' } },
    happened: 'The scheduling service is not available right now: “Oops”.',
    again: true,
  },
  'answers 503 and when it is back': {
    answer: { status: 503, headers: { 'retry-after': '240' } },
    happened: 'The scheduling service is not available right now.',
    next: 'Try again in 4 minutes.',
    again: true,
  },
  'breaks off': {
    answer: 'reset',
    happened: 'The scheduling service is not available right now.',
    again: true,
  },
  'answers with a page': {
    answer: { status: 200, html: '<h1>Welcome to nginx</h1>' },
    happened: 'The scheduling service gave an answer that I cannot read.',
    again: true,
  },
  'answers 502 with a page': {
    answer: { status: 502, html: '<h1>Bad gateway</h1>' },
    happened: 'The scheduling service is not available right now.',
    again: true,
  },
  'answers 200 and means 500': {
    answer: { status: 200, body: { status: 500, message: 'Oops.' } },
    happened: 'The scheduling service is not available right now: “Oops”.',
    again: true,
  },
}

/** What to do next; only what a form can show can be corrected. */
const nextOf = ({ next, happened }: Failure, sentence: string, action: string) =>
  (typeof next === 'function' ? next(action) : next) ??
  (happened.includes('refused') && FORMS.test(sentence) ? 'Correct it and try again.' : undefined)

const FORMS = /^\/(plan show|pause (?!list)|resume)/

const turnedDown = [
  ...['answers 401', 'answers 403', 'answers 404', 'answers 400', 'answers 409', 'answers 429'],
  ...['answers 200 and says no', 'answers 200 and that it failed'],
]

const reads: [sentence: string, action: string][] = [
  ['/plan', 'list_plans'],
  ['/plan show web-prod', 'describe_plan'],
  ['/pause list', 'list_plans'],
  ['/dayshift whoami', 'list'],
  ['/dayshift use acme', 'list'],
]

const changes: [sentence: string, action: string][] = [
  ['/pause web-prod tomorrow load test', 'pause_plan'],
  ['/pause change data-warehouse until friday', 'pause_plan'],
  ['/resume data-warehouse', 'remove_pause'],
]

const cases = (sentences: typeof reads) =>
  Object.entries(failures).flatMap(([what, failure]) =>
    sentences.map(([sentence, action]) => ({ what, sentence, action, failure })),
  )

/** The one private message that somebody got. */
const answer = (messages: string[]): string => {
  expect(messages).toHaveLength(1)
  return messages[0] ?? ''
}

/** The reference in a message, and that the log has a line with it. */
function expectReference(message: string) {
  const [, reference] = /\(Reference (ref-\d+)\)/.exec(message) ?? []
  expect(story().logged.filter(line => JSON.parse(line).ref === reference)).toHaveLength(1)
}

describe('when the service fails a question', () => {
  it.each(cases(reads))('it $what: $sentence', async ({ sentence, action, failure }) => {
    const ana = story().person('Ana')
    story().wire.answers(action, failure.answer)
    await ana.types(sentence)
    const message = answer(ana.readsAlone())
    const outcome = sentence.startsWith('/dayshift use') ? 'Nothing was changed.' : undefined
    const told = [failure.happened, outcome, nextOf(failure, sentence, action)].filter(Boolean).join(' ')
    expect(message.startsWith(`${told} (Reference `)).toBe(true)
    expectReference(message)
    expect(message.includes('[Try again]')).toBe(failure.again)
    expect(story().channel()).toEqual([])
    if (!failure.again) return
    recovers()
    await ana.presses('Try again')
    expect(answer(ana.readsAlone())).not.toContain('Reference')
  })
})

/** The service works again, and has had its rest. */
function recovers() {
  story().wire.recovers()
  story().passes('2026-11-18T09:05:00Z')
}

describe('when the service has had too much of somebody', () => {
  it('it is not asked again before its time, whatever they do; others are served', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    story().wire.answers('pause_plan', { status: 429, headers: { 'retry-after': '17' } })
    await ana.types('/pause web-prod tomorrow')
    story().wire.recovers()
    story().passes('2026-11-18T09:00:10Z')
    const asked = story().wire.asked.length
    await ana.types('/plan')
    expect(ana.readsAlone().at(-1)).toMatch(/had too many requests\. .*Try again in [78] seconds\./)
    expect(story().wire.asked).toHaveLength(asked)
    await bo.types('/pause web-prod tomorrow')
    expect(story().channel()).toEqual([expect.stringContaining('paused *web-prod*')])
  })
})

describe('when the service fails a change', () => {
  it.each(cases(changes))('it $what: $sentence', async ({ what, sentence, action, failure }) => {
    const ana = story().person('Ana')
    story().wire.answers(action, failure.answer)
    await ana.types(sentence)
    const message = answer(ana.readsAlone())
    // What the service does not say it is asked: the change is not there, and is sent once more. Never where it said no.
    const known = turnedDown.includes(what)
    const told = [failure.happened, 'Nothing was changed.', nextOf(failure, sentence, action)]
      .filter(Boolean)
      .join(' ')
    expect(message.startsWith(told)).toBe(true)
    expectReference(message)
    expect(message.includes('[Try again]')).toBe(failure.again)
    expect(story().channel()).toEqual([])
    expect(story().wire.changes()).toHaveLength(known ? 1 : 2)
    if (!message.includes('[Try again]')) return
    recovers()
    await ana.presses('Try again')
    expect(story().channel()).toHaveLength(1)
    expect(ana.readsAlone()).toEqual([])
  })
})

describe('when the service fails before a change is begun', () => {
  it.each(Object.entries(failures).filter(([, { again }]) => again))(
    'it %s: nothing was done, and trying again does it',
    async (_, failure) => {
      const ana = story().person('Ana')
      story().wire.answers('list_plans', failure.answer)
      await ana.types('/pause web-prod tomorrow load test')
      expect(answer(ana.readsAlone())).toContain('Nothing was changed.')
      expect(story().wire.changes()).toEqual([])
      recovers()
      await ana.presses('Try again')
      expect(story().channel()).toHaveLength(1)
      expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', 'load test']])
      expect(ana.readsAlone()).toEqual([])
    },
  )
})

describe('trying again', () => {
  it('says the next error in the place of the one before', async () => {
    const ana = story().person('Ana')
    story().wire.answers('list_plans', { status: 503 })
    await ana.types('/pause web-prod tomorrow load test')
    for (const reference of ['ref-2', 'ref-3']) {
      await ana.presses('Try again')
      expect(answer(ana.readsAlone())).toContain(`(Reference ${reference})`)
    }
    story().wire.recovers()
    story().wire.answers('pause_plan', { status: 403 })
    await ana.presses('Try again')
    expect(answer(ana.readsAlone())).toContain('does not allow you to do this')
    expect(story().channel()).toEqual([])
  })

  it('puts a question that comes of it there too', async () => {
    const ana = story().person('Ana')
    story().wire.answers('list_plans', { status: 503 })
    await ana.types('/pause web tomorrow')
    recovers()
    await ana.presses('Try again')
    expect(answer(ana.readsAlone())).toMatch(/^Several plans begin with “web”\. Which one\?\n/)
    await ana.presses('web-prod')
    expect(ana.readsAlone()).toEqual([])
    expect(story().channel()).toHaveLength(1)
  })
})

describe('what can be done about an error', () => {
  it('a token that is refused can be given anew, and what was asked for is offered', async () => {
    const ana = story().person('Ana')
    story().wire.answers('pause_plan', { status: 401 })
    await ana.types('/pause web-prod tomorrow load test')
    story().wire.recovers()
    await ana.presses('Link account')
    await ana.fills({ 'Access token': story().tokenOf('Ana') })
    await ana.submits()
    expect(ana.readsAlone().at(-1)).toContain('You asked for this before:')
    await ana.presses('pause')
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', 'load test']])
  })

  it('a token that is refused to a form is given anew by a message, which keeps the words of the form', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod')
    await ana.fills({ From: 'tomorrow', Reason: 'load test' })
    story().wire.answers('pause_plan', { status: 401 })
    await ana.submits()
    const refused =
      'The scheduling service no longer accepts your access token. Nothing was changed. Link your account again with a fresh token: `/dayshift link`. (Reference ref-1)'
    const [, banner = ''] = ana.form?.split('\n') ?? []
    expect(banner).toBe(
      `${refused} I have sent you a message with *Link account*: it keeps what you typed here, so you can close this.`,
    )
    expect(ana.fields).toMatchObject({ Plan: 'web-prod', Reason: 'load test' })
    expect(answer(ana.readsAlone())).toMatch(/Reference ref-1\)\n\[Link account\]$/)
    expect(story().channel()).toEqual([])
    await ana.closes()
    story().wire.recovers()
    await ana.presses('Link account')
    await ana.fills({ 'Access token': story().tokenOf('Ana') })
    await ana.submits()
    await ana.presses('pause')
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', 'load test']])
  })

  it('what is offered is called as she would say it, without what only the bot needs of it', async () => {
    const ana = story().person('Ana')
    story().wire.answers('update_plan', { status: 401 })
    await ana.types('/plan edit web-prod weekdays 9am-5pm')
    story().wire.recovers()
    await ana.presses('Link account')
    await ana.fills({ 'Access token': story().tokenOf('Ana') })
    await ana.submits()
    expect(ana.readsAlone().at(-1)).toMatch(
      /\nYou asked for this before:\n\[plan edit web-prod\] \[Not me: unlink\]$/,
    )
    await ana.presses('plan edit')
    expect(story().channel().at(-1)).toContain('Schedule: Mon–Fri 08:00–19:00 → Mon–Fri 09:00–17:00')
  })

  it('what the service refuses can be corrected in the form', async () => {
    const ana = story().person('Ana')
    story().wire.answers('pause_plan', { status: 400, body: { message: 'Not on a Thursday.' } })
    await ana.types('/pause web-prod tomorrow load test')
    story().wire.recovers()
    await ana.presses('Correct it')
    expect(ana.fields).toEqual({
      Plan: 'web-prod',
      From: 'Thu 19 Nov 2026',
      Until: '',
      Reason: 'load test',
    })
    await ana.fills({ From: 'friday', Until: '' })
    await ana.submits()
    expect(await story().pauses('web-prod')).toEqual([['20/11/2026', '20/11/2026', 'load test']])
  })

  it('a question that the service refuses offers nothing that would do the change at once', async () => {
    const ana = story().person('Ana')
    story().wire.answers('list_plans', { status: 400 })
    await ana.types('/pause web-prod tomorrow load test')
    expect(answer(ana.readsAlone())).not.toContain('Correct it')
  })

  it('a form says it above its fields, keeps the words, and works when the service is back', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod')
    await ana.fills({ From: 'tomorrow', Reason: 'load test' })
    story().wire.answers('list_plans', { status: 503 })
    await ana.submits()
    const [, banner = ''] = ana.form?.split('\n') ?? []
    expect(banner).toBe(
      'The scheduling service is not available right now. Nothing was changed. (Reference ref-1)',
    )
    expectReference(banner)
    expect(ana.fields).toEqual({ Plan: 'web-prod', From: 'tomorrow', Until: '', Reason: 'load test' })
    story().wire.recovers()
    await ana.submits()
    expect(await story().pauses('web-prod')).toHaveLength(1)
  })

  it('a link that no key opens any more is made anew', async () => {
    const rows = { token: 'v1.abcdefgh.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }
    await story().database.updateTable('links').set(rows).execute()
    const ana = story().person('Ana')
    await ana.types('/plan')
    expect(ana.readsAlone()).toEqual([
      'Your link can no longer be read, because the key that sealed it is gone. Nothing was done. Please link your account again: `/dayshift link`.\n[Link account]',
    ])
  })

  it('what Dayshift itself cannot do has a reference too', async () => {
    await story().database.schema.dropTable('links').execute()
    const ana = story().person('Ana')
    await ana.types('/plan')
    expect(ana.readsAlone()).toEqual([
      'Something went wrong inside Dayshift. Nothing was changed. (Reference ref-1)',
    ])
    expectReference(ana.readsAlone()[0] ?? '')
  })

  it('a change of which the database is out of reach from the start was surely not made', async () => {
    await story().database.schema.dropTable('links').execute()
    const ana = story().person('Ana')
    await ana.types('/pause web-prod tomorrow')
    expect(ana.readsAlone()).toEqual([
      'Something went wrong inside Dayshift. Nothing was changed. (Reference ref-1)',
    ])
  })
})
