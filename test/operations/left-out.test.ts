import { describe, expect, it } from 'vitest'
import { team } from '../../src/playground/local-workspace.ts'
import { stories } from '../stories.ts'

const story = stories()

const from = { team_id: team.id, user_id: 'U1ANA', channel_id: 'C1OPS' }

describe('what Slack leaves out of a command', () => {
  it.each([
    ['/plan', '*Acme* has 6 plans'],
    ['/pause', 'Say the first and the last day'],
    ['/resume', 'Say which plan.'],
    ['/dayshift', 'Here is what you can say'],
  ])('%s without a text says what it says alone', async (command, words) => {
    const { text } = await story().sendRaw({ ...from, command })
    expect(text || story().person('Ana').readsPrivately().join('\n')).toContain(words)
  })
})

it('who types nothing into a select, which Slack leaves out, is offered all', async () => {
  const ana = story().person('Ana')
  await ana.types('/plan show')
  await ana.options('Plan', '')
  const { value: _, ...payload } = story().slack.requests.at(-1)?.payload ?? {}
  const { text } = await story().sendRaw({ payload: JSON.stringify(payload) })
  expect(text).toContain('web-prod')
})
