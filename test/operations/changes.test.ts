import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { formatInstant } from '../../src/message/mrkdwn.ts'
import { createSealer } from '../../src/storage/encryption.ts'
import { KEY } from '../key.ts'
import { stories } from '../stories.ts'
import { openStory, type Story } from '../story.ts'

const story = stories()
/** Decrypts what the stories encrypt. */
const sealer = createSealer([KEY])

/** All leases have expired by then. */
const LATER = '2026-11-18T09:00:40Z'
const PAUSE = '/pause web-prod tomorrow load test'
const DAYS = 'Thu 19 Nov 2026 (1 day)'

const callsOf = (action: string, within = story()) =>
  within.wire.received.filter(each => each.action === action)
const rows = (within = story()) =>
  within.database
    .selectFrom('changes')
    .selectAll()
    .where('state', '<>', 'scheduled')
    .orderBy('accepted_at')
    .execute()

/** Lets Ana pause web-prod in the channel. */
async function pauseWebProd(within = story()) {
  const [ana, bo] = [within.person('Ana'), within.person('Bo')]
  await ana.types(PAUSE)
  return { ana, bo }
}

/** Crashes the process once it has accepted a pause of Ana. */
async function crashAfterAccepting() {
  const ana = story().person('Ana')
  await story().crashDuring(3, () => ana.types(PAUSE))
  return ana
}

/** Lets Slack reject all replies. */
function rejectReplies() {
  story().rejectResponseUrls(10)
  for (const method of ['chat.postMessage', 'chat.postEphemeral']) story().failSlack(method, 'unreachable')
}

function acceptReplies() {
  story().rejectResponseUrls(0)
  story().restoreSlack()
}

/** Lets Ana pause web-prod with a form while Slack rejects all replies. */
async function pauseWithoutReply() {
  const ana = story().person('Ana')
  await ana.types('/pause web-prod')
  await ana.fills({ From: 'tomorrow' })
  rejectReplies()
  await ana.submits()
}

describe('a repeated request', () => {
  it('is one change when Slack repeats a command, which the person is told', async () => {
    await pauseWebProd()
    const { payload } = story().slack.requests.at(-1) ?? {}
    const repeated = Object.fromEntries(
      Object.entries(payload ?? {}).map(([key, value]) => [key, String(value)]),
    )
    const { text } = await story().sendRaw(repeated)
    expect(text).toContain('You asked for this before (web-prod), and it is done. I did not do it again.')
    expect(callsOf('pause_plan')).toHaveLength(1)
    expect(story().channel()).toHaveLength(1)
    expect(await rows()).toMatchObject([{ state: 'done', subjects: expect.stringContaining('web-prod') }])
  })

  it('is one change when two processes get the same press', async () => {
    const { bo } = await pauseWebProd()
    const first = await story().startReplica()
    const answer = story().wire.hold('remove_pause')
    const pressed = bo.presses('Resume now')
    await story().wire.reached(4)
    const { payload } = story().slack.requests.at(-1) ?? { payload: {} }
    const other = story().sendRaw({ payload: JSON.stringify(payload) }, first)
    await story().slack.until(() => bo.readsPrivately().length === 1)
    answer()
    await Promise.all([pressed, other])
    expect(bo.readsPrivately()).toEqual([
      expect.stringMatching(
        /^:hourglass_flowing_sand: You asked for this a moment ago, and it is under way\./,
      ),
    ])
    expect(callsOf('remove_pause')).toHaveLength(1)
    expect(story().channel()).toHaveLength(2)
  })

  it('is one change when Ana submits a form twice before the reply', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod')
    await ana.fills({ From: 'tomorrow' })
    const answer = story().wire.hold('pause_plan')
    const both = [ana.submits(), ana.submits()]
    await story().slack.until(() => ana.readsPrivately().length === 1)
    await story().wire.reached(2)
    answer()
    await Promise.all(both)
    expect(ana.readsPrivately()).toEqual([expect.stringContaining('You asked for this a moment ago')])
    expect(callsOf('pause_plan')).toHaveLength(1)
    expect(story().channel()).toHaveLength(1)
  })

  it('is one change when Slack sends a redrawn form again after losing the answer', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod')
    await ana.submits({ From: 'tomorrow' })
    const { payload } = story().slack.requests.at(-1) ?? { payload: {} }
    expect(payload).toMatchObject({ type: 'view_submission' })
    const redrawn = JSON.stringify(payload).replace(/("(?:hash|trigger_id)":")[^"]+/g, '$1another')
    await story().sendRaw({ payload: redrawn })
    expect(ana.readsPrivately()).toEqual([expect.stringContaining('You asked for this before')])
    expect(callsOf('pause_plan')).toHaveLength(1)
    expect(story().channel()).toHaveLength(1)
  })

  it('is a new change if the first press of the button failed', async () => {
    const { bo } = await pauseWebProd()
    story().wire.respond('remove_pause', { status: 403 })
    await bo.presses('Resume now')
    expect(story().channel()).toEqual([expect.stringContaining('[Resume now]')])
    story().wire.restore()
    await bo.presses('Resume now')
    expect(story().channel().at(-1)).toContain(`${bo.mention} cancelled the upcoming pause of *web-prod*`)
    expect((await rows()).map(({ state }) => state)).toEqual(['done', 'failed', 'done'])
  })
})

it('a pressed button is replaced by the progress, then by the outcome', async () => {
  const { ana, bo } = await pauseWebProd()
  const answer = story().wire.hold('remove_pause')
  const pressed = bo.presses('Resume now')
  await story().slack.until(() => story().channel().join().includes('hourglass'))
  expect(story().channel()).toEqual([
    `${ana.mention} paused *web-prod*: ${DAYS} – load test\nSkips Thu: 11 scheduled hours of 4 resources. Back Fri 20 Nov, 08:00.\n[Show plan]\n:hourglass_flowing_sand: Resuming … asked by ${bo.mention}`,
  ])
  answer()
  await pressed
  expect(story().channel()[0]).toBe(
    `~${ana.mention} paused *web-prod*: ${DAYS} – load test~\nCancelled by ${bo.mention}, ${formatInstant(story().now()).mrkdwn}`,
  )
})

/** Lets the database reject these writes of changes. */
const failWrites = (when: string, condition = 'TRUE') =>
  sql
    .raw(`CREATE TRIGGER full ${when} ON changes WHEN ${condition} BEGIN SELECT RAISE(FAIL, 'full'); END`)
    .execute(story().database)

it('a change that cannot be recorded is not applied, and the person is told', async () => {
  await failWrites('BEFORE INSERT')
  const ana = story().person('Ana')
  await ana.types(PAUSE)
  expect(ana.readsPrivately()).toEqual([
    'I could not record your request, so nothing was done. (Reference ref-2)\n[Try again]',
  ])
  expect(story().wire.changes()).toEqual([])
})

it('a change whose recording ends in an error is never applied, and the person is told', async () => {
  await failWrites('AFTER INSERT')
  const ana = story().person('Ana')
  await ana.types(PAUSE)
  expect(ana.readsPrivately()).toEqual([expect.stringContaining('so nothing was done')])
  await story().advanceTo(LATER)
  expect([story().wire.changes(), await rows()]).toEqual([[], []])
})

it('a change that may be recorded is not reported as not done', async () => {
  await story().database.schema.dropTable('changes').execute()
  const ana = story().person('Ana')
  await ana.types(PAUSE)
  expect(ana.readsPrivately()).toEqual([
    'I could not confirm that your request was recorded. What you asked for may or may not have been done: please check before you try again. (Reference ref-2)\n[Try again]',
  ])
})

describe.each([
  ['before it is sent', 'NEW.args IS NOT NULL', 0],
  ['once it is done', "NEW.state = 'done'", 1],
] as const)('when a change cannot be updated %s', (_, condition, pausesBefore) => {
  it('is continued later, and reported once', async () => {
    const ana = story().person('Ana')
    await failWrites('BEFORE UPDATE', condition)
    await ana.types(PAUSE)
    expect(await story().pauses('web-prod')).toHaveLength(pausesBefore)
    expect([story().channel(), ana.readsPrivately()]).toEqual([
      [],
      [
        'Your request is recorded, but I could not finish it just now. I will go on with it, and tell you here how it went. (Reference ref-1)',
      ],
    ])
    await sql.raw('DROP TRIGGER full').execute(story().database)
    await story().advanceTo(LATER)
    await story().recover()
    expect(story().channel()).toEqual([expect.stringContaining('paused *web-prod*')])
    expect(await story().pauses('web-prod')).toHaveLength(1)
    expect(callsOf('pause_plan')).toHaveLength(1)
  })
})

it('an outcome that cannot be marked as delivered is sent again later, without other messages', async () => {
  await failWrites('BEFORE UPDATE', 'NEW.delivered_at IS NOT NULL')
  const { ana, bo } = await pauseWebProd()
  await bo.presses('Resume now')
  await ana.types('/pause')
  await ana.submits({ Plan: 'web-staging', From: 'tomorrow', Reason: 'load test' })
  const reply = () =>
    story()
      .channel()
      .filter(text => text.includes(`${ana.mention} paused *web-staging*`))
  expect(reply()).toHaveLength(1)
  expect([ana.readsPrivately(), bo.readsPrivately()]).toEqual([[], []])
  await sql.raw('DROP TRIGGER full').execute(story().database)
  await story().passes(90)
  expect(reply()).toHaveLength(2)
  expect([ana.readsPrivately(), bo.readsPrivately()]).toEqual([[], []])
  expect((await rows()).every(({ delivered_at }) => delivered_at !== null)).toBe(true)
})

describe('an outcome that Slack does not accept', () => {
  it('is delivered later, once', async () => {
    await pauseWithoutReply()
    expect(story().channel()).toEqual([])
    expect(await rows()).toMatchObject([{ state: 'done', delivered_at: null }])
    acceptReplies()
    await story().recover()
    expect(story().channel()).toEqual([])
    await story().advanceTo(LATER)
    await story().recover()
    expect(story().channel()).toEqual([expect.stringContaining('paused *web-prod*')])
    expect(await rows()).toMatchObject([
      { state: 'done', delivered_at: expect.any(String), result: null, origin: null },
    ])
    story().logged.splice(0)
  })

  it('is abandoned after thousands of attempts, with a log entry', async () => {
    await pauseWithoutReply()
    await story().database.updateTable('changes').set({ attempts: 2000 }).execute()
    await story().advanceTo(LATER)
    expect(await rows()).toMatchObject([{ state: 'done', delivered_at: null, due_at: null, result: null }])
    expect(story().logged.join()).toContain('could not be finished or told, and is given up')
    story().logged.splice(0)
  })
})

it('the private reason why some plans failed is delivered later; the announcement is posted once', async () => {
  const ana = story().person('Ana')
  story().wire.respondForPlan(await story().planId('web-staging'), { status: 401 })
  const answer = story().wire.hold('pause_plan')
  const typed = ana.types('/pause web-prod and web-staging tomorrow')
  await story().slack.until(() => story().channel().length === 1)
  rejectReplies()
  answer()
  await typed
  const reply = [expect.stringMatching(/paused 1 of 2 plans/)]
  expect([story().channel(), ana.readsPrivately()]).toEqual([reply, []])
  acceptReplies()
  await story().advanceTo(LATER)
  await story().recover()
  const privateReason = expect.stringContaining('Not all plans are paused')
  expect([story().channel(), ana.readsPrivately()]).toEqual([reply, [privateReason]])
  expect(await rows()).toMatchObject([{ delivered_at: expect.any(String), result: null }])
  story().logged.splice(0)
})

describe('a change of a crashed process', () => {
  it('is not applied after the person has unlinked', async () => {
    const ana = await crashAfterAccepting()
    await story().links.delete(story().keyOf('Ana'))
    await story().advanceTo(LATER)
    expect(story().wire.changes()).toEqual([])
    expect(ana.readsPrivately().at(-1)).toContain('Link your account first')
    expect(await rows()).toMatchObject([{ state: 'failed' }])
  })

  it('is reported as unknown if it was sent and the person has unlinked since', async () => {
    const ana = story().person('Ana')
    await story().crashAt('prepared', () => ana.types(PAUSE))
    await story().links.delete(story().keyOf('Ana'))
    await story().advanceTo(LATER)
    expect(ana.readsPrivately().at(-1)).toContain('it is not known whether it was done')
    expect(await rows()).toMatchObject([{ state: 'unknown' }])
  })

  it('repeats its question if Slack did not accept it', async () => {
    const ana = await crashAfterAccepting()
    story().wire.respondWith('list_plans', { plans: [] })
    rejectReplies()
    story().setTime(LATER)
    const callsBefore = () => ana.readsPrivately().filter(text => !text.includes('dispatch_failed'))
    await story().recover()
    expect(callsBefore()).toEqual([])
    acceptReplies()
    await story().passes(30)
    expect(callsBefore()).toEqual([expect.stringContaining('web-prod')])
    expect(await rows()).toEqual([])
    story().logged.splice(0)
  })

  it('is left to a process that has its operation', async () => {
    await crashAfterAccepting()
    const { database } = story()
    await database.updateTable('changes').set({ operation: 'pause.newer' }).execute()
    await story().advanceTo(LATER)
    expect(await rows()).toMatchObject([{ state: 'accepted', args: null, due_at: expect.any(String) }])
    await database.updateTable('changes').set({ operation: 'pause.add' }).execute()
    await story().passes(60)
    expect(story().channel()).toEqual([expect.stringContaining('paused *web-prod*')])
  })

  it('does not replace an organization that the person selected since', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift org create Umbrella')
    await story().crashDuring(3, () => ana.types('/dayshift use Umbrella'))
    expect((await rows()).at(-1)).toMatchObject({ operation: 'organization.use', state: 'accepted' })
    story().setTime('2026-11-18T09:00:02Z')
    await ana.types('/dayshift use Acme')
    await story().advanceTo(LATER)
    expect(await story().links.currentOrganization(story().keyOf('Ana'))).toMatchObject({ name: 'Acme' })
    expect(ana.readsPrivately().at(-1)).toMatch(
      /^You asked: “use [^”]*”\nThis was interrupted before I could see whether it worked\. What you asked for may or may not have been done: `\/dayshift whoami` shows/,
    )
  })

  it('keeps its days and its organization', async () => {
    await crashAfterAccepting()
    await story().links.use(story().keyOf('Ana'), { id: '4711', name: 'Elsewhere' })
    await story().advanceTo('2026-11-19T09:00:00Z')
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', 'load test']])
  })
})

it('a slow recovery renews its lease', async () => {
  await crashAfterAccepting()
  story().setTime(LATER)
  const answer = story().wire.hold('pause_plan')
  const first = story().recover()
  await expect.poll(() => callsOf('pause_plan').length).toBe(1)
  story().setTime('2026-11-18T09:01:45Z')
  const second = story().recover()
  await expect
    .poll(async () => (await rows()).map(row => row.lease_until))
    .toEqual(['2026-11-18T09:02:05.000Z'])
  answer()
  await Promise.all([first, second])
  expect(story().channel()).toEqual([expect.stringContaining('paused *web-prod*')])
  expect(callsOf('pause_plan')).toHaveLength(1)
})

/** An interaction, and how to see in the service that it took effect. */
type Interaction = {
  name: string
  before?(story: Story): Promise<unknown>
  does(story: Story): Promise<unknown>
  isDone(story: Story): Promise<boolean>
  reply: RegExp
  action: string
  /** Further stages at which a crash must be tried. */
  stages?: string[]
}

const interactions: Interaction[] = [
  {
    name: 'types a command',
    does: story => story.person('Ana').types(PAUSE),
    isDone: async story => (await story.pauses('web-prod')).length === 1,
    reply: /paused \*web-prod\*/,
    action: 'pause_plan',
  },
  {
    name: 'presses a button',
    before: story => pauseWebProd(story),
    does: story => story.person('Bo').presses('Resume now'),
    isDone: async story => (await story.pauses('web-prod')).length === 0,
    reply: /^<@U2BO> cancelled the upcoming pause of \*web-prod\*/,
    action: 'remove_pause',
  },
  {
    name: 'submits a form',
    before: async story => {
      await story.person('Ana').types('/pause web-prod')
      await story.person('Ana').fills({ From: 'tomorrow' })
    },
    does: story => story.person('Ana').submits(),
    isDone: async story => (await story.pauses('web-prod')).length === 1,
    reply: /paused \*web-prod\*/,
    action: 'pause_plan',
  },
  {
    name: 'pauses several plans',
    does: story => story.person('Ana').types('/pause web-prod and web-staging tomorrow load test'),
    isDone: async story =>
      (await story.pauses('web-prod')).length === 1 && (await story.pauses('web-staging')).length === 2,
    reply: /paused 2 plans/,
    action: 'pause_plan',
    stages: ['in progress'],
  },
]

describe.each(interactions)('a crash at any step while a person $name', interaction => {
  const { before, does, isDone, reply, action, stages = [] } = interaction
  it('applies and reports the change once, or never accepts it', { timeout: 120_000 }, async () => {
    const stagesTried = new Set<string>()
    for (let steps = 0; ; steps++) {
      const story = await openStory()
      await before?.(story)
      const callsBefore = story.wire.received.length
      if (!(await story.crashDuring(steps, () => does(story)))) {
        await story.close()
        break
      }
      const [row] = await story.database
        .selectFrom('changes')
        .selectAll()
        .where('delivered_at', 'is', null)
        .where('state', '<>', 'scheduled')
        .execute()
      const stage = story.channel().some(text => reply.test(text))
        ? 'delivered, not marked'
        : ((await story.storedStage()) ?? 'nothing')
      stagesTried.add(stage)
      const isInProgress = story.channel().join().includes('hourglass')
      const isStored = JSON.stringify(sealer.open(row?.origin ?? '', row?.id ?? ''))?.includes('progress')
      if (isInProgress && isStored) stagesTried.add('in progress')
      story.setTime(LATER)
      await story.recover()
      await story.recover()
      const count = story.channel().filter(text => reply.test(text)).length
      const times = story.wire.received.slice(callsBefore).filter(each => each.action === action)
      const of = `after ${steps} steps (${stage}): delivered ${count}, sent ${times.length}`
      if (stage === 'nothing' && count === 0) {
        // A change that is not stored is not acknowledged.
        const answered = story.slack.requests.at(-1)?.status === 200
        expect([of, await isDone(story), answered]).toEqual([of, false, false])
      } else {
        expect([of, await isDone(story)]).toEqual([of, true])
        // After a crash between the delivery and its mark in the database, the reply may be delivered twice.
        expect([of, stage === 'delivered, not marked' ? Math.min(count, 1) : count]).toEqual([of, 1])
      }
      // The progress message cannot be found until its position is stored.
      if (action === 'remove_pause' || isStored)
        expect(`${of}: ${story.channel()}`).not.toContain('hourglass')
      expect(
        await story.database
          .selectFrom('changes')
          .select('id')
          .where('lease_until', 'is not', null)
          .execute(),
      ).toEqual([])
      await story.close()
    }
    expect([...stagesTried]).toEqual(
      expect.arrayContaining(['nothing', 'accepted', 'prepared', 'done', ...stages]),
    )
  })
})

describe('a crash at any step of the recovery', () => {
  it.each(['accepted', 'prepared', 'done'] as const)(
    'lets a third process finish a change that was %s',
    { timeout: 120_000 },
    async state => {
      let stepOfState: number | undefined
      for (let steps = 0; ; steps++) {
        const story = await openStory()
        const ana = story.person('Ana')
        const pause = async () => {
          await story.resumeElsewhere('web-prod')
          await ana.types(PAUSE)
        }
        stepOfState = await story.crashAt(state, pause, stepOfState)
        const reply = /paused \*web-prod\*/
        const before = story.channel().filter(text => reply.test(text)).length
        story.setTime(LATER)
        const hasCrashed = await story.crashDuring(steps, () => story.recover())
        const [row] = await rows(story)
        const isDelivered =
          row?.delivered_at === null && story.channel().filter(text => reply.test(text)).length > before
        story.setTime('2026-11-18T09:10:00Z')
        await story.recover()
        await story.recover()
        expect(await story.pauses('web-prod')).toHaveLength(1)
        const count = story.channel().filter(text => reply.test(text)).length - before
        expect([steps, isDelivered ? Math.min(count, 1) : count]).toEqual([steps, 1])
        await story.close()
        if (!hasCrashed) break
      }
    },
  )
})

describe('a change with a secret', () => {
  it('is not stored with the secret, and asks for it again after a crash', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift credential add backup aws')
    await ana.fills({ 'Role arn': 'c4n4ry-in-a-c0al-m1ne' })
    await story().crashDuring(2, () => ana.submits())
    await story().advanceTo(LATER)
    expect(callsOf('add_credential')).toEqual([])
    expect(ana.readsPrivately()).toEqual([
      expect.stringMatching(
        /^You asked: “credential add”\nThis was interrupted before it was done\. Please type this again, since it is not kept: Role arn\. Nothing was changed\..*\n\[Try again\]$/,
      ),
    ])
    await ana.presses('Try again')
    expect(ana.fields).toMatchObject({ Name: 'backup', 'Role arn': '' })
  })

  it('is not sent without the secret, and reports the interruption', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift credential add backup aws')
    await ana.fills({ 'Role arn': 'c4n4ry-in-a-c0al-m1ne' })
    await story().crashAt('prepared', () => ana.submits())
    await story().advanceTo(LATER)
    expect(JSON.stringify(callsOf('add_credential'))).not.toContain('hidden')
    expect(ana.readsPrivately().at(-1)).toMatch(
      /^You asked: “credential add aws”\nThe scheduling service never answered this\. .*\[Try again\]$/s,
    )
    expect(await rows()).toMatchObject([{ state: expect.stringMatching(/^(failed|unknown)$/) }])
  })
})

it('delivery to a person unknown to Slack is abandoned', async () => {
  const ana = story().person('Ana')
  await ana.types('/pause web-prod')
  await ana.fills({ From: 'tomorrow' })
  story().rejectResponseUrls(100)
  story().failSlack('chat.postMessage', 'user_not_found')
  await ana.submits()
  await story().passes(20 * 60)
  expect(await rows()).toMatchObject([{ state: 'done', delivered_at: null, lease_until: null, result: null }])
  story().logged.splice(0)
})
