import { describe, expect, it } from 'vitest'
import { findZones, putsClocks, readZone, sayZone } from '../../../src/language/dates/zones.ts'

const NOW = new Date('2026-11-18T09:00:00Z')
const SUMMER = new Date('2026-07-01T09:00:00Z')

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
