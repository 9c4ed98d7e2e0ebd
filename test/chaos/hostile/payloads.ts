import type { createPlayground } from '../../../src/playground/local-slack.ts'
import { byLabel } from '../../by-label.ts'

type Slack = ReturnType<typeof createPlayground>

/** Performs every kind of interaction as a person; returns the payloads that Slack sent. */
export async function recordPayloads(slack: Slack, user: string) {
  const person = slack.person(user)
  const hands = byLabel(slack, person)
  const settled = () => slack.settled(50)
  const press = async (words: string) => {
    const message = person
      .messages('ops')
      .findLast(each => JSON.stringify(each.blocks).includes(`"${words}"`))
    if (message) await hands.press(message, words)
    await settled()
  }
  const waitForForm = async () => {
    await slack.until(() => person.view !== undefined)
    await settled()
    const { view } = person
    if (!view) throw new Error('No form is open')
    return view
  }
  for (const line of [
    '/plan',
    '/plan show web-prod',
    '/pause web-prod tomorrow load test',
    '/dayshift puase x',
  ]) {
    await person.command(line, { channel: 'ops' })
    await settled()
  }
  await press('Show plan')
  await press('Resume now')
  await person.command('/pause', { channel: 'ops' })
  await hands.options(await waitForForm(), 'Plan', 'web')
  await hands.fill({ Plan: 'web-prod', From: 'tomorrow', Until: 'friday' })
  await person.submit()
  await settled()
  await person.command('/plan edit web-prod', { channel: 'ops' })
  await waitForForm()
  await person.close()
  await person.shortcut('pause.add', undefined, 'ops')
  await waitForForm()
  await person.close()
  await person.mention('plan show web-prod', { channel: 'ops' })
  await person.say('plan')
  await person.openHome()
  await settled()
  return slack.requests.map(({ kind, payload }) => ({ kind, payload }))
}
