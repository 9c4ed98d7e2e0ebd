import { describe, expect, it } from 'vitest'
import { writeDay } from '../../../src/language/dates/calendar.ts'
import {
  findZones,
  inHours,
  offsetOfClock,
  offsetText,
  parseOffset,
  putsClocks,
  readZone,
  sayZone,
  today,
} from '../../../src/language/dates/zone.ts'

const WINTER = new Date('2026-11-18T12:00:00Z')
const SUMMER = new Date('2026-07-01T12:00:00Z')

describe('an offset', () => {
  it.each([
    ['UTC+01:00', 60],
    ['utc+1', 60],
    ['UTC +5:30', 330],
    ['+01:00', 60],
    ['GMT-3', -180],
    ['UTC−03:00', -180],
    ['+14:00', 840],
    ['UTC', 0],
    ['Z', 0],
    ['-00:00', 0],
    ['', undefined],
    ['+15:00', undefined],
    ['+01:75', undefined],
    ['somewhere', undefined],
    ['Europe/Madrid', undefined],
    ['__proto__', undefined],
  ])('%s is %s minutes', (text, minutes) => {
    expect(parseOffset(text)).toBe(minutes)
  })

  it('of a named zone is that of the moment', () => {
    expect(parseOffset('Europe/Madrid', WINTER)).toBe(60)
    expect(parseOffset('Europe/Madrid', SUMMER)).toBe(120)
    expect(parseOffset('Etc/GMT+2', WINTER)).toBe(-120)
    expect(parseOffset('Nowhere/Land', WINTER)).toBeUndefined()
    expect(parseOffset('__proto__', WINTER)).toBeUndefined()
    expect(parseOffset('constructor', WINTER)).toBeUndefined()
  })

  it('is written as the service writes it, and reads back', () => {
    expect(offsetText('Europe/Madrid', WINTER)).toBe('UTC+01:00')
    expect(offsetText('Europe/Madrid', SUMMER)).toBe('UTC+02:00')
    expect(offsetText('Asia/Kolkata', WINTER)).toBe('UTC+05:30')
    expect(offsetText('America/St_Johns', WINTER)).toBe('UTC-03:30')
    expect(offsetText('Nowhere/Land', WINTER)).toBe('UTC+00:00')
    for (const zone of ['Europe/Madrid', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Kiritimati', 'UTC']) {
      expect(parseOffset(offsetText(zone, SUMMER))).toBe(parseOffset(zone, SUMMER))
    }
  })
})

describe('the offset of a plan’s clock', () => {
  it.each([
    ['UTC-8', -480],
    ['Europe/Madrid', 60],
    ['(UTC-08:00)', -480],
    ['(UTC-08:00) Pacific Time (US & Canada)', -480],
    ['(GMT+05:30) Chennai, Kolkata, Mumbai, New Delhi', 330],
    ['Pacific Time (UTC-08:00)', -480],
    ['Europe/Madrid (UTC+02:00)', 60],
    ['(UTC+01:00) or (UTC+02:00)', undefined],
    ['PST', undefined],
    ['Pacific Standard Time', undefined],
  ])('that is written %s is %s minutes', (text, minutes) => {
    expect(offsetOfClock(text, WINTER)).toBe(minutes)
  })
})

describe('today', () => {
  it.each([
    ['2026-12-31T23:30:00Z', 'Europe/Madrid', '01/01/2027'],
    ['2026-12-31T23:30:00Z', 'America/New_York', '31/12/2026'],
    ['2026-12-31T10:30:00Z', 'Pacific/Kiritimati', '01/01/2027'],
    ['2026-12-31T10:30:00Z', 'Pacific/Pago_Pago', '30/12/2026'],
    ['2026-10-25T22:59:00Z', 'Europe/Madrid', '25/10/2026'],
    ['2026-10-25T23:00:00Z', 'Europe/Madrid', '26/10/2026'],
    ['2026-12-31T23:30:00Z', '(UTC+01:00) Paris', '01/01/2027'],
    ['2026-12-31T23:30:00Z', 'nonsense', '31/12/2026'],
  ])('at %s in %s is %s', (now, zone, day) => {
    expect(writeDay(today(new Date(now), zone))).toBe(day)
  })
})

describe('a schedule', () => {
  const weekdays = {
    days: ['mon', 'tue', 'wed', 'thu', 'fri'],
    start: 8,
    duration: 11,
    timezone: 'UTC+01:00',
  } as const
  const nights = { days: ['fri'], start: 20, duration: 10, timezone: 'UTC' } as const

  it.each([
    ['2026-11-18T06:59:00Z', false],
    ['2026-11-18T07:00:00Z', true],
    ['2026-11-18T17:59:00Z', true],
    ['2026-11-18T18:00:00Z', false],
    ['2026-11-21T12:00:00Z', false],
  ])('of weekdays 8 to 19 in UTC+01:00 is in its hours at %s: %s', (now, expected) => {
    expect(inHours(weekdays, new Date(now))).toBe(expected)
  })

  it.each([
    ['2026-11-20T19:59:00Z', false],
    ['2026-11-20T20:00:00Z', true],
    ['2026-11-21T05:59:00Z', true],
    ['2026-11-21T06:00:00Z', false],
    ['2026-11-20T05:00:00Z', false],
  ])('of Friday nights belongs to the day it starts on, at %s: %s', (now, expected) => {
    expect(inHours(nights, new Date(now))).toBe(expected)
  })

  it('follows the clocks of a named zone', () => {
    const madrid = { ...weekdays, timezone: 'Europe/Madrid' }
    expect(inHours(madrid, new Date('2026-07-01T06:30:00Z'))).toBe(true)
    expect(inHours(madrid, new Date('2026-11-18T06:30:00Z'))).toBe(false)
  })

  it('without hours is never in them, and without a zone is in Greenwich', () => {
    expect(inHours({ days: ['wed'] }, WINTER)).toBe(false)
    expect(inHours({ days: ['wed'], start: 8 }, WINTER)).toBe(false)
    expect(inHours({ days: ['wed'], start: 12, duration: 1 }, WINTER)).toBe(true)
  })

  it('whose time zone nobody can read is neither in its hours nor out of them', () => {
    expect(inHours({ ...weekdays, timezone: 'PST' }, WINTER)).toBeUndefined()
  })
})

const NOW = new Date('2026-11-18T09:00:00Z')

describe('a zone', () => {
  it('is said with its offset, and reads back', () => {
    expect(sayZone('Europe/Berlin', NOW)).toBe('Europe/Berlin (UTC+01:00)')
    expect(sayZone('UTC+05:30', NOW)).toBe('UTC+05:30')
    const zones = ['UTC', 'UTC+05:30', 'UTC-03:00', ...Intl.supportedValuesOf('timeZone')]
    for (const zone of zones) expect(readZone(sayZone(zone, NOW), SUMMER)).toBe(zone)
  })

  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    ['America/New York', 'America/New_York'],
    ['new york', 'America/New_York'],
    ['New York time', 'America/New_York'],
    ['Kolkata', 'Asia/Kolkata'],
    ['buenos aires', 'America/Argentina/Buenos_Aires'],
    ['kiev', 'Europe/Kiev'],
    ['utc', 'UTC'],
    ['UTC +5:30', 'UTC+05:30'],
    ['-3', 'UTC-03:00'],
    ['Berl', undefined],
    ['Atlantis', undefined],
    ['', undefined],
    ['__proto__', undefined],
  ])('that is called “%s” is %s', (words, zone) => {
    expect(readZone(words, NOW)).toBe(zone)
  })

  it('puts its clocks forward and back, or never', () => {
    expect(['Europe/Berlin', 'Australia/Sydney'].map(zone => putsClocks(zone, NOW))).toEqual([true, true])
    const never = ['Asia/Kolkata', 'UTC', 'UTC+01:00', 'nowhere']
    expect(never.filter(zone => putsClocks(zone, NOW))).toEqual([])
  })
})

describe('looking for a zone', () => {
  const first = (typed: string) => findZones(typed, NOW, 'Europe/Berlin').slice(0, 3)

  it.each([
    ['berlin', ['Europe/Berlin']],
    ['new y', ['America/New_York']],
    ['kolk', ['Asia/Kolkata']],
    ['kath', ['Asia/Kathmandu']],
    ['katm', ['Asia/Katmandu']],
    ['buenos', ['America/Argentina/Buenos_Aires', 'America/Buenos_Aires']],
    ['Asia/Kolkata', ['Asia/Kolkata']],
    ['+1', ['Europe/Berlin', 'UTC+01:00', 'Africa/Algiers']],
    ['UTC-3:30', ['UTC-03:30', 'America/St_Johns']],
    ['utc', ['UTC', 'Africa/Abidjan', 'Africa/Accra']],
    ['atlantis', []],
  ])('by “%s” finds %j', (typed, zones) => {
    expect(first(typed)).toEqual(zones)
  })

  it('begins with the own one, and goes on with those near to it on the clock', () => {
    const found = findZones('', NOW, 'Asia/Kolkata')
    expect(found[0]).toBe('Asia/Kolkata')
    expect(found.slice(1, 6)).toContain('Asia/Colombo')
    expect(found.at(-1)).toBe('Pacific/Pago_Pago')
    expect(new Set(found).size).toBe(found.length)
  })
})
