import { describe, expect, it } from 'vitest'
import { days } from '../../../src/language/dates.ts'

/** Wednesday, 18 November 2026, in Berlin. */
const now = new Date('2026-11-18T12:00:00Z')
const result = (phrase: string, locale?: string) => days(phrase, { now, zone: 'Europe/Berlin', locale })

describe('a day in the words of the speaker’s own language', () => {
  it.each([
    ['übermorgen', 'de-DE', '20/11/2026'],
    ['Freitag', 'de-DE', '20/11/2026'],
    ['Dienstag, 24. November', 'de-DE', '24/11/2026'],
    ['24 de diciembre', 'es-ES', '24/12/2026'],
    ['demain', 'fr-FR', '19/11/2026'],
    ['lundi', 'fr-CA', '23/11/2026'],
    ['domani', 'it-IT', '19/11/2026'],
    ['zaterdag', 'nl-NL', '21/11/2026'],
    ['amanhã', 'pt-BR', '19/11/2026'],
    ['明日', 'ja-JP', '19/11/2026'],
  ])('%s, for somebody of %s, is %s', (phrase, locale, day) => {
    expect(result(phrase, locale)).toMatchObject({ kind: 'days', from: day, until: day })
  })

  it('asks which Wednesday is meant on a Wednesday', () => {
    expect(result('Mittwoch', 'de-DE')).toMatchObject({
      kind: 'choice',
      readings: [{ from: '18/11/2026' }, { from: '25/11/2026' }],
    })
  })

  it('refuses a weekday that does not fit its date, and a day that is over', () => {
    expect(result('Montag 24. November', 'de-DE')).toEqual({
      kind: 'refused',
      why: '“Montag 24. November” does not fit the calendar: that date is Tue 24 Nov 2026.',
    })
    expect(result('gestern', 'de-DE')).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('past'),
    })
  })

  it('is refused to somebody who speaks another one', () => {
    expect(result('übermorgen', 'fr-FR').kind).toBe('refused')
    expect(result('übermorgen').kind).toBe('refused')
  })

  it('goes beside English', () => {
    expect(result('tomorrow to friday', 'de-DE')).toMatchObject({ from: '19/11/2026', until: '20/11/2026' })
    expect(result('2026 dec 24', 'ja-JP')).toMatchObject({ from: '24/12/2026', until: '24/12/2026' })
  })
})

describe('what is more or less than one day', () => {
  it.each(['letzte woche', 'vor 3 tagen', 'nicht morgen'])('is not taken for one: %s', phrase =>
    expect(result(phrase, 'de-DE').kind).toBe('refused'),
  )

  it.each(['within 3 days', 'next few days', 'dec 32', '24 december at noon', 'not tomorrow'])(
    'is not taken for one: %s',
    phrase => expect(result(phrase).kind).not.toBe('days'),
  )
})
