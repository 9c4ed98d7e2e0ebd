import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { formatInstant } from '../../src/message/mrkdwn.ts'
import { createSealer } from '../../src/storage/encryption.ts'
import { KEY } from '../key.ts'
import { stories } from '../stories.ts'
import { openStory, type Story } from '../story.ts'

const story = stories()
/** Opens what the stories seal. */
const sealer = createSealer([KEY])

/** Every lease is over by then. */
const LATER = '2026-11-18T09:00:40Z'
const PAUSE = '/pause web-prod tomorrow load test'
const DAYS = 'Thu 19 Nov 2026 (1 day)'

const sent = (action: string, of = story()) => of.wire.received.filter(each => each.action === action)
const rows = (of = story()) =>
  of.database
    .selectFrom('changes')
    .selectAll()
    .where('state', '<>', 'scheduled')
    .orderBy('accepted_at')
    .execute()

/** Ana has paused web-prod, and everybody sees it. */
async function paused(of = story()) {
  const [ana, bo] = [of.person('Ana'), of.person('Bo')]
  await ana.types(PAUSE)
  return { ana, bo }
}

/** Ana asks for a pause, and the process dies once it is accepted. */
async function leftPause() {
  const ana = story().person('Ana')
  await story().crashDuring(3, () => ana.types(PAUSE))
  return ana
}

/** From now on Slack takes nothing that is told. */
function slackIsDeaf() {
  story().rejectResponseUrls(10)
  for (const method of ['chat.postMessage', 'chat.postEphemeral']) story().failSlack(method, 'unreachable')
}

function slackHears() {
  story().rejectResponseUrls(0)
  story().restoreSlack()
}

/** Ana has paused web-prod by a form, and Slack takes no word of it. */
async function pausedUntold() {
  const ana = story().person('Ana')
  await ana.types('/pause web-prod')
  await ana.fills({ From: 'tomorrow' })
  slackIsDeaf()
  await ana.submits()
}

describe('the same request twice', () => {
  it('Slack repeats a command: it is one change, and the person is told so', async () => {
    await paused()
    const { payload } = story().slack.requests.at(-1) ?? {}
    const again = Object.fromEntries(
      Object.entries(payload ?? {}).map(([key, value]) => [key, String(value)]),
    )
    const { text } = await story().sendRaw(again)
    expect(text).toContain('You asked for this before (web-prod), and it is done. I did not do it again.')
    expect(sent('pause_plan')).toHaveLength(1)
    expect(story().channel()).toHaveLength(1)
    expect(await rows()).toMatchObject([{ state: 'done', subjects: expect.stringContaining('web-prod') }])
  })

  it('two bots over one database get the same press: one of them does it', async () => {
    const { bo } = await paused()
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
    expect(sent('remove_pause')).toHaveLength(1)
    expect(story().channel()).toHaveLength(2)
  })

  it('Ana submits a form twice before it is answered: it is one change', async () => {
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
    expect(sent('pause_plan')).toHaveLength(1)
    expect(story().channel()).toHaveLength(1)
  })

  it('Slack lost the answer to a form, which is submitted again as it was drawn meanwhile: it is one change', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod')
    await ana.submits({ From: 'tomorrow' })
    const { payload } = story().slack.requests.at(-1) ?? { payload: {} }
    expect(payload).toMatchObject({ type: 'view_submission' })
    const anew = JSON.stringify(payload).replace(/("(?:hash|trigger_id)":")[^"]+/g, '$1another')
    await story().sendRaw({ payload: anew })
    expect(ana.readsPrivately()).toEqual([expect.stringContaining('You asked for this before')])
    expect(sent('pause_plan')).toHaveLength(1)
    expect(story().channel()).toHaveLength(1)
  })

  it('what failed may be asked for again by the same button, and what is done may not', async () => {
    const { bo } = await paused()
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
  const { ana, bo } = await paused()
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

/** From now on the database takes no such change. */
const failWrites = (when: string, condition = 'TRUE') =>
  sql
    .raw(`CREATE TRIGGER full ${when} ON changes WHEN ${condition} BEGIN SELECT RAISE(FAIL, 'full'); END`)
    .execute(story().database)

it('when a change cannot be recorded, nothing is done, and the person is told', async () => {
  await failWrites('BEFORE INSERT')
  const ana = story().person('Ana')
  await ana.types(PAUSE)
  expect(ana.readsPrivately()).toEqual([
    'I could not record your request, so nothing was done. (Reference ref-2)\n[Try again]',
  ])
  expect(story().wire.changes()).toEqual([])
})

it('when a change is recorded and the database reports an error, nothing is done, as the person is told, also later', async () => {
  await failWrites('AFTER INSERT')
  const ana = story().person('Ana')
  await ana.types(PAUSE)
  expect(ana.readsPrivately()).toEqual([expect.stringContaining('so nothing was done')])
  await story().advanceTo(LATER)
  expect([story().wire.changes(), await rows()]).toEqual([[], []])
})

it('when it is unknown whether a change is recorded, the person is not told that nothing was done', async () => {
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
] as const)('when a change cannot be updated %s', (_, written, already) => {
  it('it is continued later, and reported once', async () => {
    const ana = story().person('Ana')
    await failWrites('BEFORE UPDATE', written)
    await ana.types(PAUSE)
    expect(await story().pauses('web-prod')).toHaveLength(already)
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
    expect(sent('pause_plan')).toHaveLength(1)
  })
})

it('an outcome that is delivered and cannot be marked as delivered is the only message, until it is delivered once more', async () => {
  await failWrites('BEFORE UPDATE', 'NEW.delivered_at IS NOT NULL')
  const { ana, bo } = await paused()
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
    await pausedUntold()
    expect(story().channel()).toEqual([])
    expect(await rows()).toMatchObject([{ state: 'done', delivered_at: null }])
    slackHears()
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

  it('is given up after thousands of attempts, which the log says', async () => {
    await pausedUntold()
    await story().database.updateTable('changes').set({ attempts: 2000 }).execute()
    await story().advanceTo(LATER)
    expect(await rows()).toMatchObject([{ state: 'done', delivered_at: null, due_at: null, result: null }])
    expect(story().logged.join()).toContain('could not be finished or told, and is given up')
    story().logged.splice(0)
  })
})

it('the private reason why some of several plans failed is delivered later; the public message is posted once', async () => {
  const ana = story().person('Ana')
  story().wire.respondForPlan(await story().planId('web-staging'), { status: 401 })
  const answer = story().wire.hold('pause_plan')
  const typed = ana.types('/pause web-prod and web-staging tomorrow')
  await story().slack.until(() => story().channel().length === 1)
  slackIsDeaf()
  answer()
  await typed
  const reply = [expect.stringMatching(/paused 1 of 2 plans/)]
  expect([story().channel(), ana.readsPrivately()]).toEqual([reply, []])
  slackHears()
  await story().advanceTo(LATER)
  await story().recover()
  const why = expect.stringContaining('Not all plans are paused')
  expect([story().channel(), ana.readsPrivately()]).toEqual([reply, [why]])
  expect(await rows()).toMatchObject([{ delivered_at: expect.any(String), result: null }])
  story().logged.splice(0)
})

describe('a change that a dead process left', () => {
  it('is not done with another token after the person unlinked', async () => {
    const ana = await leftPause()
    await story().links.delete(story().keyOf('Ana'))
    await story().advanceTo(LATER)
    expect(story().wire.changes()).toEqual([])
    expect(ana.readsPrivately().at(-1)).toContain('Link your account first')
    expect(await rows()).toMatchObject([{ state: 'failed' }])
  })

  it('is reported as unknown where it was sent, and the person unlinked since', async () => {
    const ana = story().person('Ana')
    await story().crashAt('prepared', () => ana.types(PAUSE))
    await story().links.delete(story().keyOf('Ana'))
    await story().advanceTo(LATER)
    expect(ana.readsPrivately().at(-1)).toContain('it is not known whether it was done')
    expect(await rows()).toMatchObject([{ state: 'unknown' }])
  })

  it('asks its question again where Slack did not accept it', async () => {
    const ana = await leftPause()
    story().wire.respondWith('list_plans', { plans: [] })
    slackIsDeaf()
    story().setTime(LATER)
    const callsBefore = () => ana.readsPrivately().filter(text => !text.includes('dispatch_failed'))
    await story().recover()
    expect(callsBefore()).toEqual([])
    slackHears()
    await story().passes(30)
    expect(callsBefore()).toEqual([expect.stringContaining('web-prod')])
    expect(await rows()).toEqual([])
    story().logged.splice(0)
  })

  it('is left to a process that knows its operation', async () => {
    await leftPause()
    const { database } = story()
    await database.updateTable('changes').set({ operation: 'pause.newer' }).execute()
    await story().advanceTo(LATER)
    expect(await rows()).toMatchObject([{ state: 'accepted', args: null, due_at: expect.any(String) }])
    await database.updateTable('changes').set({ operation: 'pause.add' }).execute()
    await story().passes(60)
    expect(story().channel()).toEqual([expect.stringContaining('paused *web-prod*')])
  })

  it('does not replace the organization that the person chose since', async () => {
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
    await leftPause()
    await story().links.use(story().keyOf('Ana'), { id: '4711', name: 'Elsewhere' })
    await story().advanceTo('2026-11-19T09:00:00Z')
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', 'load test']])
  })
})

it('a slow recovery keeps its change', async () => {
  await leftPause()
  story().setTime(LATER)
  const answer = story().wire.hold('pause_plan')
  const first = story().recover()
  await expect.poll(() => sent('pause_plan').length).toBe(1)
  story().setTime('2026-11-18T09:01:45Z')
  const second = story().recover()
  await expect
    .poll(async () => (await rows()).map(row => row.lease_until))
    .toEqual(['2026-11-18T09:02:05.000Z'])
  answer()
  await Promise.all([first, second])
  expect(story().channel()).toEqual([expect.stringContaining('paused *web-prod*')])
  expect(sent('pause_plan')).toHaveLength(1)
})

/** One thing that somebody does, and how to see at the service that it is done. */
type Deed = {
  what: string
  before?(story: Story): Promise<unknown>
  does(story: Story): Promise<unknown>
  isDone(story: Story): Promise<boolean>
  reply: RegExp
  action: string
  /** When else it may be killed. */
  windows?: string[]
}

const deeds: Deed[] = [
  {
    what: 'types a command',
    does: story => story.person('Ana').types(PAUSE),
    isDone: async story => (await story.pauses('web-prod')).length === 1,
    reply: /paused \*web-prod\*/,
    action: 'pause_plan',
  },
  {
    what: 'presses a button',
    before: story => paused(story),
    does: story => story.person('Bo').presses('Resume now'),
    isDone: async story => (await story.pauses('web-prod')).length === 0,
    reply: /^<@U2BO> cancelled the upcoming pause of \*web-prod\*/,
    action: 'remove_pause',
  },
  {
    what: 'submits a form',
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
    what: 'pauses several plans',
    does: story => story.person('Ana').types('/pause web-prod and web-staging tomorrow load test'),
    isDone: async story =>
      (await story.pauses('web-prod')).length === 1 && (await story.pauses('web-staging')).length === 2,
    reply: /paused 2 plans/,
    action: 'pause_plan',
    windows: ['half done'],
  },
]

describe.each(deeds)('killed at any step while a person $what', deed => {
  const { before, does, isDone, reply, action, windows = [] } = deed
  it('it is done and reported once, or was never accepted', { timeout: 120_000 }, async () => {
    const shown = new Set<string>()
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
      const window = story.channel().some(text => reply.test(text))
        ? 'told and not marked'
        : ((await story.storedStage()) ?? 'nothing')
      shown.add(window)
      const isHalfDone = story.channel().join().includes('hourglass')
      const isKnown = JSON.stringify(sealer.open(row?.origin ?? '', row?.id ?? ''))?.includes('progress')
      if (isHalfDone && isKnown) shown.add('half done')
      story.setTime(LATER)
      await story.recover()
      await story.recover()
      const count = story.channel().filter(text => reply.test(text)).length
      const times = story.wire.received.slice(callsBefore).filter(each => each.action === action)
      const of = `after ${steps} steps (${window}): told ${count}, sent ${times.length}`
      if (window === 'nothing' && count === 0) {
        // What is not written down is not acknowledged.
        const answered = story.slack.requests.at(-1)?.status === 200
        expect([of, await isDone(story), answered]).toEqual([of, false, false])
      } else {
        expect([of, await isDone(story)]).toEqual([of, true])
        // Between Slack's word that it has it and the mark in the store there is no certainty: it may be told twice then.
        expect([of, window === 'told and not marked' ? Math.min(count, 1) : count]).toEqual([of, 1])
      }
      // Before it is written down where the message of the progress stands nobody finds it.
      if (action === 'remove_pause' || isKnown) expect(`${of}: ${story.channel()}`).not.toContain('hourglass')
      expect(
        await story.database
          .selectFrom('changes')
          .select('id')
          .where('lease_until', 'is not', null)
          .execute(),
      ).toEqual([])
      await story.close()
    }
    expect([...shown]).toEqual(
      expect.arrayContaining(['nothing', 'accepted', 'prepared', 'done', ...windows]),
    )
  })
})

describe('killed at any step of the recovery', () => {
  it.each(['accepted', 'prepared', 'done'] as const)(
    'a third process finishes the change: %s',
    { timeout: 120_000 },
    async state => {
      for (let steps = 0; ; steps++) {
        const story = await openStory()
        const ana = story.person('Ana')
        await story.crashAt(state, async () => {
          await story.resumeElsewhere('web-prod')
          await ana.types(PAUSE)
        })
        const reply = /paused \*web-prod\*/
        const before = story.channel().filter(text => reply.test(text)).length
        story.setTime(LATER)
        const hasCrashed = await story.crashDuring(steps, () => story.recover())
        const [row] = await rows(story)
        const window =
          row?.delivered_at === null && story.channel().filter(text => reply.test(text)).length > before
        story.setTime('2026-11-18T09:10:00Z')
        await story.recover()
        await story.recover()
        expect(await story.pauses('web-prod')).toHaveLength(1)
        const count = story.channel().filter(text => reply.test(text)).length - before
        expect([steps, window ? Math.min(count, 1) : count]).toEqual([steps, 1])
        await story.close()
        if (!hasCrashed) break
      }
    },
  )
})

describe('what is stored of a change', () => {
  it('does not seal secrets either: what is interrupted with one has to be typed again', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift credential add backup aws')
    await ana.fills({ 'Role arn': 'c4n4ry-in-a-c0al-m1ne' })
    await story().crashDuring(2, () => ana.submits())
    await story().advanceTo(LATER)
    expect(sent('add_credential')).toEqual([])
    expect(ana.readsPrivately()).toEqual([
      expect.stringMatching(
        /^You asked: “credential add”\nThis was interrupted before it was done\. Please type this again, since it is not kept: Role arn\. Nothing was changed\..*\n\[Try again\]$/,
      ),
    ])
    await ana.presses('Try again')
    expect(ana.fields).toMatchObject({ Name: 'backup', 'Role arn': '' })
  })

  it('is not sent without its secret: where it was interrupted on the way, that is said', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift credential add backup aws')
    await ana.fills({ 'Role arn': 'c4n4ry-in-a-c0al-m1ne' })
    await story().crashAt('prepared', () => ana.submits())
    await story().advanceTo(LATER)
    expect(JSON.stringify(sent('add_credential'))).not.toContain('hidden')
    expect(ana.readsPrivately().at(-1)).toMatch(
      /^You asked: “credential add aws”\nThe scheduling service never answered this\. .*\[Try again\]$/s,
    )
    expect(await rows()).toMatchObject([{ state: expect.stringMatching(/^(failed|unknown)$/) }])
  })
})

it('a person whom Slack does not know any more is given up', async () => {
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
