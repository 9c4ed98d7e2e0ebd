import { describe, expect, it } from 'vitest'
import { createHistory } from '../../src/changes/history.ts'
import { formatLines, parseSince } from '../../src/cli/audit.ts'
import { stories } from '../stories.ts'

const story = stories()

/** Lets Ana pause web-prod, fail to pause ci-runners and open a billing link, and Bo resume web-prod. */
async function makeChanges() {
  const [ana, bo] = [story().person('Ana'), story().person('Bo')]
  await ana.types('/pause web-prod tomorrow a secret reason')
  story().setTime('2026-11-18T09:05:00Z')
  await bo.presses('Resume now')
  story().setTime('2026-11-18T09:10:00Z')
  story().wire.respond('pause_plan', { status: 403 })
  await ana.types('/pause ci-runners tomorrow')
  story().wire.restore()
  story().setTime('2026-11-18T09:15:00Z')
  await ana.types('/dayshift billing card')
  return { ana, bo }
}

/** Formats a time of that day for the time zone of the reader. */
const formatTime = (time: string) =>
  `<!date^${Date.parse(`2026-11-18T${time}:00Z`) / 1000}^{date_short_pretty} at {time}|${time} UTC>`

const resumedRow = '*cancel pause: web-prod*  ·  19 Nov\n<@U2BO>  ·  '
const pausedRow = '*pause: web-prod*  ·  19 Nov\n<@U1ANA>  ·  '

/** Returns the rows of the last history that a person read. */
const rowsOf = (reader: { readsPrivately(): string[] }) =>
  reader
    .readsPrivately()
    .at(-1)
    ?.split(/\n(?=\*)/)
    .slice(1)

describe('the history', () => {
  it('shows person, change and time, in the time zone of the reader', async () => {
    const { bo } = await makeChanges()
    await bo.types('/dayshift history')
    expect(bo.readsPrivately()).toEqual([
      [
        '2 changes in *Acme* in the last 90 days.',
        `${resumedRow}${formatTime('09:05')}`,
        `${pausedRow}${formatTime('09:00')}`,
      ].join('\n'),
    ])
  })

  it('shows a failed change only to the person who requested it', async () => {
    const { ana, bo } = await makeChanges()
    await ana.types('/dayshift history ci-runners')
    expect(rowsOf(ana)).toEqual([`*pause: ci-runners*\nnot done  ·  <@U1ANA>  ·  ${formatTime('09:10')}`])
    expect(await bo.asks('/dayshift history ci-runners')).toBe(
      'No change to *ci-runners* was made here in the last 90 days.',
    )
  })

  it.each([
    ['/plan edit web-prod weekdays 9-5', 'Schedule: Mon–Fri 08:00–19:00 → Mon–Fri 09:00–17:00'],
    ['/plan create reports weekdays 8am-7pm', 'Schedule: Mon–Fri 08:00–19:00'],
    ['/dayshift member edit bo@acme.test viewer', 'Role: admin → viewer'],
    ['/dayshift member add new@example.com viewer', 'Role: viewer; State: active'],
    ['/dayshift billing quantity 30', 'Quantity: 25 → 30'],
    ['/pause all tomorrow because of a secret', '19 Nov'],
  ])('shows the new values of %j', async (sentence, texts) => {
    const ana = story().person('Ana')
    await ana.types(sentence)
    if (sentence.startsWith('/pause all')) await ana.presses('Pause all')
    expect(await ana.asks('/dayshift history')).toContain(`*  ·  ${texts}\n<@U1ANA>`)
    expect(ana.readsPrivately().at(-1)).not.toContain('secret')
  })

  it('shows private changes only to their person', async () => {
    const { ana } = await makeChanges()
    expect(await ana.asks('/dayshift history')).toMatch(
      /^4 changes in \*Acme\*.*\n\*billing card\*\n<@U1ANA>/,
    )
  })

  it('of a plan covers its changes under earlier names', async () => {
    const { bo } = await makeChanges()
    await bo.types('/plan edit web-prod')
    await bo.submits({ Name: 'shop' })
    story().setTime('2026-11-18T09:15:00Z')
    await bo.types('/pause shop today')
    await bo.types('/pause ci-runners today to 20 nov')
    story().setTime('2026-11-18T09:20:00Z')
    await bo.types('/resume shop and ci-runners')
    await bo.types('/dayshift history')
    expect(rowsOf(bo)?.[0]).toBe(
      `*resume: shop, ci-runners*  ·  shop ended: 18 Nov; ci-runners ended: 18–20 Nov\n<@U2BO>  ·  ${formatTime('09:20')}`,
    )
    await bo.types('/dayshift history shop')
    expect(rowsOf(bo)).toEqual([
      expect.stringMatching(/^\*resume: shop, ci-runners\* {2}· {2}ended: 18 Nov\n/),
      expect.stringMatching(/^\*pause: shop\*/),
      expect.stringMatching(/^\*plan edit: web-prod\*/),
      `${resumedRow}${formatTime('09:05')}`,
      `${pausedRow}${formatTime('09:00')}`,
    ])
  })

  it('says that there are no changes, and has pages', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift history web-prod')
    expect(ana.readsPrivately()).toEqual(['No change to *web-prod* was made here in the last 90 days.'])
    for (let n = 1; n <= 11; n++) {
      await ana.types(`/pause web-prod ${2 * n} dec`)
      story().setTime(`2026-11-18T09:${10 + n}:00Z`)
    }
    expect(await ana.asks('/dayshift history')).toContain(
      '11 changes in *Acme* in the last 90 days, page 1 of 2.',
    )
    await ana.presses('Next page')
    expect(ana.readsPrivately().at(-1)).toContain('page 2 of 2.\n*pause: web-prod*')
  })

  it('shows the changes of an organization only to its people', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    await ana.types('/dayshift org create Umbrella')
    await ana.types('/dayshift org rename Umbrella Umbra')
    await ana.types('/dayshift org rename Acme Acme Corp')
    await bo.types('/dayshift history')
    expect(rowsOf(bo)).toEqual([
      expect.stringMatching(/^\*org rename: Acme\* {2}· {2}Name: Acme → Acme Corp\n<@U1ANA>/),
    ])
    await ana.types('/dayshift use Umbra')
    await ana.types('/dayshift history')
    expect(rowsOf(ana)).toEqual([
      expect.stringMatching(/^\*org rename: Umbrella\* {2}· {2}Name: Umbrella → Umbra\n<@U1ANA>/),
      expect.stringMatching(/^\*org create: Umbrella\*\n<@U1ANA>/),
    ])
  })

  it('is not shown to people who may no longer see the plans', async () => {
    const { bo } = await makeChanges()
    story().wire.respond('list_plans', { status: 403 })
    expect(await bo.asks('/dayshift history')).toContain('does not allow you to do this')
    expect(bo.readsPrivately().at(-1)).not.toContain('web-prod')
  })
})

describe('the audit', () => {
  it('writes one line of JSON per change since a time, without reasons', async () => {
    await makeChanges()
    const changes = createHistory(story().database).since(parseSince('2026-11-18T09:05:00Z'))
    const lines = await Array.fromAsync(formatLines(changes))
    expect(lines.map(line => JSON.parse(line))).toMatchObject([
      {
        id: 'ref-2',
        actor: 'T0PLAY:U2BO',
        operation: 'pause.remove',
        state: 'done',
        subjects: [{ kind: 'plan', name: 'web-prod' }],
        detail: [{ field: 'cancelled', before: { from: '2026-11-19', until: '2026-11-19' } }],
      },
      { id: 'ref-3', operation: 'pause.add', subjects: [{ name: 'ci-runners' }], state: 'failed' },
      { id: 'ref-4', operation: 'billing.card', state: 'done', deliveredAt: '2026-11-18T09:15:00.000Z' },
    ])
    expect(lines.join('')).not.toContain('secret')
    expect(lines.every(line => line.endsWith('}\n'))).toBe(true)
  })

  it.each([undefined, '', 'yesterday', '2026-13-01', '2026-11-18Tnoon'])('rejects %j as its start', words => {
    expect(() => parseSince(words)).toThrow('Say since when')
  })
})
