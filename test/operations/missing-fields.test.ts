import { describe, expect, it } from 'vitest'
import { team } from '../../src/playground/local-workspace.ts'
import { stories } from '../stories.ts'

const story = stories()

const from = { team_id: team.id, user_id: 'U1ANA', channel_id: 'C1OPS' }

describe('a command with missing fields', () => {
  it.each([
    ['/plan', '*Acme* has 6 plans'],
    ['/pause', 'Say the first and the last day'],
    ['/resume', 'Say which plan.'],
    ['/dayshift', 'Here is what you can say'],
  ])('“%s” without text shows its default reply', async (command, words) => {
    const { text } = await story().sendRaw({ ...from, command })
    expect(text || story().person('Ana').readsPrivately().join('\n')).toContain(words)
  })
})

it('a select without a typed value offers all options', async () => {
  const ana = story().person('Ana')
  await ana.types('/plan show')
  await ana.options('Plan', '')
  const { value: _, ...payload } = story().slack.requests.at(-1)?.payload ?? {}
  const { text } = await story().sendRaw({ payload: JSON.stringify(payload) })
  expect(text).toContain('web-prod')
})
