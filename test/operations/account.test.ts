import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

describe('whoami', () => {
  it('shows the account and the organization', async () => {
    const bo = story().person('Bo')
    await bo.types('/dayshift whoami')
    expect(bo.readsPrivately()).toEqual([
      'You are linked. Days are read in your time zone, America/New_York.\n*Acme* · admin',
    ])
  })

  it('shows other organizations, and the loss of the selected one', async () => {
    story().setOrganizations('Umbrella', 'Initech')
    const bo = story().person('Bo')
    await bo.types('/dayshift who am i')
    expect(bo.readsPrivately()[0]).toContain(
      'You use *Acme*, but you no longer belong to it.\nYou belong to Umbrella, Initech: `/dayshift use` switches to another organization.',
    )
  })
})

it('unlinking deletes the token', async () => {
  const ana = story().person('Ana')
  await ana.types('/dayshift unlink')
  expect(ana.readsPrivately()).toEqual([
    'Your access token is forgotten here, and so are the plans you follow and what you allowed workflows. It still works elsewhere until the service revokes it.',
  ])
  expect(await story().links.find(story().keyOf('Ana'))).toBeUndefined()
  expect(await ana.asks('/dayshift unlink')).toBe('You were not linked, so there was nothing to forget.')
  expect(await ana.asks('/plan')).toContain('[Link account]')
})

describe('choosing an organization', () => {
  it.each(['Umbrella', 'umbrella', 'umb', '"Umbrella"'])('is possible with /dayshift use %s', async name => {
    story().setOrganizations('Acme', 'Umbrella')
    const ana = story().person('Ana')
    await ana.types(`/dayshift use ${name}`)
    expect(ana.readsPrivately()).toEqual(['You act in *Umbrella* from now on.'])
    expect(await story().links.find(story().keyOf('Ana'))).toMatchObject({ organization: { id: '2' } })
  })

  it('is possible in a form', async () => {
    story().setOrganizations('Acme', 'Umbrella', 'Umbrella Labs')
    const ana = story().person('Ana')
    await ana.types('/dayshift use')
    expect(ana.form).toBe('# Use an organization\nOrganization: …\n[Use organization] [Cancel]')
    expect((await ana.options('Organization', 'umb')).map(({ text }) => text.text)).toEqual([
      'Umbrella',
      'Umbrella Labs',
    ])
    await ana.submits({ Organization: 'Umbrella Labs' })
    expect(ana.readsPrivately()).toEqual(['You act in *Umbrella Labs* from now on.'])
  })

  it('leads to a question if the name is unknown or ambiguous', async () => {
    story().setOrganizations('Acme', 'Umbrella', 'Umbrella Labs')
    const ana = story().person('Ana')
    await ana.types('/dayshift use umb')
    expect(ana.readsPrivately()).toEqual([
      'Several organizations begin with “umb”. Which one?\n[Umbrella] [Umbrella Labs] [Something else]',
    ])
    await ana.types('/dayshift use Hooli')
    expect(ana.form).toContain('⚠ There is no organization called “Hooli”.')
    expect(await story().links.find(story().keyOf('Ana'))).toMatchObject({
      organization: await story().acme(),
    })
  })
})

describe('the identity of a person', () => {
  const command = { user_id: 'U1ANA', command: '/pause', trigger_id: '1.1' }

  it('is not shared by the same user id in another workspace', async () => {
    const { text } = await story().sendRaw({
      ...command,
      text: 'web-prod tomorrow',
      team_id: 'T0OTHER',
      channel_id: 'C9',
    })
    expect(text).toContain('Link your account first')
    expect(story().wire.received).toEqual([])
  })

  it('comes from the sender of a form, not from the person who opened it', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod')
    await ana.submits({ From: 'tomorrow' })
    const { payload } = story().slack.requests.at(-1) ?? {}
    expect(payload).toMatchObject({ type: 'view_submission', user: { id: 'U1ANA' } })
    await ana.types('/resume web-prod')
    story().wire.received.splice(0)
    const forged = { ...payload, user: { id: 'U2BO', team_id: 'T0PLAY' } }
    await story().sendRaw({ payload: JSON.stringify(forged) })
    expect(new Set(story().wire.received.map(({ token }) => token))).toEqual(new Set([story().tokenOf('Bo')]))
    expect(story().channel().at(-1)).toContain(`${story().person('Bo').mention} paused *web-prod*`)
  })
})
