import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sayHours } from '../../../src/language/dates/text.ts'
import { WEEK } from '../../../src/language/dates/week.ts'
import { findHours, schedule } from '../../../src/operations/fields/hours.ts'

const hour = fc.integer({ min: 1, max: 23 })
const weekly = fc.record({ days: fc.subarray([...WEEK], { minLength: 1 }), start: hour, duration: hour })
const name = fc.stringMatching(/^[a-z]{1,20}$/)

/** What may stand before hours as a part of them, or out of politeness, and is no name then. */
const BEGINS_HOURS = new Set('on at to over every each only daily just pls plz please'.split(' '))

it('finds the hours behind any name, and the zone behind the hours', () => {
  const zone = fc.constantFrom('', ' UTC', ' Europe/Berlin', ', New York time', ' in UTC +5:30')
  fc.assert(
    fc.property(name, weekly, zone, (name, weekly, zone) => {
      fc.pre(findHours(name) === undefined && !BEGINS_HOURS.has(name))
      const said = sayHours(weekly)
      const timezone = zone.replace(/^,? (in )?/, '')
      expect(findHours(`${name} ${said}${zone}`)).toEqual({
        start: name.length + 1,
        schedule: said,
        ...(timezone && { timezone }),
      })
      expect(schedule.mayStandIn?.(`${name} ${said}${zone}`)).toBe(true)
    }),
  )
})

it.each(['web-prod', 'monday report', 'release 2.1', '', 'for the demo'])('finds no hours in “%s”', words => {
  expect(findHours(words)).toBeUndefined()
})
