import { writeFile } from 'node:fs/promises'
import process from 'node:process'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()
const reachable = stories({ publicUrl: 'https://dayshift.example.com' })

const PAUSE = '24–25 Dec – holidays · back Mon 28 Dec, 08:00'

describe('a month', () => {
  it('is drawn in signs where Slack cannot fetch a picture, with the pauses below it', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod 24 dec to 25 dec holidays')
    await ana.types('/plan month web-prod december')
    const shown = ana.readsPrivately().at(-1) ?? ''
    expect(shown.split('\n').slice(0, 7)).toEqual([
      'December 2026 for *web-prod*.',
      '*web-prod*',
      '```',
      '1      8      15     22     29',
      '████··█████··█████··███░░··████',
      '```',
      '█ in hours (the schedule runs), ░ paused, · neither, a sign a day',
    ])
    expect(shown).toContain(`• *web-prod*: ${PAUSE} · by ${ana.mention}, `)
    expect(shown).toContain('[A month earlier] [A month later]')
  })

  it('says of a past month that it cannot be drawn', async () => {
    const ana = story().person('Ana')
    expect(await ana.asks('/plan month october 2026')).toContain(
      'only this month and later ones can be drawn',
    )
  })

  it('is a picture where Slack can fetch one, told in words to who cannot see it', async () => {
    const ana = reachable().person('Ana')
    await ana.types('/pause web-prod 24 dec to 25 dec holidays')
    await ana.types('/plan month web-prod december')
    const shown = ana.readsPrivately().at(-1) ?? ''
    expect(shown).toContain(
      `[picture: December 2026\nweb-prod: Mon–Fri 08:00–19:00, UTC+01:00; paused 24–25 Dec – holidays]`,
    )
    expect(shown).not.toContain('░')
  })

  it('is shared with its picture', async () => {
    const ana = reachable().person('Ana')
    await ana.types('/plan month')
    await ana.presses('Share to channel')
    expect(reachable().channel().at(-1)).toContain('[picture: November 2026\nweb-prod: ')
  })
})

describe('a month without an address of the bot', () => {
  it('is uploaded as a file to the channel where it is shared', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan month web-prod')
    await ana.presses('Share to channel')
    expect(story().channel().slice(-2)).toEqual([
      '[picture: November 2026 · Acme]',
      expect.stringMatching(/^Shared by <@U1ANA>\nNovember 2026 for \*web-prod\*\.\n/),
    ])
  })

  it('is uploaded to the DM in which it is asked for', async () => {
    const ana = story().person('Ana')
    await ana.says('plan month web-prod')
    const [, picture, month] = ana.readsInDm
    expect(picture).toBe('[picture: November 2026 · Acme]')
    expect(month).toMatch(/^November 2026 for \*web-prod\*\.\n[^█]*$/)
  })

  it('is drawn in signs where the app may not upload files', async () => {
    story().failSlack('files.getUploadURLExternal', 'missing_scope')
    const ana = story().person('Ana')
    await ana.types('/plan month web-prod')
    await ana.presses('Share to channel')
    expect(story().channel().at(-1)).toContain('█')
  })
})

describe('the address of a picture', () => {
  const addressOf = async (line = '/plan month') => {
    const ana = reachable().person('Ana')
    await ana.types(line)
    const shown = reachable().slack.person('Ana').messages('ops').at(-1)
    const [path = ''] = /\/picture\?of=[^"]+/.exec(JSON.stringify(shown)) ?? []
    return reachable().address + path
  }

  it('gives a PNG for an hour, and to nobody who changes it', async () => {
    const address = await addressOf()
    const { statusCode, headers, body } = await request(address)
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
    const picture = Buffer.from(await body.arrayBuffer())
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
    // The picture of the README is written only when somebody asks for it.
    if (process.env.SCREENSHOTS) await writeFile('docs/month.png', picture)
    const changed = address.replace(/.(?=.{9}$)/, sign => (sign === 'x' ? 'y' : 'x'))
    expect((await request(changed)).statusCode).toBe(404)
    reachable().setTime('2026-11-18T10:00:01Z')
    expect((await request(address)).statusCode).toBe(404)
  })

  it('gives a PNG whatever a plan is called', async () => {
    await reachable().createPlan('bell \u0007 & <b> \u{1F984} \uFFFF')
    const { statusCode } = await request(await addressOf())
    expect(statusCode).toBe(200)
  })

  it('gives nothing once the person has unlinked', async () => {
    const address = await addressOf()
    await reachable().person('Ana').types('/dayshift unlink')
    expect((await request(address)).statusCode).toBe(404)
  })
})
