import { describe, expect, it } from 'vitest'
import { createTerminal, USAGE } from '../../../src/playground/local/terminal.ts'
import { stories } from '../../stories.ts'

const story = stories({ now: '2026-11-18T09:00:00Z' })
const terminal = () => createTerminal(story().slack, { channel: 'ops', person: 'Ana' })

describe('a terminal before the playground', () => {
  it('shows what a command, a button and a form bring, as the person reads it', async () => {
    const says = terminal()
    expect(await says('/pause web-prod tomorrow to friday load test\n')).toBe(
      '@Ana paused *web-prod*: Thu 19 Nov 2026 → Fri 20 Nov 2026 (2 days) – load test\nSkips Thu, Fri: 22 scheduled hours of 4 resources. Back Mon 23 Nov, 08:00.\n' +
        '[Resume now] [Change dates] [Show plan]\n',
    )
    expect(await says('press Change')).toBe(
      [
        '# Change a pause',
        'Plan: web-prod',
        'From: Thu 19 Nov 2026',
        'Until: Fri 20 Nov 2026',
        '  The last day of the pause, or how long. Leave it empty if From already says it.',
        '[From …] [Until …]',
        ':calendar: Thu 19 Nov 2026 → Fri 20 Nov 2026 (2 days)',
        'Skips Thu, Fri: 22 scheduled hours of 4 resources. Back Mon 23 Nov, 08:00.',
        'Reason: load test',
        '[Change dates] [Cancel]\n',
      ].join('\n'),
    )
    expect(await says('fill Until: sunday')).toContain('\nUntil: sunday\n')
    expect(await says('submit')).toMatch(
      /^~@Ana paused .*~\nChanged to .*\n\n?@Ana changed the pause of \*web-prod\*: Thu 19 Nov 2026 → Sun 22 Nov 2026 \(4 days\)/,
    )
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '22/11/2026', 'load test']])
  })

  it('shows at the field what is wrong, until the form is closed', async () => {
    const says = terminal()
    await says('/pause web-prod')
    await says('fill From: 31/02')
    expect(await says('submit')).toMatch(/^# Pause a plan\n[\s\S]*\n\nFrom: .*31\/02/)
    expect(await says('press Pause')).toMatch(/\n\nFrom: .*31\/02/)
    expect(await says('press Cancel')).toBe('The form is closed.\n')
  })

  it('lets somebody write to the bot by name and in its DM, and press a button there', async () => {
    const says = terminal()
    expect(await says('@Dayshift pause web-prod tomorrow')).toMatch(/^@Ana paused \*web-prod\*/)
    expect(await says('dm pause list')).toMatch(/^4 pauses are live or upcoming\./)
    expect(await says('press Change dates')).toMatch(/^# Change a pause\n/)
    await says('close')
    expect(await says('Bo: dm whoami')).toMatch(/^You are linked/)
  })

  it.each(['hello', '', 'Ana: dance', 'fill From', 'press'])(
    'tells what can be said instead of %j',
    async line => {
      expect(await terminal()(line)).toBe(USAGE)
    },
  )

  it('shows the Home tab, and what its buttons bring', async () => {
    const says = terminal()
    expect(await says('press Help at home')).toMatch(/^Ana has not opened the Home tab\n/)
    expect(await says('home')).toContain('*Acme* · owner\n')
    expect(await says('press Help at home')).toContain('Here is what you can say, for a start:')
  })

  it('answers with the message alone, also where a change redraws the Home tab', async () => {
    const says = terminal()
    await says('home')
    const output = await says('/pause web-prod tomorrow')
    expect(output).toMatch(/^@\w+ paused \*web-prod\*: .*\n\[Resume now\] \[Change dates\] \[Show plan\]\n$/s)
    expect(output).not.toContain('*Acme* · owner')
  })

  it('presses a button of the open form, where it has one', async () => {
    const says = terminal()
    await says('/dayshift resource web-staging')
    expect(await says('press Order')).toContain('1. *staging-db*\n[Down]\n2. *staging-app*')
    expect(await says('press Down')).toContain('1. *staging-app* (was 2)')
    expect(await says('submit')).toContain(
      'reordered the resources of *web-staging*: staging-app, staging-db',
    )
  })

  it.each(['/dayshift', '@Dayshift'])('knows the people who are named behind %s', async to => {
    const says = terminal()
    expect(await says(`${to} member edit @cleo viewer`)).toContain('@Ana changed @Cleo in *Acme*: viewer')
  })

  it('knows a channel that is named', async () => {
    expect(await terminal()('/dayshift digest #ops weekdays 9am')).toContain(
      '@Ana set up a digest here: Mon–Fri',
    )
  })

  it('lets anybody act whose name stands before it, and tells what only they see', async () => {
    const says = terminal()
    await says('/pause web-prod tomorrow')
    expect(await says('Bo: press Resume now')).toMatch(/^~@Ana paused .*~\nCancelled by @Bo/s)
    expect(await says('dev: /plan')).toMatch(/^Link your account first/)
    expect(await says('/dayshift make coffee')).toMatch(/^I did not understand/)
  })

  it.each([
    ['Zoe: /plan', 'there is nobody called Zoe'],
    ['press Launch', 'no message in #ops has a button that begins with "Launch"'],
    ['submit', 'Ana has no view open'],
    ['close', 'Ana has no view open'],
    ['fill From: today', 'Ana has no view open'],
  ])('says why %j cannot be done', async (line, why) => {
    expect(await terminal()(line)).toBe(`${why}\n\n${USAGE}`)
  })
})
