import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { fromZonedTime } from 'date-fns-tz/fromZonedTime'
import { describe, expect, it } from 'vitest'
import { days } from '../../../src/language/dates.ts'
import { readRules } from './rules.ts'
import { WALL_CLOCKS, ZONES } from './wall-clocks.ts'

/** Days on which clocks change, or a year. */
const CHANGING = /03-29|10-25|12-31/

describe('the same wall clock', () => {
  const result = WALL_CLOCKS.flatMap(wall =>
    readRules().map(({ phrase, at: { locale } }) => ({ phrase, wall, locale })),
  )
  const inGreenwich = result.map(({ phrase, wall, locale }) =>
    days(phrase, { now: new Date(`${wall}Z`), zone: 'UTC', locale }),
  )

  it.each(ZONES)('in %s gives the same answers to every phrase of the rules as in Greenwich', zone => {
    const instants = new Map(WALL_CLOCKS.map(wall => [wall, fromZonedTime(wall, zone)]))
    const here = result.map(({ phrase, wall, locale }) =>
      days(phrase, { now: instants.get(wall) ?? new Date(0), zone, locale }),
    )
    expect(here).toEqual(inGreenwich)
  })

  it('gives the same answers in a process of any time zone', async () => {
    const asked = result.filter(({ wall }) => CHANGING.test(wall))
    const expected = inGreenwich.filter((_, i) => CHANGING.test(result[i]?.wall ?? ''))
    const script = `
      import { days } from ${JSON.stringify(new URL('../../../src/language/dates.ts', import.meta.url).href)}
      import { readFileSync } from 'node:fs'
      const asked = JSON.parse(readFileSync(0, 'utf8'))
      const said = asked.map(({ phrase, wall, locale }) =>
        days(phrase, { now: new Date(wall + 'Z'), zone: 'UTC', locale }))
      process.stdout.write(JSON.stringify(said))`
    const there = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/London'].map(async TZ => {
      const running = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
        env: { TZ },
        maxBuffer: 1e8,
      })
      running.child.stdin?.end(JSON.stringify(asked))
      const { stdout } = await running
      return JSON.parse(stdout)
    })
    for (const result of await Promise.all(there)) expect(result).toEqual(expected)
  })
})
