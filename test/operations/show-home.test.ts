import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

const HEAD = '*Acme* · owner'
const ACTIONS = '[Pause a plan] [Create plan] [This week] [Month] [Help]'
const BACK = '[Back to Home]'

const linesOf = (home: string | undefined) => home?.split('\n') ?? []

describe('the Home of a member', () => {
  it('shows organization, states and next changes of all plans, with a button for each', async () => {
    const ana = story().person('Ana')
    await story().pauseElsewhere('Payments API', '19/11/2026', '20/11/2026')
    await ana.opensHome()
    expect(linesOf(ana.home)).toEqual([
      HEAD,
      '6 plans: 2 paused, 4 running now',
      ACTIONS,
      ':double_vertical_bar: *data-warehouse*  paused until Sun 22 Nov · back <!date^1795431600^{date_short_pretty} at {time}|Mon 23 Nov, 12:00> your time (06:00 plan time)',
      '[Resume now]',
      ':double_vertical_bar: *ml-training*  paused until Fri 27 Nov · back <!date^1795914000^{date_short_pretty} at {time}|Sun 29 Nov, 02:00> your time (Sat 20:00 plan time)',
      '[Resume now]',
      ':sunny: *web-prod*  running until 19:00',
      '[Pause]',
      ':sunny: *web-staging*  running until 20:00  ·  next pause 30 Nov – 4 Dec',
      '[Pause]',
      ':sunny: *Payments API*  running until <!date^1795046400^{date_short_pretty} at {time}|Thu 01:00> your time (24:00 plan time)  ·  next pause 19–20 Nov',
      '[Pause]',
      ':sunny: *ci-runners*  running until <!date^1795015800^{date_short_pretty} at {time}|16:30> your time (21:00 plan time)',
      '[Pause]',
    ])
    expect([story().channel(), ana.readsInDm]).toEqual([[], []])
  })

  it('has pages of ten plans, and opens at the first', async () => {
    for (let n = 1; n <= 19; n++) await story().createPlan(`more-${n}`)
    const ana = story().person('Ana')
    await ana.opensHome()
    const plans = () => ana.home?.match(/^:\w+: \*.+\*/gm)?.length
    const pageButtons = () => linesOf(ana.home).find(line => /Next page|Previous page/.test(line))
    expect([plans(), pageButtons()]).toEqual([10, '[Next page]'])
    expect(linesOf(ana.home)[1]).toBe('25 plans, page 1 of 3: 2 paused, 4 running now, 19 outside hours')
    await ana.types('/plan off more-19')
    expect(linesOf(ana.home)[1]).toBe(
      '25 plans, page 1 of 3: 1 off, 2 paused, 4 running now, 18 outside hours',
    )
    await ana.pressesAtHome('Next page')
    expect([plans(), pageButtons()]).toEqual([10, '[Previous page] [Next page]'])
    await ana.pressesAtHome('Next page')
    expect([plans(), pageButtons()]).toEqual([5, '[Previous page]'])
    expect(linesOf(ana.home)[1]).toMatch(/^25 plans, page 3 of 3: 1 off, /)
    expect(ana.home).not.toContain(BACK)
    await ana.opensHome()
    expect(linesOf(ana.home)[1]).toContain(', page 1 of 3:')
  })

  it('says that the person no longer belongs to the organization', async () => {
    story().setOrganizations('Umbrella')
    const ana = story().person('Ana')
    await ana.opensHome()
    expect(linesOf(ana.home)[0]).toBe('You use *Acme*, but you no longer belong to it.')
  })
})

describe('the Home of an unlinked person', () => {
  it('welcomes and links the person, and then shows the plans', async () => {
    const dev = story().person('Dev')
    await dev.opensHome()
    expect(linesOf(dev.home)).toEqual([
      '*Welcome to Dayshift.* It runs your team’s cloud schedules from Slack:',
      '• see which plans are in hours (their schedule runs), and what changes next',
      '• pause a plan for whole days, and resume it with a button',
      '• say it where you talk: `/pause web-prod tomorrow to friday load test`',
      'Link your account once, with your own access token: you act as yourself.',
      '[Link account] [Help]',
    ])
    expect(story().wire.received).toEqual([])
    await dev.pressesAtHome('Link account')
    await dev.submits({ 'Access token': story().tokenOf('Dev') })
    expect(linesOf(dev.home).slice(0, 5)).toEqual([
      'Your account is linked. *Acme* · viewer',
      'Try `/plan` or `/dayshift help`.',
      '[Not me: unlink]',
      '*Acme* · viewer',
      '6 plans: 2 paused, 4 running now',
    ])
  })

  it('asks for an organization if none is selected', async () => {
    await story().links.save(story().keyOf('Bo'), { token: story().tokenOf('Bo') })
    const bo = story().person('Bo')
    await bo.opensHome()
    expect(bo.home).toBe('You are linked. Which organization do you want to use?\n[Use organization] [Help]')
    await bo.pressesAtHome('Use organization')
    await bo.submits({ Organization: 'Acme' })
    expect(linesOf(bo.home).slice(0, 2)).toEqual(['You act in *Acme* from now on.', '*Acme* · admin'])
  })
})

describe('a press at Home', () => {
  it('resumes a plan with the person’s own token, announces that in the DM, and updates Home', async () => {
    const ana = story().person('Ana')
    await ana.opensHome()
    await ana.pressesAtHome('Resume now')
    const texts = `${ana.mention} resumed *data-warehouse* and ended its pause: Mon 16 Nov 2026 → Sun 22 Nov 2026 (7 days) – migration to the new cluster`
    expect(story().wire.changes()).toMatchObject([{ action: 'remove_pause', token: story().tokenOf('Ana') }])
    expect(await story().pauses('data-warehouse')).toEqual([])
    const scheduled =
      'It is outside hours until <!date^1794999600^{date_short_pretty} at {time}|12:00> your time (06:00 plan time).'
    expect(linesOf(ana.home).slice(0, 4)).toEqual([
      texts,
      scheduled,
      HEAD,
      '6 plans: 1 paused, 4 running now, 1 outside hours',
    ])
    expect(ana.home).toContain(
      ':new_moon: *data-warehouse*  outside hours until <!date^1794999600^{date_short_pretty} at {time}|12:00> your time (06:00 plan time)',
    )
    expect(ana.readsInDm).toEqual([expect.stringContaining(`${texts}\n${scheduled}\n[`)])
    expect(story().channel()).toEqual([])
  })

  it('shows other views in place of Home, with a way back', async () => {
    const ana = story().person('Ana')
    await ana.opensHome()
    await ana.pressesAtHome('This week')
    expect(ana.home).toMatch(/^This week for 6 plans of \*Acme\*, page 1 of 2\.\n/)
    await ana.pressesAtHome('Next page')
    expect(ana.home).toMatch(/^This week for 6 plans of \*Acme\*, page 2 of 2\.\n/)
    expect(linesOf(ana.home).slice(-2)).toEqual(['[Previous page] [A week later]', BACK])
    await ana.pressesAtHome('Back to Home')
    expect(linesOf(ana.home)[0]).toBe(HEAD)
    await ana.pressesAtHome('Help')
    expect(ana.home).toMatch(/^Here is what you can say, for a start:/)
    expect(linesOf(ana.home).at(-1)).toBe(BACK)
    expect([story().channel(), ana.readsInDm]).toEqual([[], []])
  })

  it('reports in place of Home that a pause is gone', async () => {
    const ana = story().person('Ana')
    await ana.opensHome()
    await story().person('Bo').types('/resume data-warehouse')
    await ana.pressesAtHome('Resume now')
    expect(ana.home).toMatch(/^The pause of \*data-warehouse\*, .* is gone: /)
    expect(linesOf(ana.home).slice(-2)).toEqual(['[Show plan]', BACK])
  })

  it('is answered in the DM if Slack does not update Home', async () => {
    const ana = story().person('Ana')
    await ana.opensHome()
    story().failSlack('views.publish', 'unreachable')
    await ana.pressesAtHome('Help')
    expect(linesOf(ana.home)[0]).toBe(HEAD)
    expect(ana.readsInDm).toEqual([expect.stringContaining('Here is what you can say, for a start:')])
  })
})

describe('a change made elsewhere', () => {
  it('by the same person updates Home at once', async () => {
    const ana = story().person('Ana')
    await ana.opensHome()
    await ana.types('/pause web-prod today')
    expect(linesOf(ana.home)[0]).toBe(HEAD)
    expect(ana.home).toContain(':double_vertical_bar: *web-prod*  paused until Wed 18 Nov')
    await ana.presses('Resume now')
    expect(ana.home).toContain(':sunny: *web-prod*  running until 19:00')
  })

  it('by another person updates Home within seconds', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    await bo.opensHome()
    await ana.types('/pause web-prod today')
    await story().recover()
    expect(bo.home).toContain('*web-prod*  paused until Wed 18 Nov')
  })

  it('by another person does not replace an open view', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    await bo.opensHome()
    await bo.pressesAtHome('This week')
    const homeBefore = bo.home
    await ana.types('/pause web-prod today')
    await story().recover()
    expect(bo.home).toBe(homeBefore)
    await bo.pressesAtHome('Back to Home')
    expect(bo.home).toContain('*web-prod*  paused until Wed 18 Nov')
  })

  it('by several people updates Home once, and only if it was opened within the hour', async () => {
    const [ana, bo, cleo] = [story().person('Ana'), story().person('Bo'), story().person('Cleo')]
    const published = () => story().slack.calls.filter(({ method }) => method === 'views.publish').length
    await bo.opensHome()
    await Promise.all([ana.types('/pause web-prod 2 dec'), cleo.types('/pause ci-runners 2 dec')])
    expect(published()).toBe(1)
    await story().recover()
    await story().recover()
    expect(published()).toBe(2)
    expect(bo.home?.match(/next pause 2 Dec/g)).toHaveLength(2)
    story().setTime('2026-11-18T10:01:00Z')
    await ana.types('/resume web-prod')
    await story().recover()
    expect(published()).toBe(2)
  })
})

it('a failed Home has a button to try again', async () => {
  story().wire.respond('list_plans', { status: 503 })
  const ana = story().person('Ana')
  await ana.opensHome()
  expect(ana.home).toMatch(
    /^The scheduling service is not available right now\. \(Reference ref-\d\)\n\[Try again\]$/,
  )
  story().wire.restore()
  await ana.pressesAtHome('Try again')
  expect(linesOf(ana.home)[0]).toBe(HEAD)
  expect(ana.home).not.toContain(BACK)
})

it('a slow update of Home does not replace a newer one', async () => {
  const { slack, wire } = story()
  const ana = slack.person('Ana')
  const late = wire.hold()
  await ana.openHome()
  await wire.reached(2)
  wire.hold()()
  await ana.openHome()
  await slack.until(() => ana.home !== undefined)
  wire.respondWith('list_plans', { plans: [] })
  late()
  await slack.settled(2)
  expect(wire.received.filter(({ action }) => action === 'list_plans')).toHaveLength(2)
  expect(linesOf(story().person('Ana').home)[1]).toBe('6 plans: 2 paused, 4 running now')
})
