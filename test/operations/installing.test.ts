import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SCOPES } from '../../src/slack/oauth/installer.ts'
import { app, openManyWorkspaces } from '../many-workspaces.ts'
import { PUBLIC_URL } from '../private-page.ts'

const ACME = { id: 'T1ACME', domain: 'acme' }
const ZED = { id: 'T2ZED', domain: 'zed' }

let many: Awaited<ReturnType<typeof openManyWorkspaces>>

beforeEach(async () => {
  many = await openManyWorkspaces([ACME, ZED])
})

afterEach(async () => {
  const rows = await many.remaining('install')
  const remaining = JSON.stringify(rows) + many.logged.join('')
  for (const secret of [...many.slackRouter.secrets(), app.clientSecret, app.stateSecret])
    expect(remaining).not.toContain(secret)
  expect(remaining).not.toMatch(/c0de-|state=/)
})

describe('installing the app', () => {
  it('leads to Slack and back, and explains the next step', async () => {
    const { page, target, cookie, state } = await many.openInstallPage()
    expect(page.status).toBe(200)
    expect(page.text).toMatch(/^Install Dayshift\n/)
    expect(target.origin + target.pathname).toBe('https://slack.com/oauth/v2/authorize')
    expect(Object.fromEntries(target.searchParams)).toEqual({
      client_id: app.clientId,
      scope: SCOPES.join(','),
      redirect_uri: `${PUBLIC_URL}/slack/oauth_redirect`,
      state,
    })
    const result = await many.returnFromSlack({ code: many.grant([ACME.id]), state }, cookie)
    expect(result.status).toBe(200)
    expect(result.text).toMatch(/^Dayshift is installed in acme\nOpen Slack\n/)
    expect(result.text).toContain('/dayshift link')
    expect(result.html).toContain('href="https://app.slack.com/client/T1ACME"')

    const ana = many.person(ACME.id, 'Ana')
    await ana.types('/dayshift help')
    expect(ana.reads().at(-1)).toContain('/pause')
  })

  it('serves pages with strict security headers', async () => {
    const { page, cookie, state } = await many.openInstallPage()
    const result = await many.returnFromSlack({ code: many.grant([ACME.id]), state }, cookie)
    const refused = await many.returnFromSlack({ code: 'x', state }, cookie)
    for (const { headers } of [page, result, refused])
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'/),
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'strict-transport-security': expect.any(String),
      })
    expect(page.headers['set-cookie']).toMatch(
      /^__Host-dayshift-install=[\w.-]+; Secure; HttpOnly; Path=\/; Max-Age=600$/,
    )
    expect(result.headers['set-cookie']).toContain('__Host-dayshift-install=deleted')
  })

  it('reports a cancelled installation, and can be started again', async () => {
    const { cookie, state } = await many.openInstallPage()
    const result = await many.returnFromSlack({ error: 'access_denied', state }, cookie)
    expect([result.status, result.text]).toEqual([
      400,
      'Dayshift was not installed\nIt was cancelled in Slack.\nBegin again',
    ])
    expect(result.html).toContain('href="install"')
    expect((await many.install([ACME.id])).status).toBe(200)
  })

  it('reports a code that Slack rejects', async () => {
    const { cookie, state } = await many.openInstallPage()
    const result = await many.returnFromSlack({ code: 'made-up', state }, cookie)
    expect([result.status, result.text]).toEqual([422, expect.stringContaining('could not finish it')])
    const lines = many.logged.map(line => JSON.parse(line)).filter(({ level }) => level > 30)
    expect(lines).toMatchObject([{ level: 40, msg: 'nothing was installed', why: 'invalid_code' }])
  })

  it('is refused for a minute after many callbacks; forged states do not count', async () => {
    for (let times = 0; times < 40; times += 1)
      await many.returnFromSlack({ code: 'x', state: 'forged' }, 'forged')
    const statuses: unknown[] = []
    for (let times = 0; times < 31; times += 1) {
      const { cookie, state } = await many.openInstallPage()
      statuses.push((await many.returnFromSlack({ code: 'made-up', state }, cookie)).status)
    }
    expect(statuses).toEqual([...Array(30).fill(422), 429])
    expect(many.slackRouter.requests.filter(({ method }) => method === 'oauth.v2.access')).toHaveLength(30)
    many.setTime('2026-11-18T09:02:00Z')
    expect((await many.install([ACME.id])).status).toBe(200)
  })
})

describe('the OAuth state', () => {
  it('can be used once, even by two callbacks at the same time', async () => {
    const { cookie, state } = await many.openInstallPage()
    const backs = await Promise.all(
      [ACME, ZED].map(({ id }) => many.returnFromSlack({ code: many.grant([id]), state }, cookie)),
    )
    expect(backs.map(({ status }) => status).sort()).toEqual([200, 400])
    const again = await many.returnFromSlack({ code: many.grant([ZED.id]), state }, cookie)
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('was done already')])
  })

  it('is valid only in the browser that started the installation', async () => {
    const [mine, theirs] = [await many.openInstallPage(), await many.openInstallPage()]
    for (const cookie of [theirs.cookie, '', '__Host-dayshift-install='])
      expect(
        (await many.returnFromSlack({ code: many.grant([ACME.id]), state: mine.state }, cookie)).status,
      ).toBe(400)
    expect(await many.tokenOf({ team: ACME.id })).toBeUndefined()
    // The failed attempts have not used it up.
    const result = await many.returnFromSlack({ code: many.grant([ACME.id]), state: mine.state }, mine.cookie)
    expect(result.status).toBe(200)
  })

  it('is required and must be signed', async () => {
    const code = many.grant([ACME.id])
    expect((await many.returnFromSlack({ code }, '')).status).toBe(400)
    const { state: genuine } = await many.openInstallPage()
    const [head, body] = genuine.split('.')
    for (const state of ['x', `${head}.${body}.`, `${head}.${body}.${'A'.repeat(43)}`])
      expect((await many.returnFromSlack({ code, state }, `__Host-dayshift-install=${state}`)).status).toBe(
        400,
      )
    expect(many.slackRouter.requests).toEqual([])
  })
})

describe('several workspaces', () => {
  beforeEach(async () => {
    await many.install([ACME.id])
    await many.install([ZED.id])
    await many.link(ACME.id, 'U1ANA')
  })

  it('get replies with their own tokens, and do not share people', async () => {
    await many.person(ACME.id, 'Ana').types('/pause web-prod tomorrow load test')
    expect(many.channel(ACME.id).at(-1)).toContain('<@U1ANA> paused *web-prod*')
    const stranger = many.person(ZED.id, 'Ana')
    await stranger.types('/pause web-prod tomorrow')
    expect(stranger.reads().at(-1)).toContain('[Link account')
    expect(many.channel(ZED.id)).toEqual([])
    await many.person(ZED.id, 'Bo').mentions('help')
    const [acme, zed] = [await many.tokenOf({ team: ACME.id }), await many.tokenOf({ team: ZED.id })]
    const calls = many.slackRouter.requests.filter(({ team }) => team !== undefined)
    for (const { token, team } of calls) expect(token).toBe(team === ACME.id ? acme : zed)
    expect(new Set(calls.map(({ team }) => team))).toEqual(new Set([ACME.id, ZED.id]))
  })

  it('see in the history only names of their own people', async () => {
    await many.link(ZED.id, 'U1ANA')
    await many.person(ACME.id, 'Ana').types('/pause web-prod tomorrow load test')
    const ana = many.person(ACME.id, 'Ana')
    await ana.types('/dayshift history')
    expect(ana.reads().at(-1)).toContain('*pause: web-prod*  ·  19 Nov\n<@U1ANA>')
    const namesake = many.person(ZED.id, 'Ana')
    await namesake.types('/dayshift history')
    expect(namesake.reads().at(-1)).toContain('*pause: web-prod*  ·  19 Nov\nsomeone from another workspace')
  })

  it('get their Homes updated with their own token', async () => {
    const ana = many.person(ACME.id, 'Ana')
    await ana.opensHome()
    await many.person(ZED.id, 'Ana').opensHome()
    expect(ana.home).not.toContain('*web-prod*  paused')
    await ana.types('/pause web-prod today')
    expect(ana.home).toContain('*web-prod*  paused')
    expect(many.person(ZED.id, 'Ana').home).not.toContain('*web-prod*')
  })

  it('answer a stranger in a form opened in a shared channel', async () => {
    await many.sendEvent(ZED.id, { type: 'app_uninstalled' })
    await many.link(ZED.id, 'U1ANA')
    const ana = many.person(ACME.id, 'Ana')
    await ana.types('/pause')
    await ana.options('Plan', 'web-prod')
    const [request] = many.slack(ACME.id).requests.slice(-1)
    const stranger = { team: { id: ZED.id, domain: 'zed' }, user: { id: 'U1ANA', team_id: ZED.id } }
    const { status, body } = await many.sendInteraction({ ...request?.payload, ...stranger })
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('web-prod')])
  })

  it('get changes of a crashed process applied and announced with their own token', async () => {
    await many.link(ZED.id, 'U1ANA')
    await many.leaveUnfinished(ZED.id, 'U1ANA', 'pause.add', { plans: 'web-prod', from: 'tomorrow' })
    await many.recover()
    expect(many.channel(ZED.id)).toEqual([expect.stringContaining('<@U1ANA> paused *web-prod*')])
    expect(many.channel(ACME.id)).toEqual([])
    const token = await many.tokenOf({ team: ZED.id })
    expect(many.slackRouter.requests.filter(call => call.method === 'chat.postMessage')).toEqual([
      { method: 'chat.postMessage', team: ZED.id, token },
    ])
  })

  it('get no changes of a crashed process applied once the app is uninstalled', async () => {
    await many.database
      .deleteFrom('entries')
      .where('kind', '=', 'install')
      .where('subject', '=', ZED.id)
      .execute()
    await many.leaveUnfinished(ZED.id, 'U1ANA', 'pause.add', { plans: 'web-prod', from: 'tomorrow' })
    const before = many.slackRouter.requests.length
    await many.recover()
    expect(many.slackRouter.requests).toHaveLength(before)
    const left = many.database.selectFrom('changes').select(['state', 'request', 'lease_until', 'due_at'])
    expect(await left.execute()).toEqual([
      { state: 'failed', request: null, lease_until: null, due_at: null },
    ])
  })
})

describe('uninstalling the app', () => {
  beforeEach(async () => {
    await many.install([ACME.id])
    await many.install([ZED.id])
    for (const user of ['U1ANA', 'U2BO']) await many.link(ACME.id, user)
    await many.link(ZED.id, 'U1ANA')
  })

  it.each([{ type: 'app_uninstalled' }, { type: 'tokens_revoked', tokens: { bot: ['U0BOT'] } }])(
    'deletes the links of that workspace only: $type',
    async event => {
      await many.sendEvent(ACME.id, event)
      expect(await many.linked()).toEqual(['T2ZED:U1ANA'])
      expect(await many.tokenOf({ team: ACME.id })).toBeUndefined()
      expect(await many.tokenOf({ team: ZED.id })).toBeDefined()
      await many.person(ZED.id, 'Ana').types('/pause web-prod tomorrow')
      expect(many.channel(ZED.id).at(-1)).toContain('paused *web-prod*')
    },
  )

  it('is not triggered by the revocation of a personal token', async () => {
    await many.sendEvent(ACME.id, { type: 'tokens_revoked', tokens: { oauth: ['U1ANA'] } })
    expect(await many.linked()).toHaveLength(3)
    expect(await many.tokenOf({ team: ACME.id })).toBeDefined()
  })

  it('is reported by a command, a select and a form, and Slack warns of a button', async () => {
    const ana = many.person(ACME.id, 'Ana')
    await ana.types('/pause web-prod tomorrow')
    await ana.types('/pause web-prod')
    await ana.fills({ From: 'tomorrow' })
    await many.sendEvent(ACME.id, { type: 'app_uninstalled' })
    await ana.submits()
    expect(Object.values(ana.formErrors)).toEqual([expect.stringMatching(/^Dayshift is not installed here/)])
    expect((await ana.options('Plan', 'web')).map(({ text }) => text.text)).toEqual([
      expect.stringMatching(/^Dayshift is not installed here, so nothing was done\./),
    ])
    await ana.presses('Resume now')
    expect(many.slack(ACME.id).requests.at(-1)).toMatchObject({ kind: 'block_actions', status: 503 })
    await ana.types('/pause web-prod tomorrow')
    expect(ana.reads().at(-1)).toMatch(/^Dayshift is not installed here, so nothing was done\./)
    await ana.mentions('help')
    expect(many.slack(ACME.id).refusals).toEqual([])
  })
})

const hideEntries = () => many.database.schema.alterTable('entries').renameTo('away').execute()
const restoreEntries = () => many.database.schema.alterTable('away').renameTo('entries').execute()

describe('while the installations cannot be read', () => {
  beforeEach(async () => {
    await many.install([ACME.id])
    await many.link(ACME.id, 'U1ANA')
  })

  it('a form keeps its values, and Slack repeats the event', async () => {
    const ana = many.person(ACME.id, 'Ana')
    await ana.types('/pause web-prod')
    await ana.fills({ From: 'tomorrow' })
    many.setTime('2026-11-18T09:02:00Z')
    await hideEntries()
    await ana.types('/plan')
    expect(ana.reads().at(-1)).toMatch(/^Something went wrong inside Dayshift\. Nothing was changed/)
    await ana.submits()
    expect(Object.values(ana.formErrors)).toEqual([expect.stringMatching(/^Something went wrong/)])
    await ana.mentions('help')
    expect(many.slack(ACME.id).requests.at(-1)).toMatchObject({ kind: 'event_callback', status: 503 })
    await restoreEntries()
    await ana.submits()
    expect(many.channel(ACME.id).at(-1)).toContain('<@U1ANA> paused *web-prod*')
  })

  it('commands are answered in time, and Slack repeats an uninstallation, which completes', async () => {
    const { promise, resolve: release } = Promise.withResolvers<void>()
    const busy = many.database.transaction().execute(() => promise)
    many.setTime('2026-11-18T09:02:00Z')
    const ana = many.person(ACME.id, 'Ana')
    await Promise.all([ana.types('/plan'), many.sendEvent(ACME.id, { type: 'app_uninstalled' })])
    expect(ana.reads().at(-1)).toMatch(/^Something went wrong inside Dayshift\. Nothing was changed/)
    const event = expect.objectContaining({ kind: 'event_callback', status: 400 })
    expect(many.slack(ACME.id).requests).toContainEqual(event)
    release()
    await busy
    expect(await many.linked()).toEqual([])
  })
})

describe('token rotation', () => {
  const token = () => many.tokenOf({ team: ACME.id })

  it('renews a token before it expires, and stores the new one', async () => {
    await many.install([ACME.id], 3600)
    expect(await token()).toMatch(/^xoxb-T1ACME-2-/)
    many.setTime('2026-11-18T09:05:00Z')
    expect(await token()).toMatch(/^xoxb-T1ACME-2-/)
    const ana = many.person(ACME.id, 'Ana')
    await ana.mentions('help')
    expect(ana.reads().at(-1)).toContain('/pause')
  })

  it('repeats the renewal at once if Slack’s answer is lost', async () => {
    await many.install([ACME.id], 0)
    many.slackRouter.beforeNextAnswer(({ socket }) => socket.destroy())
    expect(await token()).toMatch(/^xoxb-T1ACME-3-/)
  })

  it('keeps the old token if Slack rejects the renewal', async () => {
    await many.install([ACME.id], 3600)
    many.slackRouter.revoke(ACME.id)
    expect(await token()).toMatch(/^xoxb-T1ACME-1-/)
    expect(many.logged.join('')).toContain('invalid_refresh_token')
  })
})
