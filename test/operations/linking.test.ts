import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()
const token = 'tok-3n.secret-of-dev'

async function openLinkForm() {
  const dev = story().person('Dev')
  await dev.types('/dayshift link')
  return dev
}

describe('linking an account', () => {
  it('does not repeat a token typed without a command', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift s3cr3tT0ken9x')
    expect(ana.readsPrivately()).toEqual([
      expect.stringContaining('I did not understand “…”, so nothing was done.'),
    ])
  })

  it('lets Dev enter his token once, and selects his only organization', async () => {
    const dev = await openLinkForm()
    expect(dev.form).toBe(
      '# Link your account\nAccess token: …\n  It is a token of your scheduling service: get one on its site, or from whoever runs it. It is checked, kept encrypted, and never shown again. Slack can see it on its way.\n[Link account] [Cancel]',
    )
    await dev.submits({ 'Access token': story().tokenOf('Dev') })
    expect(dev.form).toBeUndefined()
    expect(dev.readsPrivately()).toEqual([
      'Your account is linked. *Acme* · viewer\nTry `/plan` or `/dayshift help`.\n[Not me: unlink]',
    ])
    expect(story().channel()).toEqual([])
    expect(await story().links.find(story().keyOf('Dev'))).toEqual({
      token: story().tokenOf('Dev'),
      organization: await story().acme(),
    })
    expect(await dev.asks('/plan')).toContain('*Acme* has 6 plans')
  })

  it('shows an error at the field for an unknown token, and stores nothing', async () => {
    const dev = await openLinkForm()
    await dev.submits({ 'Access token': token })
    expect(dev.formErrors).toEqual({
      'Access token':
        'The service does not accept this token. Check that it is complete and has not expired.',
    })
    expect(await story().links.find(story().keyOf('Dev'))).toBeUndefined()
  })

  it.each(['two words', 'ключ', 'a\tb'])(
    'rejects "%s" as a token without asking the service',
    async words => {
      const dev = await openLinkForm()
      await dev.submits({ 'Access token': words })
      expect(dev.formErrors).toEqual({ 'Access token': 'An access token is one word, without spaces.' })
      expect(story().wire.received).toEqual([])
    },
  )

  it.each([
    ['the service refuses it', { status: 401, body: { message: `The token ${token} is wrong.` } }],
    ['the service hides the error in status 200', { status: 200, body: { status: 500, message: token } }],
    ['the service returns HTML', { status: 502, html: `<h1>${token}</h1>` }],
  ])('sends a token only to the service, even if %s', async (_, answer) => {
    const dev = await openLinkForm()
    await dev.fills({ 'Access token': token })
    story().wire.respond('list', answer)
    await dev.submits()
    // `stories` checks after each test that it is nowhere else.
    expect(story().wire.received.at(-1)).toMatchObject({ action: 'list', token })
  })

  it('asks for one of many organizations in a form', async () => {
    story().setOrganizations(...Array.from({ length: 50 }, (_, index) => `Shop ${index + 1}`))
    const dev = story().person('Dev')
    await dev.types('/plan')
    await dev.presses('Link account')
    await dev.submits({ 'Access token': token })
    expect(dev.readsPrivately().at(-1)).toBe(
      'Your account is linked. It belongs to 50 organizations: which one do you want to act in?\n[Use organization] [Not me: unlink]',
    )
    await dev.presses('Use organization')
    await dev.submits({ Organization: 'Shop 33' })
    expect(dev.readsPrivately().at(-1)).toBe(
      'You act in *Shop 33* from now on.\nYou asked for this before:\n[plan]',
    )
  })

  it('keeps the original command until one of several organizations is chosen', async () => {
    const acme = await story().acme()
    story().setOrganizations('Umbrella', 'Acme')
    const dev = story().person('Dev')
    await dev.types('/pause web-prod tomorrow load test')
    await dev.presses('Link account')
    await dev.submits({ 'Access token': story().tokenOf('Bo') })
    const repliesBefore = dev.readsPrivately().length
    expect(dev.readsPrivately().at(-1)).toContain(
      'which one do you want to act in?\n[Umbrella] [Acme] [Not me: unlink]',
    )
    await dev.presses('Acme')
    expect(dev.readsPrivately()).toHaveLength(repliesBefore)
    expect(dev.readsPrivately().at(-1)).toBe(
      'You act in *Acme* from now on.\nYou asked for this before:\n[pause web-prod tomorrow load test]',
    )
    await story().links.use(story().keyOf('Dev'), acme)
    await dev.presses('pause web-prod')
    expect(story().channel()).toEqual([expect.stringContaining(`${dev.mention} paused *web-prod*`)])
  })

  const CHARACTERS = ['"', '\\', '\n', 'ß']

  /** Lets Dev ask for a pause, link his account, and choose one of two organizations with long names. */
  async function chooseOrganization(reason: string, sign: string) {
    story().setOrganizations('Umbrella', `Acme ${sign.repeat(200)}`)
    const dev = story().person('Dev')
    await dev.types(`/pause web-prod tomorrow ${reason}`)
    await dev.presses('Link account')
    await dev.submits({ 'Access token': story().tokenOf('Bo') })
    await dev.presses('Acme')
    await story().links.use(story().keyOf('Dev'), await story().acme())
    return dev
  }

  it.each(CHARACTERS)('keeps a command with 600 characters, however long their encoding: %j', async sign => {
    const reason = `x${sign.repeat(600)}y`
    const dev = await chooseOrganization(reason, sign)
    await dev.presses('pause web-prod')
    expect(dev.fields).toMatchObject({ Reason: reason })
  })

  it.each(CHARACTERS)('does not keep a command with 1600 characters, and says so: %j', async sign => {
    const dev = await chooseOrganization(`x${sign.repeat(1600)}y`, sign)
    expect(dev.readsPrivately()[0]).toContain('`/dayshift link`. Then ask again.')
    expect(dev.readsPrivately().at(-1)).toMatch(/^You act in .* from now on\.$/s)
  })

  it.each(['link abc-123-xyz', 'lnk abc-123-xyz', 'unlink abc-123-xyz extra'])(
    'repeats no token typed after a command: /dayshift %s',
    async sentence => {
      const dev = story().person('Dev')
      await dev.types(`/dayshift ${sentence}`)
      expect(dev.readsPrivately().length + (dev.form === undefined ? 0 : 1)).toBe(1)
      expect([...dev.reads(), dev.form].join()).not.toContain('abc-123-xyz')
      expect(story().wire.received).toEqual([])
    },
  )

  it('keeps the original command, and runs it with one click', async () => {
    const dev = story().person('Dev')
    await dev.types('/pause web-prod tomorrow load test')
    expect(dev.readsPrivately()).toEqual([
      'Link your account first: `/dayshift link`. Then I’ll do what you asked.\n[Link account]',
    ])
    await dev.presses('Link account')
    await dev.submits({ 'Access token': story().tokenOf('Bo') })
    expect(dev.readsPrivately().at(-1)).toBe(
      'Your account is linked. *Acme* · admin\nYou asked for this before:\n[pause web-prod tomorrow load test] [Not me: unlink]',
    )
    const repliesAfter = dev.readsPrivately().length
    await dev.presses('pause web-prod')
    expect(story().channel()).toEqual([
      expect.stringContaining(
        `${dev.mention} paused *web-prod*: Thu 19 Nov 2026 (1 day) – load test\nSkips Thu: 11 scheduled hours of 4 resources. Back <!date^1795158000^{date_short_pretty} at {time}|Fri 20 Nov, 07:00> your time (08:00 plan time).`,
      ),
    ])
    expect(dev.readsPrivately()).toHaveLength(repliesAfter - 1)
  })
})
