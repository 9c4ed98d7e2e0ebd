import { describe, expect, it } from 'vitest'
import { createTerminal, USAGE } from '../../../src/playground/local/terminal.ts'
import { readManifest } from '../../../src/playground/web/places.ts'
import { stories } from '../../stories.ts'

const story = stories({ now: '2026-11-18T09:00:00Z' })
const terminal = () => createTerminal({ ...story().slack, manifest: readManifest() })

describe('a terminal at the playground', () => {
  it('shows the results of a command, and a form, as text', async () => {
    const says = terminal()
    expect(await says('/pause web-prod tomorrow to friday load test\n')).toBe(
      '@Ana paused *web-prod*: Thu 19 Nov 2026 → Fri 20 Nov 2026 (2 days) – load test\nSkips Thu, Fri: 22 scheduled hours of 4 resources. Back Mon 23 Nov, 08:00.\n' +
        '[Resume now] [Change dates] [Show plan]\n',
    )
    expect(await says('/pause change web-prod')).toBe(
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

  it('lets a person mention the bot', async () => {
    expect(await terminal()('@Dayshift pause web-prod tomorrow')).toMatch(/^@Ana paused \*web-prod\*/)
  })

  it.each(['hello', '', 'press Resume now'])('shows its usage instead of %j', async line => {
    expect(await terminal()(line)).toBe(USAGE)
  })

  it.each(['/dayshift', '@Dayshift'])('resolves names of people after %s', async to => {
    const says = terminal()
    expect(await says(`${to} member edit @cleo viewer`)).toContain('@Ana changed @Cleo in *Acme*: viewer')
  })

  it('resolves the name of a channel', async () => {
    expect(await terminal()('/dayshift digest #ops weekdays 9am')).toContain('@Ana set up a digest: Mon–Fri')
  })
})
