import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oddNames } from '../arbitraries.ts'
import { stories } from '../stories.ts'

const story = stories({ timeoutMs: 10_000 })

const schedule = { start: '8', duration: '11', timezone: 'UTC+01:00', days: ['mon', 'wed'] }

type Organization = { plans: number; pauses: number; begin: string; reason: string }

/** Returns plans with the same prefix; names of one character differ. */
function listPlans({ plans, pauses, begin, reason }: Organization) {
  return Array.from({ length: plans }, (_, n) => ({
    id: String(n + 1),
    name: begin === '' ? String.fromCodePoint(0x4e00 + n) : `${begin.slice(0, 250)} ${n}`,
    schedule,
    resources: n,
    pauses: Array.from({ length: n === 0 ? pauses : n % 2 }, (_, k) => ({
      pause_id: `${n}-${k}`,
      pause_start: '18/11/2026',
      pause_end: '20/11/2026',
      reason,
    })),
  }))
}

/** Returns a plan with long details. */
function describePlan({ plans, reason }: Organization) {
  const resources = Array.from({ length: Math.min(plans, 200) }, (_, n) => ({
    resource_id: `res-${n}`,
    resource_name: reason.slice(0, 200) || `res-${n}`,
    type: 'instance',
    status: 'active',
    credential: '1',
  }))
  return { description: reason.repeat(20), dependancy: true, resources }
}

function setResponses(about: Organization) {
  story().wire.respondWith('list_plans', { plans: listPlans(about) })
  story().wire.respondWith('describe_plan', { plan: describePlan(about) })
}

/** Opens everything that shows plans, and checks that Slack accepts it. */
async function expectShown({ plans, pauses, begin }: Organization) {
  const ana = story().person('Ana')
  const expectReply = async (doing: Promise<unknown>) => {
    const before = ana.reads().length
    await doing
    expect(ana.reads().length - before + (ana.form === undefined ? 0 : 1)).toBeGreaterThan(0)
    expect(story().slack.refusals).toEqual([])
  }
  const first = begin === '' ? '一' : `${begin.slice(0, 250)} 0`.toWellFormed()
  for (const page of [1, 2, Math.ceil(plans / 10)]) await expectReply(ana.types(`/plan ${page}`))
  for (const page of [1, 2, 99]) await expectReply(ana.types(`/pause list ${page}`))
  for (const page of [1, 2]) await expectReply(ana.types(`/plan week ${page}`))
  await expectReply(ana.types(`/plan show "${first}"`))
  await expectReply(ana.types(`/plan edit "${first}"`))
  await ana.closes()
  await expectReply(ana.types(`/plan off "${first}"`))
  await expectReply(ana.types(`/pause "${first}" tomorrow`))
  await expectReply(ana.types(`/resume "${first}"`))
  await expectReply(ana.types(`/resume ${begin.slice(0, 20)}`))
  await expectReply(ana.types(`/pause x${first} tomorrow`))
  await expectReply(ana.types(`/plan show x${begin.slice(0, 30)}`))
  if (ana.form !== undefined) await ana.closes()
  await ana.opensHome()
  expect(ana.home?.match(/^:\w+: \*/gm) ?? []).toHaveLength(Math.min(plans, 10))
  expect(story().slack.refusals).toEqual([])
  await expectReply(ana.types(`/resource "${first}"`))
  await expectReply(ana.types(`/resource order "${first}"`))
  await ana.closes()
  await expectReply(ana.types('/pause'))
  expect(await ana.options('Plan', '')).toHaveLength(Math.max(1, Math.min(plans, 100)))
  for (const typed of [first.slice(0, 1), 'nothing that is there']) {
    expect(await ana.options('Plan', typed)).not.toEqual([])
  }
  expect(story().slack.requests.filter(({ error }) => error !== undefined)).toEqual([])
  await ana.closes()
  if (plans > 0 && pauses === 1) await expectReply(ana.types(`/pause change "${first}" tomorrow`))
}

describe('any organization', { timeout: 60_000 }, () => {
  it.each([0, 100, 1000])('with %i plans is shown in messages and forms that Slack accepts', async plans => {
    const organization = fc.record({
      plans: fc.constant(plans),
      pauses: fc.constantFrom(0, 1, 60),
      begin: fc.oneof(fc.constant(''), oddNames),
      reason: fc.oneof(fc.constant(''), oddNames, fc.constant('"'.repeat(500)), fc.constant('&'.repeat(500))),
    })
    await fc.assert(
      fc.asyncProperty(organization, async about => {
        const success = { status: 200, body: { status: 200, pause_id: 'new' } }
        setResponses(about)
        story().wire.respond('pause_plan', success)
        story().wire.respond('remove_pause', success)
        const callsBefore = story().slack.calls.length
        await expectShown(about)
        // JSON.stringify escapes lone surrogates, and nothing else that people read, as `\ud…`.
        expect(JSON.stringify(story().slack.calls.slice(callsBefore))).not.toMatch(/\\ud[89a-f]/)
      }),
      {
        numRuns: plans === 100 ? 5 : 3,
        examples: [[{ plans, pauses: 60, begin: 'web-prod', reason: 'load test' }]],
      },
    )
  })
})
