import { describe, expect, it } from 'vitest'
import { days } from '../../src/language/dates.ts'
import { readRules } from './dates/rules.ts'

const WEDNESDAY = '2026-11-18T12:00:00Z'

const at = (now: string, zone = 'Europe/Madrid', locale?: string) => ({ now: new Date(now), zone, locale })

function show(phrase: string, when: { now: Date; zone: string; locale?: string | undefined }): string {
  const result = days(phrase, when)
  if (result.kind === 'refused') return `!${result.why}`
  if (result.kind === 'days') return span(result)
  return `?${result.readings.map(span).join('|')}`
}

function span({ from, until }: { from: string; until: string }): string {
  const short = (day: string) => day.replace('/2026', '')
  return from === until ? short(from) : `${short(from)} – ${short(until)}`
}

describe('every rule of days.txt', () => {
  it.each(readRules())('$rule: $phrase = $means', ({ phrase, at, means }) => {
    const shown = show(phrase, at)
    if (!means.startsWith('!')) expect(shown).toBe(means)
    else expect(shown).toMatch(/^!.*[.?]$/)
    expect(shown).toContain(means.replace('!', ''))
  })
})

describe('what no line of a table can hold', () => {
  it.each([
    ['  tomorrow   to   friday  ', '19/11 – 20/11'],
    ['', '!You have not said which days; try “tomorrow to friday”.'],
    ['   ', '!You have not said which days; try “tomorrow to friday”.'],
  ])('%j = %s', (phrase, means) => {
    expect(show(phrase, at(WEDNESDAY))).toBe(means)
  })

  it('is more than 200 characters', () => {
    expect(show('x'.repeat(201), at(WEDNESDAY))).toContain('more than 200')
  })
})

describe('the speaker', () => {
  it('lives in a zone, and today is today there', () => {
    const late = '2026-11-18T23:30:00Z'
    expect(show('today', at(late, 'America/New_York'))).toBe('18/11')
    expect(show('today', at(late, 'Europe/Madrid'))).toBe('19/11')
    expect(show('today', at('2026-11-18T10:30:00Z', 'Pacific/Kiritimati'))).toBe('19/11')
    expect(show('today', at('2026-11-18T10:30:00Z', 'Pacific/Pago_Pago'))).toBe('17/11')
  })

  it.each(['Nowhere/Land', '', '__proto__', 'constructor', 'x'.repeat(500)])(
    'lives in Greenwich when "%s" is no zone',
    zone => {
      expect(show('today', at('2026-11-18T23:30:00Z', zone))).toBe('18/11')
    },
  )
})

describe('the answer', () => {
  it('gives the first and the last day, whatever spaces stand around them', () => {
    expect(days('  tomorrow to friday ', at(WEDNESDAY))).toEqual({
      kind: 'days',
      from: '19/11/2026',
      until: '20/11/2026',
    })
  })

  it('asks with full dates and a reason', () => {
    expect(days('wednesday', at(WEDNESDAY))).toEqual({
      kind: 'choice',
      readings: [
        { from: '18/11/2026', until: '18/11/2026', label: 'Wed 18 Nov 2026 (1 day)' },
        { from: '25/11/2026', until: '25/11/2026', label: 'Wed 25 Nov 2026 (1 day)' },
      ],
      why: 'Today is a Wednesday, so “wednesday” could mean today or a week from now.',
    })
  })

  it('quotes no more than 80 characters', () => {
    const { why } = { why: '', ...days(`tomorrow ${'é'.repeat(150)}`, at(WEDNESDAY)) }
    for (const [, quoted = ''] of why.matchAll(/“([^”]*)”/g)) expect(quoted.length).toBeLessThanOrEqual(80)
    expect(why).toContain('…')
  })
})
