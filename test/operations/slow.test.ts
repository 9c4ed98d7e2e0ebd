import { describe, expect, it } from 'vitest'
import { byLabel } from '../by-label.ts'
import { expectRefusals, stories } from '../stories.ts'
import { pauseFields } from './pause-fields.ts'

const story = stories({ ackWithinMs: 40 })

const LATER =
  '# Pause a plan\nThis is taking longer than usual. You can close this: the answer is on its way.\n[Close]'

/** Submits Ana's form for web-prod while the service does not respond. */
async function submitSlowly() {
  const ana = story().person('Ana')
  await ana.types('/pause web-prod')
  await ana.fills({ From: 'tomorrow', Reason: 'load test' })
  const answer = story().wire.hold()
  const done = ana.submits()
  await story().slack.until(() => ana.form === LATER)
  return { ana, answer, done }
}

describe('while the service is slow', () => {
  it('a command gets a private note in time, and its reply later', async () => {
    const answer = story().wire.hold()
    const ana = story().person('Ana')
    const typed = ana.types('/pause web-prod tomorrow load test')
    await story().slack.until(() => story().slack.requests.length === 1)
    const progressNote =
      ':hourglass_flowing_sand: Pausing … This is taking longer than usual: the result will follow.'
    expect(story().slack.requests).toMatchObject([{ kind: 'command', status: 200 }])
    expect([ana.readsPrivately(), story().channel()]).toEqual([[progressNote], []])
    answer()
    await typed
    expect(ana.readsPrivately()).toEqual([progressNote])
    expect(story().channel()).toEqual([expect.stringContaining('paused *web-prod*')])
    expect(story().wire.changes()).toHaveLength(1)
  })

  it('a form shows that it takes longer, and then the outcome', async () => {
    const { ana, answer, done } = await submitSlowly()
    answer()
    await done
    expect(ana.form).toBe(
      `# Pause a plan\n${ana.mention} paused *web-prod*: Thu 19 Nov 2026 (1 day) – load test\nSkips Thu: 11 scheduled hours of 4 resources. Back Fri 20 Nov, 08:00.\n[Close]`,
    )
    expect(story().channel()).toHaveLength(1)
  })

  describe('a form closed meanwhile', () => {
    it('is reopened with its values by a button of the private error', async () => {
      const { ana, answer, done } = await submitSlowly()
      story().wire.respond('pause_plan', { status: 409, body: { message: 'It is locked.' } })
      const closing = ana.closes()
      answer()
      await Promise.all([done, closing])
      story().wire.restore()
      expectRefusals(story(), 'not_found')
      expect(story().channel()).toEqual([])
      expect(ana.readsPrivately()).toEqual([
        'You asked: “pause web-prod Thu 19 Nov 2026”\nThe scheduling service refused this: “It is locked”. Nothing was changed.\n[Open the form]',
      ])
      await ana.presses('Open the form')
      expect(ana.fields).toEqual(
        pauseFields({ Plan: 'web-prod', From: 'Thu 19 Nov 2026', Reason: 'load test' }),
      )
      await ana.submits()
      expect(story().channel()).toHaveLength(1)
    })

    it('is reopened with its words if the service is down before they are read', async () => {
      const { ana, answer, done } = await submitSlowly()
      story().wire.respond('*', { status: 503 })
      const closing = ana.closes()
      answer()
      await Promise.all([done, closing])
      story().wire.restore()
      expectRefusals(story(), 'not_found')
      await ana.presses('Open the form')
      expect(ana.fields).toEqual(pauseFields({ Plan: 'web-prod', From: 'tomorrow', Reason: 'load test' }))
    })

    it.each([
      [
        'it is refused',
        { status: 401 },
        'The service does not accept this token. Check that it is complete and has not expired.\nNothing was done. You can say: `/dayshift link`',
      ],
      [
        'the service is down',
        { status: 503 },
        'You asked: “link”\nThe scheduling service is not available right now. Nothing was changed. (Reference ref-1)',
      ],
    ])('does not repeat a secret if %s', async (_, failure, texts) => {
      const dev = story().person('Dev')
      await dev.types('/dayshift link')
      await dev.fills({ 'Access token': 'tok-3n.secret-of-dev' })
      story().wire.respond('list', failure)
      const answer = story().wire.hold()
      const done = dev.submits()
      await story().slack.until(() => dev.form?.includes('This is taking longer') === true)
      const closing = dev.closes()
      answer()
      await Promise.all([done, closing])
      expectRefusals(story(), 'not_found')
      expect(dev.readsPrivately()).toEqual([`${texts}\n[Open the form]`])
      await dev.presses('Open the form')
      expect(dev.fields).toEqual({ 'Access token': '' })
    })
  })

  it('a form that fails reappears with its values', async () => {
    const { ana, answer, done } = await submitSlowly()
    story().wire.respond('pause_plan', { status: 409, body: { message: 'It is locked.' } })
    answer()
    await done
    expect(ana.form).toContain('The scheduling service refused this: “It is locked”. Nothing was changed.')
    expect(ana.fields).toEqual(pauseFields({ Plan: 'web-prod', From: 'tomorrow', Reason: 'load test' }))
    story().wire.restore()
    await ana.submits()
    expect(story().channel()).toHaveLength(1)
  })

  it('a select shows that the service is slow', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause')
    const answer = story().wire.hold()
    const options = await ana.options('Plan', 'web')
    answer()
    expect(options.map(({ text }) => text.text)).toEqual(['The service is slow. Type again in a moment.'])
    expect(story().slack.requests.at(-1)).toMatchObject({ kind: 'block_suggestion', status: 200 })
  })
})

it('a form changed during a slow lookup shows the last selection', async () => {
  const { slack, wire } = story()
  const [ana, driver] = [story().person('Ana'), slack.person('Ana')]
  const hands = byLabel(slack, driver)
  await ana.types('/plan edit')
  // The first list takes longer than a select waits here.
  await ana.options('Plan', 'web')
  const late = wire.hold('describe_plan')
  await hands.fill({ Plan: 'web-prod' })
  await wire.reached(2)
  wire.hold()()
  await hands.fill({ Plan: 'web-staging' })
  await slack.until(() => driver.values.Name === 'web-staging')
  const formBefore = ana.form
  late()
  await slack.settled(2)
  expect(wire.received.filter(({ action }) => action === 'describe_plan')).toHaveLength(2)
  expect(ana.form).toBe(formBefore)
  await ana.submits({ Name: 'staging' })
  expect(wire.changes()).toMatchObject([{ action: 'update_plan', body: { plan_id: '2', name: 'staging' } }])
})

describe('a form that cannot be opened in time', () => {
  it('is replaced by a private error, with a button that opens it with the words', async () => {
    const answer = story().wire.hold()
    const ana = story().person('Ana')
    const typed = ana.types('/pause web-prod 31/02 load test')
    await story().wire.reached(1)
    story().setTime('2026-11-18T09:00:04Z')
    answer()
    await typed
    expectRefusals(story(), 'expired_trigger_id')
    expect(ana.form).toBeUndefined()
    expect(ana.readsPrivately().at(-1)).toBe(
      'There is no 31 February, so “31/02” is not a date.\nNothing was done. You can say: `/pause <plans> <days> [reason]`\n[Open the form]',
    )
    await ana.presses('Open the form')
    expect(ana.fields).toEqual(pauseFields({ Plan: 'web-prod', From: '31/02', Reason: 'load test' }))
  })

  it('is replaced by a question for the rest, with a button that opens it', async () => {
    const ana = story().person('Ana')
    story().failSlack('views.open', 'expired_trigger_id')
    await ana.types('/pause web-prod')
    expect(ana.readsPrivately().at(-1)).toBe(
      'Still missing: From.\nNothing was done. You can say: `/pause <plans> <days> [reason]`\n[Open the form]',
    )
    story().restoreSlack()
    await ana.presses('Open the form')
    expect(ana.fields).toEqual(pauseFields({ Plan: 'web-prod' }))
  })

  it('that reappears asks for its secrets again', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift credential edit shop')
    await ana.fills({ Name: 'store', 'Role arn': 'arn:2' })
    const answer = story().wire.hold()
    const done = ana.submits()
    await story().slack.until(() => ana.form?.includes('is taking longer') === true)
    story().wire.respond('update_credential', { status: 503 })
    answer()
    await done
    expect(ana.fields).toMatchObject({ Name: 'store', 'Role arn': '' })
    expect(ana.form).toContain('Please type secrets and confirmations again.')
  })
})
