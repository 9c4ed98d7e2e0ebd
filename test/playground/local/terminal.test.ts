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
  })

  it('lets somebody write to the bot by name', async () => {
    expect(await terminal()('@Dayshift pause web-prod tomorrow')).toMatch(/^@Ana paused \*web-prod\*/)
  })

  it.each(['hello', '', 'Ana: dance', 'press'])('tells what can be said instead of %j', async line => {
    expect(await terminal()(line)).toBe(USAGE)
  })

  it.each(['/dayshift', '@Dayshift'])('knows the people who are named behind %s', async to => {
    const says = terminal()
    expect(await says(`${to} member edit @cleo viewer`)).toContain('@Ana changed @Cleo in *Acme*: viewer')
  })

  it('knows a channel that is named', async () => {
    expect(await terminal()('/dayshift digest #ops weekdays 9am')).toContain('@Ana set up a digest: Mon–Fri')
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
  ])('says why %j cannot be done', async (line, why) => {
    expect(await terminal()(line)).toBe(`${why}\n\n${USAGE}`)
  })
})
