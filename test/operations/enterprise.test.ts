import { beforeEach, describe, expect, it } from 'vitest'
import { linkOf } from '../browser.ts'
import { openManyWorkspaces } from '../many-workspaces.ts'

const EAST = { id: 'T1EAST', domain: 'east', enterprise: 'E1ACME', wide: true }
const WEST = { id: 'T2WEST', domain: 'west', enterprise: 'E1ACME', wide: true }
const ZED = { id: 'T3ZED', domain: 'zed' }

const guest = { zone: 'Europe/Berlin', email: 'bo@acme.test' }
const gus = { ...guest, id: 'U7GUS', name: 'Gus', team: WEST.id, enterprise: WEST.enterprise }
const sam = { ...guest, id: 'U9SAM', name: 'Sam', team: 'T9FAR' }

let many: Awaited<ReturnType<typeof openManyWorkspaces>>

describe('an app installed for a whole enterprise', () => {
  beforeEach(async () => {
    many = await openManyWorkspaces([EAST, WEST, ZED])
  })

  it('asks the installer to add it to workspaces', async () => {
    const back = await many.install([EAST.id, WEST.id])
    expect(back.text).toMatch(/^Dayshift is installed in E1ACME Inc\.\nIt is in none of its workspaces yet/)
  })

  it('works in all workspaces, where people link once', async () => {
    await many.install([EAST.id, WEST.id])
    await many.link(EAST.id, 'U1ANA')
    for (const { id } of [EAST, WEST]) {
      const ana = many.person(id, 'Ana')
      await ana.types('/plan')
      expect(ana.reads().at(-1)).toContain('web-prod')
      await ana.mentions('pause web-prod tomorrow')
      expect(many.channel(id).at(-1)).toContain('<@U1ANA> paused *web-prod*')
      await ana.mentions('resume web-prod')
    }
    const token = await many.tokenOf({ enterprise: EAST.enterprise, wide: true })
    const posts = many.slackRouter.requests.filter(({ method }) => method === 'chat.postMessage')
    expect(posts.map(call => call.token)).toEqual([token, token, token, token])
    expect(posts.map(call => call.team)).toEqual([EAST.id, EAST.id, WEST.id, WEST.id])
  })

  it('accepts secrets on the private page for the workspace that asked', async () => {
    await many.install([EAST.id, WEST.id])
    await many.person(WEST.id, 'Bo').types('/dayshift link')
    const link = linkOf({ slack: many.slack(WEST.id) }, 'Bo')
    expect((await many.browser.open(link)).text).toContain('in the Slack workspace west')
    expect((await many.browser.submit(link, { token: many.token('bo@acme.test') })).status).toBe(200)
    expect(await many.linked()).toEqual(['E1ACME:U2BO'])
    expect(many.person(WEST.id, 'Bo').reads().at(-1)).toContain('Your account is linked')
    expect(many.person(EAST.id, 'Bo').reads()).toEqual([])
  })

  it('deletes the links of a workspace only when it loses access', async () => {
    await many.install([EAST.id, WEST.id])
    await many.link(EAST.id, 'U1ANA')
    await many.link(WEST.id, 'U2BO')
    await many.sendEvent(EAST.id, { type: 'team_access_revoked', team_ids: [WEST.id] })
    expect(await many.linked()).toEqual(['E1ACME:U1ANA'])
    await many.person(EAST.id, 'Ana').types('/pause web-prod tomorrow')
    expect(many.channel(EAST.id).at(-1)).toContain('<@U1ANA> paused *web-prod*')
  })

  it('deletes all its links and tokens when it is uninstalled, but none of other workspaces', async () => {
    await many.install([EAST.id, WEST.id])
    await many.install([ZED.id])
    for (const { id } of [EAST, ZED]) await many.link(id, 'U1ANA')
    await many.person(WEST.id, 'Bo').types('/dayshift link')
    await many.sendEvent(EAST.id, { type: 'app_uninstalled' })
    expect(await many.linked()).toEqual(['T3ZED:U1ANA'])
    for (const { id } of [EAST, WEST])
      expect(await many.tokenOf({ team: id, enterprise: EAST.enterprise, wide: true })).toBeUndefined()
    expect(await many.tokenOf({ team: ZED.id })).toBeDefined()
    expect(await many.remaining('ticket')).toEqual([])
  })
})

describe('a channel shared within an enterprise', () => {
  const inputs = { plans: 'web-prod', days: 'tomorrow', channel: 'C1OPS' }

  beforeEach(async () => {
    many = await openManyWorkspaces([EAST], [gus, sam])
    await many.install([EAST.id])
    // A person of the enterprise may have the id of a stranger.
    for (const { id } of [gus, sam]) await many.link(EAST.id, id)
  })

  it('lets people of other workspaces use their own links', async () => {
    await many.person(EAST.id, 'Gus').mentions('pause web-prod tomorrow')
    expect(many.channel(EAST.id).at(-1)).toContain('<@U7GUS> paused *web-prod*')
  })

  it('lets strangers use only their own links', async () => {
    const stranger = many.person(EAST.id, 'Sam')
    await stranger.mentions('pause web-prod tomorrow')
    expect(stranger.reads().at(-1)).toBe(
      'This Dayshift works for another organization: please ask someone there, or link an access token that they gave you.\n[Link account]',
    )
    expect(many.channel(EAST.id).join('')).not.toContain('paused')
    await stranger.presses('Link account')
    const link = linkOf({ slack: many.slack(EAST.id) }, 'Sam')
    expect((await many.browser.submit(link, { token: many.token('bo@acme.test') })).status).toBe(200)
    expect(await many.linked()).toContain('T9FAR:U9SAM')
    await stranger.mentions('pause web-prod tomorrow')
    expect(many.channel(EAST.id).at(-1)).toContain('<@U9SAM> paused *web-prod*')
    await many.sendEvent(EAST.id, { type: 'app_uninstalled' })
    expect(await many.linked()).toEqual([])
  })

  it('asks a person of another workspace once to allow a workflow step', async () => {
    const step = (days: string) => many.step(EAST.id, 'pause_plans', { ...inputs, days, person: gus.id })
    await step('tomorrow')
    await many.person(EAST.id, 'Gus').presses('Allow', `D${gus.id}`)
    await step('friday')
    expect(many.channel(EAST.id)).toEqual([
      expect.stringContaining('<@U7GUS> paused *web-prod*: Thu'),
      expect.stringContaining('<@U7GUS> paused *web-prod*: Fri'),
    ])
  })

  it('does not run a workflow step of a stranger as somebody else', async () => {
    await many.step(EAST.id, 'pause_plans', { ...inputs, person: sam.id })
    await many.person(EAST.id, 'Sam').presses('Allow', `D${sam.id}`)
    expect(many.channel(EAST.id)).toEqual([])
    expect(many.stepEnds(EAST.id)).toMatchObject([{ error: expect.stringContaining('works for another') }])
  })
})

it('an announcement does not mention a person of another company that uses the same organization', async () => {
  many = await openManyWorkspaces([EAST, ZED])
  for (const { id } of [EAST, ZED]) await many.install([id])
  await many.link(EAST.id, 'U1ANA')
  await many.link(ZED.id, 'U2BO')
  await many.person(EAST.id, 'Ana').mentions('pause web-prod tomorrow')
  await many.person(ZED.id, 'Bo').mentions('resume web-prod')
  expect(many.channel(ZED.id).at(-1)).toContain('<@U2BO> cancelled the upcoming pause')
  expect(many.channel(EAST.id).at(-1)).toMatch(/^~.*~\nCancelled by someone from another workspace, /)
})

describe('an app installed in single workspaces of an enterprise', () => {
  const single = [EAST, WEST].map(team => ({ ...team, wide: false }))

  beforeEach(async () => {
    many = await openManyWorkspaces(single)
    for (const { id } of single) await many.install([id])
    await many.link(EAST.id, 'U1ANA')
  })

  it('uses the token of each workspace', async () => {
    for (const { id, enterprise } of single) {
      await many.person(id, 'Ana').mentions('pause web-prod tomorrow')
      const [last] = many.slackRouter.requests.filter(({ method }) => method === 'chat.postMessage').slice(-1)
      expect(last).toMatchObject({ team: id, token: await many.tokenOf({ team: id, enterprise }) })
      await many.person(id, 'Ana').mentions('resume web-prod')
    }
  })

  it('deletes the links of a workspace only when it is uninstalled from it', async () => {
    await many.link(WEST.id, 'U2BO')
    await many.sendEvent(EAST.id, { type: 'app_uninstalled' })
    expect(await many.linked()).toEqual(['E1ACME:U2BO'])
    expect(await many.tokenOf({ team: EAST.id, enterprise: EAST.enterprise })).toBeUndefined()
    await many.person(WEST.id, 'Bo').types('/plan')
    expect(many.person(WEST.id, 'Bo').reads().at(-1)).toContain('web-prod')
  })
})
