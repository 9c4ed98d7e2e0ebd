import { describe, expect, it } from 'vitest'
import { lineOf, sinceOf } from '../../src/cli/audit.ts'
import { stories } from '../stories.ts'

const story = stories()

/** Ana has paused web-prod and failed to pause ci-runners, Bo has resumed it, and Ana looked at the billing. */
async function busy() {
  const [ana, bo] = [story().person('Ana'), story().person('Bo')]
  await ana.types('/pause web-prod tomorrow a secret reason')
  story().passes('2026-11-18T09:05:00Z')
  await bo.presses('Resume now')
  story().passes('2026-11-18T09:10:00Z')
  story().wire.answers('pause_plan', { status: 403 })
  await ana.types('/pause ci-runners tomorrow')
  story().wire.recovers()
  story().passes('2026-11-18T09:15:00Z')
  await ana.types('/dayshift billing card')
  return { ana, bo }
}

const resumed = '*resume: web-prod*  ·  Thu 19 Nov 2026 (1 day)\ndone  ·  <@U2BO>  ·  Wed 18 Nov 2026'
const pausedRow = '*pause: web-prod*  ·  Thu 19 Nov 2026 (1 day)\ndone  ·  <@U1ANA>  ·  Wed 18 Nov 2026'

/** The rows of the history that somebody reads. */
const rowsOf = (reader: { readsAlone(): string[] }) =>
  reader
    .readsAlone()
    .at(-1)
    ?.split(/\n(?=\*)/)
    .slice(1)

describe('the history', () => {
  it('tells who asked for what and when, on the clock of the one who reads', async () => {
    const { bo } = await busy()
    await bo.types('/dayshift history')
    expect(bo.readsAlone()).toEqual([
      [
        '3 changes in *Acme* asked for in the last 90 days, done or not, latest first.',
        '*pause: ci-runners*\nnot done  ·  <@U1ANA>  ·  Wed 18 Nov 2026 04:10  ·  ref-3',
        `${resumed} 04:05  ·  ref-2`,
        `${pausedRow} 04:00  ·  ref-1`,
      ].join('\n'),
    ])
  })

  it('tells what was not done, whether the service refused it or there was nothing to do', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift credential remove shop')
    await ana.submits()
    await ana.closes()
    await ana.types('/resume web-prod')
    await ana.types('/dayshift history')
    expect(ana.readsAlone().at(-1)).toContain('*credential remove: shop*\nnot done  ·  <@U1ANA>')
    await ana.types('/dayshift history web-prod')
    expect(ana.readsAlone().at(-1)).toContain('*resume: web-prod*\nnot done  ·  <@U1ANA>')
  })

  it('tells that some of several was done, and not the rest', async () => {
    const ana = story().person('Ana')
    story().wire.answersAbout(await story().planId('web-staging'), { status: 409 })
    await ana.types('/pause web-prod and web-staging tomorrow')
    await ana.types('/dayshift history')
    expect(ana.readsAlone().at(-1)).toContain(
      '*pause: web-prod, web-staging*  ·  Thu 19 Nov 2026 (1 day)\ndone in part  ·  <@U1ANA>',
    )
    story().wire.recovers()
    await ana.presses('Retry failed')
    await ana.types('/dayshift history')
    expect(ana.readsAlone().at(-1)).toContain(
      '*pause: web-staging*  ·  Thu 19 Nov 2026 (1 day)\ndone  ·  <@U1ANA>',
    )
  })

  it.each([
    [403, 'done in part'],
    [404, 'done'],
  ])(
    'tells of new days whose old pause the service refuses to remove with %i that it is %s',
    async (status, told) => {
      const ana = story().person('Ana')
      await ana.types('/pause web-prod tomorrow')
      story().wire.answers('remove_pause', { status })
      await ana.types('/pause change web-prod friday')
      await ana.types('/dayshift history')
      expect(ana.readsAlone().at(-1)).toContain(
        `*pause change: web-prod*  ·  Fri 20 Nov 2026 (1 day), was Thu 19 Nov 2026 (1 day)\n${told}  ·  <@U1ANA>`,
      )
    },
  )

  it.each([
    ['/plan edit web-prod weekdays 9-5', 'Schedule: Mon–Fri 08:00–19:00 → Mon–Fri 09:00–17:00'],
    ['/plan create reports weekdays 8am-7pm', 'Mon–Fri 08:00–19:00, UTC+01:00'],
    ['/dayshift member edit bo@acme.test viewer', 'viewer, active (was admin, active)'],
    ['/dayshift member add new@example.com viewer', 'viewer, active'],
    ['/dayshift billing quantity 30', 'was 25'],
    ['/pause all tomorrow because of a secret', 'Thu 19 Nov 2026 (1 day)'],
  ])('tells of %j to what it was changed', async (sentence, told) => {
    const ana = story().person('Ana')
    await ana.types(sentence)
    await ana.types('/dayshift history')
    expect(ana.readsAlone().at(-1)).toContain(`*  ·  ${told}\ndone  ·  <@U1ANA>`)
    expect(ana.readsAlone().at(-1)).not.toContain('secret')
  })

  it('tells what is for one person alone to that person only', async () => {
    const { ana } = await busy()
    await ana.types('/dayshift history')
    expect(ana.readsAlone().at(-1)).toMatch(
      /^4 changes in \*Acme\*.*\n\*billing card\*\ndone {2}· {2}<@U1ANA>/,
    )
  })

  it('of a plan tells of that plan, also where it has another name now', async () => {
    const { bo } = await busy()
    await bo.types('/plan edit web-prod name:"shop"')
    await bo.types('/dayshift history shop')
    expect(rowsOf(bo)).toEqual([
      expect.stringContaining('*plan edit: web-prod*'),
      `${resumed} 04:05  ·  ref-2`,
      `${pausedRow} 04:00  ·  ref-1`,
    ])
  })

  it('says so where there is nothing, and turns its pages', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift history web-prod')
    expect(ana.readsAlone()).toEqual([
      'Nobody has asked for a change to *web-prod* here in the last 90 days.',
    ])
    for (let n = 1; n <= 11; n++) {
      await ana.types(`/pause web-prod ${n} dec`)
      story().passes(`2026-11-18T09:${10 + n}:00Z`)
    }
    await ana.types('/dayshift history')
    expect(ana.readsAlone().at(-1)).toContain(
      '11 changes in *Acme* asked for in the last 90 days, done or not, page 1 of 2, latest',
    )
    await ana.presses('Next page')
    expect(ana.readsAlone().at(-1)).toContain('page 2 of 2, latest first.\n*pause: web-prod*')
  })

  it('mentions whoever was added, and the audit keeps their id', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift member add <@U5EVE|eve> viewer')
    await ana.types('/dayshift member add new@example.com viewer')
    const { payload } = story().slack.requests.at(-2) ?? {}
    await ana.types('/dayshift history')
    expect(rowsOf(ana)).toEqual([
      expect.stringMatching(/^\*member add: new@example.com\*/),
      expect.stringMatching(/^\*member add: <@U5EVE>\*/),
    ])
    const again = Object.entries(payload ?? {}).map(([key, value]) => [key, String(value)])
    const { said } = await story().sends(Object.fromEntries(again))
    expect(said).toContain('asked for this before (<@U5EVE>), and it is')
    const told: unknown[] = []
    for await (const { about } of story().journal.record.since(new Date(0))) told.push(about)
    expect(told).toEqual(['<@U5EVE>', 'new@example.com'])
  })

  it('tells who made and renamed an organization to its people, and nobody else', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    await ana.types('/dayshift org create Umbrella')
    await ana.types('/dayshift org rename Umbrella Umbra')
    await ana.types('/dayshift org rename Acme Acme Corp')
    await bo.types('/dayshift history')
    expect(rowsOf(bo)).toEqual([
      expect.stringMatching(/^\*org rename: Acme\* {2}· {2}it is Acme Corp now\ndone {2}· {2}<@U1ANA>/),
    ])
    await ana.types('/dayshift use Umbra')
    await ana.types('/dayshift history')
    expect(rowsOf(ana)).toEqual([
      expect.stringMatching(/^\*org rename: Umbrella\* {2}· {2}it is Umbra now\ndone/),
      expect.stringMatching(/^\*org create: Umbrella\*\ndone/),
    ])
  })

  it('is not shown to whoever may not see the plans any more', async () => {
    const { bo } = await busy()
    story().wire.answers('list_plans', { status: 403 })
    await bo.types('/dayshift history')
    expect(bo.readsAlone().at(-1)).toContain('does not allow you to do this')
    expect(bo.readsAlone().at(-1)).not.toContain('web-prod')
  })

  it('names few of the many plans of a change, and how many more there were; the audit keeps all', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause all tomorrow')
    await ana.types('/dayshift history')
    const [row] = rowsOf(ana) ?? []
    expect(row).toContain('*pause: web-prod, web-staging, data-warehouse and 3 more*  ·  Thu 19 Nov 2026')
    const told: unknown[] = []
    for await (const { about } of story().journal.record.since(new Date(0))) told.push(about)
    expect(told).toEqual([expect.stringMatching(/^(?:[^,]+, ){5}[^,]+$/)])
  })

  it('of a plan tells of what was done to several at once, and of no plan whose number begins alike', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod and web-staging tomorrow')
    story().passes('2026-11-18T09:05:00Z')
    await ana.types('/pause ci-runners tomorrow')
    await ana.types('/dayshift history web-staging')
    expect(rowsOf(ana)).toEqual([expect.stringContaining('*pause: web-prod, web-staging*')])
  })

  it('counts no further than anybody reads', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod tomorrow')
    const row = await story().database.selectFrom('journal').selectAll().executeTakeFirstOrThrow()
    for (let n = 0; n < 1100; n += 100)
      await story()
        .database.insertInto('journal')
        .values(
          Array.from({ length: 100 }, (_, m) => ({
            ...{ ...row, id: `row ${n + m}`, key: `key ${n + m}`, matter: null },
          })),
        )
        .execute()
    for (const of of ['Acme', 'web-prod']) {
      await ana.types(`/dayshift history ${of === 'Acme' ? '' : of}`)
      expect(ana.readsAlone().at(-1)).toContain(
        `More than 1000 changes ${of === 'Acme' ? 'in' : 'to'} *${of}* asked for in the last 90 days, done or not, page 1 of 100, latest first.`,
      )
    }
  })

  it('still tells what a former version did', async () => {
    const { ana } = await busy()
    await story()
      .database.updateTable('journal')
      .set({ operation: 'plan.freeze' })
      .where('operation', '=', 'pause.add')
      .execute()
    await ana.types('/dayshift history web-prod')
    expect(ana.readsAlone().at(-1)).toContain('*plan.freeze: web-prod*')
  })

  it('is another one than that of billing', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift billing history')
    expect(ana.readsAlone()[0]).toMatch(/billing records?/)
  })
})

describe('the audit', () => {
  it('writes a line of JSON for each entry since a moment, without reasons', async () => {
    await busy()
    const lines: string[] = []
    for await (const past of story().journal.record.since(sinceOf('2026-11-18T09:05:00Z')))
      lines.push(lineOf(past))
    expect(lines.map(line => JSON.parse(line))).toMatchObject([
      {
        ...{ ref: 'ref-2', person: 'T0PLAY:U2BO', operation: 'pause.remove', about: 'web-prod' },
        ...{ detail: 'Thu 19 Nov 2026 (1 day)', outcome: 'done' },
      },
      { ref: 'ref-3', operation: 'pause.add', about: 'ci-runners', outcome: 'failed' },
      { ref: 'ref-4', operation: 'billing.card', outcome: 'done', announcedAt: '2026-11-18T09:15:00.000Z' },
    ])
    expect(lines.join('')).not.toContain('secret')
    expect(lines.every(line => line.endsWith('}\n'))).toBe(true)
  })

  it('names the organization that was renamed or removed, also where the service failed', async () => {
    const ana = story().person('Ana')
    const remove = async () => {
      await ana.types('/dayshift org remove Acme')
      await ana.fills({ 'Type the name': 'Acme' })
      await ana.submits()
    }
    story().wire.answers('remove', { status: 403 })
    await remove()
    await ana.closes()
    story().wire.recovers()
    await remove()
    const told: unknown[] = []
    for await (const { operation, organization, state } of story().journal.record.since(new Date(0)))
      told.push([operation, organization, state])
    const id = '1001'
    expect(told).toEqual([
      ['organization.remove', id, 'failed'],
      ['organization.remove', id, 'done'],
    ])
  })

  it.each([undefined, '', 'yesterday', '2026-13-01', '2026-11-18Tnoon'])('does not begin at %j', words => {
    expect(() => sinceOf(words)).toThrow('Say since when')
  })

  it('reads more than one batch, each entry once', async () => {
    await story().person('Ana').types('/pause web-prod tomorrow')
    const [row] = await story().database.selectFrom('journal').selectAll().execute()
    if (!row) throw new Error('Nothing was written down')
    for (let n = 0; n < 1100; n += 100)
      await story()
        .database.insertInto('journal')
        .values(
          Array.from({ length: 100 }, (_, m) => ({
            ...row,
            id: `row ${n + m}`,
            key: `key ${n + m}`,
            matter: null,
          })),
        )
        .execute()
    const seen = new Set<string>()
    for await (const { id } of story().journal.record.since(sinceOf('2026-11-01'))) seen.add(id)
    expect(seen.size).toBe(1101)
  })
})
