import { describe, expect, it } from 'vitest'
import { stories } from '../../stories.ts'

const story = stories({ ackWithinMs: 50, timeoutMs: 20_000 })

const told = () =>
  story().slack.inspector.actions.map(({ title, exchanges }) => [
    title,
    ...exchanges.map(({ to, name, answer }) => `${to} ${name} ${answer?.status ?? 'under way'}`),
  ])

/** Resolves when the bot has acknowledged what was typed, and waits for the service. */
const asked = () =>
  story().slack.until(() => {
    const [first = []] = told()
    return first.includes('bot command 200') && first.includes('service list_plans under way')
  })

const begun = ['bot command 200', 'Slack users.info 200']

describe('what a slow service makes late', () => {
  it('is under way until it comes, and stays in its action', async () => {
    const answer = story().wire.holds()
    const typed = story().person('Ana').types('/pause web-prod tomorrow')
    await asked()
    const title = '/pause web-prod tomorrow'
    expect(told()).toEqual([[title, ...begun, 'service list_plans under way']])
    answer()
    await typed
    const ended = ['service list_plans 200', 'service pause_plan 200', 'Slack response_url 200']
    expect(told()).toEqual([[title, ...begun, ...ended]])
  })

  it('stays in its action when others do something before it comes', async () => {
    const answer = story().wire.holds()
    const typed = story().person('Ana').types('/pause web-prod tomorrow')
    await asked()
    await story().slack.person('Bo').command('/dayshift help')
    answer()
    await typed
    const late = ['service list_plans 200', 'service pause_plan 200', 'Slack response_url 200']
    expect(told()).toEqual([
      ['/pause web-prod tomorrow', ...begun, ...late],
      ['/dayshift help', 'bot command 200'],
    ])
  })
})
