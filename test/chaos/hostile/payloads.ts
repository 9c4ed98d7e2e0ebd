import type { createPlayground } from '../../../src/playground/local-slack.ts'

type Slack = ReturnType<typeof createPlayground>

/** Does one of everything as somebody, and gives what Slack sent to the bot for it. */
export async function everyPayload(slack: Slack, name: string) {
  const person = slack.person(name)
  const settled = () => slack.settled(50)
  const pressed = async (words: string) => {
    const message = person
      .messages('ops')
      .findLast(each => JSON.stringify(each.blocks).includes(`"${words}"`))
    if (message) await person.press(message, words)
    await settled()
  }
  const opened = async () => {
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
  await pressed('Show plan')
  await pressed('Resume now')
  await person.command('/pause', { channel: 'ops' })
  await person.options(await opened(), 'Plan', 'web')
  await person.fill({ Plan: 'web-prod', From: 'tomorrow', Until: 'friday' })
  await person.submit()
  await settled()
  await person.command('/plan edit web-prod', { channel: 'ops' })
  await opened()
  await person.close()
  await person.shortcut('pause.add', undefined, 'ops')
  await opened()
  await person.close()
  await person.mention('plan show web-prod', { channel: 'ops' })
  await person.say('plan')
  await person.openHome()
  await settled()
  return slack.requests.map(({ kind, payload }) => ({ kind, payload }))
}
