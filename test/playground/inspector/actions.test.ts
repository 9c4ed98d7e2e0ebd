import { describe, expect, it } from 'vitest'
import { stories } from '../../stories.ts'

const story = stories()

const actions = () => story().slack.inspector.actions

/** Returns the person, title and exchanges of each action. */
const summarize = () =>
  actions().map(({ person, title, exchanges }) => [
    `${person} ${title}`,
    ...exchanges.map(({ to, name, answer }) => `${to} ${name} ${answer?.status ?? 'under way'}`),
  ])

describe('the inspector', () => {
  it('shows the command, the service calls and the reply of a pause', async () => {
    await story().person('Ana').types('/pause web-prod tomorrow load test')
    expect(summarize()).toEqual([
      [
        'U1ANA /pause web-prod tomorrow load test',
        'bot command 200',
        'Slack users.info 200',
        'service list_plans 200',
        'service pause_plan 200',
        'service describe_plan 200',
        'Slack chat.postMessage 200',
      ],
    ])
    const [command, user, list, pause, , post] = actions()[0]?.exchanges ?? []
    expect(command).toMatchObject({ method: 'POST', path: '/slack/events' })
    expect(JSON.parse(command?.request ?? '')).toMatchObject({ text: 'web-prod tomorrow load test' })
    expect(user).toMatchObject({ method: 'POST', path: '/api/users.info' })
    expect(JSON.parse(user?.request ?? '')).toMatchObject({ user: 'U1ANA' })
    expect(user?.answer?.body).toContain('"tz": "Europe/Berlin"')
    expect(list?.path).toMatch(/^\/v1\/organizations\/plans\/list\?action=list_plans&org_id=\d+$/)
    expect(list).toMatchObject({ method: 'GET', request: '' })
    expect(list?.answer?.body).toContain('"name": "web-prod"')
    expect(JSON.parse(pause?.request ?? '')).toMatchObject({ reason: 'load test' })
    expect(pause?.answer?.failure).toBeUndefined()
    expect(post?.request).toContain('paused *web-prod*')
  })

  it('separates concurrent actions of several people', async () => {
    const answer = story().wire.hold()
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    const typed = [ana.types('/pause web-prod tomorrow'), bo.types('/plan'), ana.types('/plan show web-prod')]
    // Two simultaneous reads of Ana share one call.
    await story().wire.reached(2)
    await story().slack.until(() => actions().length === 3)
    answer()
    await Promise.all(typed)
    expect(actions().map(({ person, title }) => `${person} ${title}`)).toEqual([
      'U1ANA /pause web-prod tomorrow',
      'U2BO /plan',
      'U1ANA /plan show web-prod',
    ])
    const changes = actions().map(({ exchanges }) => exchanges.some(({ name }) => name === 'pause_plan'))
    expect(changes).toEqual([true, false, false])
    expect(JSON.stringify(actions()[0])).not.toContain('U2BO')
    expect(JSON.stringify(actions()[1])).not.toContain('U1ANA')
  })
})
