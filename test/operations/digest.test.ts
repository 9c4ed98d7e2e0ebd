import { describe, expect, it } from 'vitest'
import { expectRefusals, stories } from '../stories.ts'
import type { Name } from '../story.ts'

const story = stories()

const types = (name: Name, sentence: string, channel?: string) =>
  story().person(name).types(sentence, channel)
const asks = (name: Name, sentence: string) => story().person(name).asks(sentence)
const reads = (name: Name = 'Ana', channel?: string) => story().person(name).readsPrivately(channel).at(-1)

const digests = (channel?: string) =>
  story()
    .channel(channel)
    .filter(text => text.startsWith('*Acme*'))

const THURSDAY = '2026-11-19T08:00:00Z'

describe('a digest', () => {
  it('is posted on schedule, with pauses that are live, start or end, and one button for each', async () => {
    await types('Ana', '/resume data-warehouse')
    await types('Ana', '/pause web-prod until friday load test')
    await types('Ana', '/pause web-staging friday to sunday')
    await types('Ana', '/dayshift digest <#C1OPS|ops> weekdays 9am', 'far')
    expect(reads('Ana', 'far')).toBe(
      'In <#C1OPS>: <@U1ANA> set up a digest: Mon–Fri 09:00 (Europe/Berlin). It is read with their access token. `/dayshift digest off` ends it.',
    )
    await story().advanceTo('2026-11-19T07:59:00Z')
    expect(digests()).toEqual([])
    await story().advanceTo(THURSDAY)
    await story().recover()
    expect(digests()).toEqual([
      [
        '*Acme*, Thu 19 Nov 2026',
        '*Paused now*',
        '*ml-training*: 17–27 Nov – no budget until the new quarter · back <!date^1795914000^{date_short_pretty} at {time}|Sun 29 Nov, 02:00> your time (Sat 20:00 plan time)',
        '[Resume now]',
        '*Paused now, and ends this week*',
        '*web-prod*: 18–20 Nov – load test · back Mon 23 Nov, 08:00',
        '[+1 day]',
        '*Starts this week*',
        '*web-staging*: 20–22 Nov · back Mon 23 Nov, 07:00',
        '[Change dates]',
        '[Month]',
        'A digest that <@U1ANA> set up, read with their access token.',
      ].join('\n'),
    ])
    await story().advanceTo('2026-11-20T08:00:00Z')
    await story().advanceTo('2026-11-22T08:00:00Z')
    expect(digests()).toHaveLength(2)
    await story().advanceTo('2026-11-23T08:00:00Z')
    expect(digests()).toHaveLength(3)
  })

  it('lists plans that have been off for more than 30 days', async () => {
    await types('Ana', '/plan off web-prod')
    await story().service.call(
      'updatePlan',
      { org_id: (await story().acme()).id, plan_id: await story().planId('web-staging'), state: 'inactive' },
      story().tokenOf('Ana'),
    )
    await types('Ana', '/dayshift digest weekdays 9am')
    await story().advanceTo('2026-12-18T08:00:00Z')
    expect(digests().at(-1)).not.toContain('forgotten')
    await story().advanceTo('2026-12-22T08:00:00Z')
    expect(digests().at(-1)).toContain('*web-prod*: off since Wed 18 Nov 2026\n[Turn on]')
  })

  it('says that there is nothing to report', async () => {
    await types('Ana', '/resume data-warehouse and ml-training')
    await types('Ana', '/dayshift digest weekdays 9am')
    await story().advanceTo(THURSDAY)
    expect(digests()).toEqual([expect.stringContaining('No plan is paused, and no pause starts or ends')])
  })

  it('shows its settings, and can be changed and ended', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift digest')
    expect(ana.fields).toEqual({ When: 'Mon–Fri 09:00' })
    await ana.submits({ When: 'mon, thu 8:30' })
    await ana.types('/dayshift digest')
    expect(ana.fields).toEqual({ When: 'Mon, Thu 08:30' })
    await ana.closes()
    expect(await asks('Bo', '/dayshift digests')).toBe(
      'Channels that get a digest:\n<#C1OPS>: Mon, Thu 08:30 (Europe/Berlin), set up by <@U1ANA>\n[Stop]',
    )
    await ana.types('/dayshift digest off')
    expect(story().channel().at(-1)).toBe('<@U1ANA> ended the digest.')
    expect(await ana.asks('/dayshift digest off')).toBe('There was no digest in <#C1OPS>.')
    await story().advanceTo(THURSDAY)
    expect(digests()).toEqual([])
    expect(await asks('Bo', '/dayshift digests')).toBe(
      'No channel gets a digest yet. `/dayshift digest weekdays 9am` sets one up.',
    )
  })

  it.each(['sometimes', '9am', '&lt;#C1OPS|ops&gt; weekdays 9am'])('is refused for “%s”', async when => {
    const ana = story().person('Ana')
    await ana.types(`/dayshift digest ${when}`, 'far')
    expect(ana.form).toContain('Say when, such as “weekdays 9am”, or “off”.')
  })

  it.each([
    ['is no longer linked', () => types('Ana', '/dayshift unlink')],
    ['has a token that is revoked', async () => story().wire.respond('list_plans', { status: 401 })],
  ])('ends with one message if the person who set it up %s', async (_, loseAccess) => {
    await types('Ana', '/dayshift digest weekdays 9am')
    await loseAccess()
    await story().advanceTo(THURSDAY)
    await story().advanceTo('2026-11-20T08:00:00Z')
    expect(story().channel().slice(1)).toEqual([
      'The digest here ends: <@U1ANA>, who set it up, no longer has an access token that works for it. `/dayshift digest weekdays 9am` sets up another.',
    ])
  })

  it('continues after an outage with thousands of attempts', async () => {
    await types('Ana', '/dayshift digest weekdays 9am')
    story().wire.respond('list_plans', { status: 503 })
    await story().database.updateTable('changes').set({ attempts: 2000 }).execute()
    await story().advanceTo(THURSDAY)
    story().wire.restore()
    await story().advanceTo('2026-11-26T12:00:00Z')
    await story().advanceTo('2026-11-27T08:00:00Z')
    expect(digests()).toHaveLength(2)
  })

  it('is sent to the person who set it up if the bot is not in the channel', async () => {
    await types('Ana', '/dayshift digest weekdays 9am', 'far')
    await story().advanceTo(THURSDAY)
    expect(digests('far')).toEqual([])
    expect(story().person('Ana').readsInDm.at(-1)).toContain('I could not post this in <#C2FAR>.')
    expectRefusals(story(), 'not_in_channel')
  })

  it('can be set up and ended from another channel', async () => {
    await types('Ana', '/dayshift digest <#C1OPS|ops> weekdays 9am', 'far')
    expect(await asks('Bo', '/dayshift digests')).toContain('<#C1OPS>: Mon–Fri 09:00')
    await types('Bo', '/dayshift digest <#C1OPS|ops> off', 'far')
    expect(reads('Bo', 'far')).toBe('In <#C1OPS>: <@U2BO> ended the digest.')
    await story().advanceTo(THURSDAY)
    expect(digests()).toEqual([])
  })

  it('is set up and announced once if Slack delivers the message twice', async () => {
    await story().person('Ana').mentions('digest weekdays 9am')
    const { payload } = story().slack.requests.at(-1) ?? { payload: {} }
    await story().redeliver(payload)
    const [, ...replies] = story().channel()
    expect(replies).toEqual([expect.stringContaining('set up a digest')])
  })

  it('belongs to its organization: people of another one cannot see, replace or end it', async () => {
    await types('Ana', '/dayshift digest weekdays 9am')
    const { links, tokenOf, keyOf } = story()
    await links.save(keyOf('Bo'), { token: tokenOf('Bo'), organization: { id: '99', name: 'Umbrella' } })
    expect(await asks('Bo', '/dayshift digest off')).toBe('There was no digest in <#C1OPS>.')
    await types('Bo', '/dayshift digest sundays 9am')
    await story().advanceTo(THURSDAY)
    expect(digests()).toHaveLength(1)
  })

  it('keeps the local time of its author when the clocks change', async () => {
    story().setTime('2027-03-26T09:00:00Z')
    await types('Ana', '/dayshift digest daily 9am')
    await story().advanceTo('2027-03-27T08:00:00Z')
    await story().advanceTo('2027-03-28T06:59:00Z')
    expect(digests()).toHaveLength(1)
    await story().advanceTo('2027-03-28T07:00:00Z')
    expect(digests()).toHaveLength(2)
  })

  it('is posted by one of several processes, and once after days of downtime', async () => {
    await types('Ana', '/dayshift digest weekdays 9am')
    await story().startReplica()
    await story().startReplica()
    story().setTime('2026-11-24T15:00:00Z')
    await story().recoverAll()
    await story().recoverAll()
    expect(digests()).toHaveLength(1)
    await story().advanceTo('2026-11-25T08:00:00Z')
    expect(digests()).toHaveLength(2)
  })
})
