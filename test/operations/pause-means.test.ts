import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { stories } from '../stories.ts'

const { pauseMeans } = readConfig({})

describe('the explanation of a pause', () => {
  const story = stories({ pauseMeans })

  it('appears in announcements, in the form and in the help', async () => {
    expect(pauseMeans).toBe('On a paused day the plan’s schedule does not run.')
    const ana = story().person('Ana')
    await ana.types('/pause web-prod tomorrow load test')
    expect(story().channel().at(-1)?.split('\n')[2]).toBe(pauseMeans)
    await ana.types('/pause web-staging and data-warehouse tomorrow')
    expect(story().channel().at(-1)?.split('\n')[1]).toBe(pauseMeans)
    await ana.types('/pause')
    expect(ana.form).toContain(pauseMeans)
    for (const help of ['/dayshift help', '/pause help']) {
      expect(await ana.asks(help)).toContain(pauseMeans)
    }
  })
})

describe('an operator’s own explanation of a pause', () => {
  const story = stories({ pauseMeans: 'Machines stay on.' })

  it('appears in announcements and in the form', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod tomorrow')
    expect(story().channel().at(-1)).toContain('\nMachines stay on.\n')
    await ana.types('/pause')
    expect(ana.form).toContain('Machines stay on.')
  })
})
