import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()
const token = 'tok-3n.secret-of-dev'

async function linkForm() {
  const dev = story().person('Dev')
  await dev.types('/dayshift link')
  return dev
}

describe('linking', () => {
  it('repeats no token that came without a command', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift s3cr3tT0ken9x')
    expect(ana.readsPrivately()).toEqual([
      expect.stringContaining('I did not understand “…”, so nothing was done.'),
    ])
  })

  it('Dev gives his token once, and acts in his one organization', async () => {
    const dev = await linkForm()
    expect(dev.form).toBe(
      '# Link your account\nAccess token: …\n  It is a token of your scheduling service: its site, or whoever runs it, can give you one. It is checked, kept encrypted, and never shown again. Slack can see it on its way.\n[Link account] [Cancel]',
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

  it('a token that the service does not know is told at the field, and kept nowhere', async () => {
    const dev = await linkForm()
    await dev.submits({ 'Access token': token })
    expect(dev.formErrors).toEqual({
      'Access token':
        'The service does not accept this token. Check that it is complete and has not expired.',
    })
    expect(await story().links.find(story().keyOf('Dev'))).toBeUndefined()
  })

  it.each(['two words', 'ключ', 'a\tb'])(
    '"%s" is no token, and the service is not even asked',
    async words => {
      const dev = await linkForm()
      await dev.submits({ 'Access token': words })
      expect(dev.formErrors).toEqual({ 'Access token': 'An access token is one word, without spaces.' })
      expect(story().wire.received).toEqual([])
    },
  )

  it.each([
    ['is refused', { status: 401, body: { message: `The token ${token} is wrong.` } }],
    ['meets a service that hides it', { status: 200, body: { status: 500, message: token } }],
    ['meets HTML', { status: 502, html: `<h1>${token}</h1>` }],
  ])('a token that %s reaches the service, and no other place', async (_, answer) => {
    const dev = await linkForm()
    await dev.fills({ 'Access token': token })
    story().wire.respond('list', answer)
    await dev.submits()
    // That it is nowhere else is checked after each story.
    expect(story().wire.received.at(-1)).toMatchObject({ action: 'list', token })
  })

  it('of more organizations than have a button each, another one is chosen in the form', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `Shop ${index + 1}`)
    story().setOrganizations(...names)
    const dev = story().person('Dev')
    await dev.types('/plan')
    await dev.presses('Link account')
    await dev.submits({ 'Access token': token })
    const buttons = names.slice(0, 20).map(name => `[${name}]`)
    expect(dev.readsPrivately().at(-1)).toBe(
      `Your account is linked. It belongs to 50 organizations: which one do you want to act in? These are the first 20.\n${buttons.join(' ')} [Another one]`,
    )
    await dev.presses('Another one')
    await dev.submits({ Organization: 'Shop 33' })
    expect(dev.readsPrivately().at(-1)).toBe(
      'You act in *Shop 33* from now on.\nYou asked for this before:\n[plan]',
    )
  })

  it('of several organizations keeps what was asked for until one is chosen, and does it for one click', async () => {
    const acme = await story().acme()
    story().setOrganizations('Umbrella', 'Acme')
    const dev = story().person('Dev')
    await dev.types('/pause web-prod tomorrow load test')
    await dev.presses('Link account')
    await dev.submits({ 'Access token': story().tokenOf('Bo') })
    const before = dev.readsPrivately().length
    expect(dev.readsPrivately().at(-1)).toContain('which one do you want to act in?\n[Umbrella] [Acme]')
    await dev.presses('Acme')
    expect(dev.readsPrivately()).toHaveLength(before)
    expect(dev.readsPrivately().at(-1)).toBe(
      'You act in *Acme* from now on.\nYou asked for this before:\n[pause web-prod tomorrow load test]',
    )
    await story().links.use(story().keyOf('Dev'), acme)
    await dev.presses('pause web-prod')
    expect(story().channel()).toEqual([expect.stringContaining(`${dev.mention} paused *web-prod*`)])
    expect(dev.readsPrivately()).toHaveLength(before - 1)
  })

  const SIGNS = ['"', '\\', '\n', 'ß']

  /** Dev asks for a pause, links his account, and chooses one of two organizations with long names. */
  async function choosesAfter(reason: string, sign: string) {
    story().setOrganizations('Umbrella', `Acme ${sign.repeat(200)}`)
    const dev = story().person('Dev')
    await dev.types(`/pause web-prod tomorrow ${reason}`)
    await dev.presses('Link account')
    await dev.submits({ 'Access token': story().tokenOf('Bo') })
    await dev.presses('Acme')
    await story().links.use(story().keyOf('Dev'), await story().acme())
    return dev
  }

  it.each(SIGNS)('all of 600 signs wait, however they are written: %j', async sign => {
    const reason = `x${sign.repeat(600)}y`
    const dev = await choosesAfter(reason, sign)
    await dev.presses('pause web-prod')
    expect(dev.fields).toMatchObject({ Reason: reason })
  })

  it.each(SIGNS)('nothing of 1600 signs waits, which is said: %j', async sign => {
    const dev = await choosesAfter(`x${sign.repeat(1600)}y`, sign)
    expect(dev.readsPrivately()[0]).toContain('`/dayshift link`. Then ask again.')
    expect(dev.readsPrivately().at(-1)).toMatch(/^You act in .* from now on\.$/s)
  })

  it.each(['link abc-123-xyz', 'lnk abc-123-xyz', 'unlink abc-123-xyz extra'])(
    'a token typed behind the command is repeated nowhere: /dayshift %s',
    async sentence => {
      const dev = story().person('Dev')
      await dev.types(`/dayshift ${sentence}`)
      expect(dev.readsPrivately().length + (dev.form === undefined ? 0 : 1)).toBe(1)
      expect([...dev.reads(), dev.form].join()).not.toContain('abc-123-xyz')
      expect(story().wire.received).toEqual([])
    },
  )

  it('waits with what was asked for before, and does it for one click', async () => {
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
    const asked = dev.readsPrivately().length
    await dev.presses('pause web-prod')
    expect(story().channel()).toEqual([
      expect.stringContaining(
        `${dev.mention} paused *web-prod*: Thu 19 Nov 2026 (1 day) – load test\nSkips Thu: 11 scheduled hours of 4 resources. Back <!date^1795158000^{date_short_pretty} at {time}|Fri 20 Nov, 07:00> your time (08:00 plan time).`,
      ),
    ])
    expect(dev.readsPrivately()).toHaveLength(asked - 1)
  })
})
