import { writeFile } from 'node:fs/promises'
import process from 'node:process'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()
const withPublicUrl = stories({ publicUrl: 'https://dayshift.example.com' })

const PAUSE = '24–25 Dec – holidays · back Mon 28 Dec, 08:00'

describe('a month', () => {
  it('is drawn with characters if Slack cannot fetch pictures', async () => {
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

  it('cannot be drawn for the past', async () => {
    const ana = story().person('Ana')
    expect(await ana.asks('/plan month october 2026')).toContain(
      'only this month and later ones can be drawn',
    )
  })

  it('is a picture with alternative text if Slack can fetch it', async () => {
    const ana = withPublicUrl().person('Ana')
    await ana.types('/pause web-prod 24 dec to 25 dec holidays')
    await ana.types('/plan month web-prod december')
    const shown = ana.readsPrivately().at(-1) ?? ''
    expect(shown).toContain(
      `[picture: December 2026\nweb-prod: Mon–Fri 08:00–19:00, UTC+01:00; paused 24–25 Dec – holidays]`,
    )
    expect(shown).not.toContain('░')
  })

  it('is shared with its picture', async () => {
    const ana = withPublicUrl().person('Ana')
    await ana.types('/plan month')
    await ana.presses('Share to channel')
    expect(withPublicUrl().channel().at(-1)).toContain('[picture: November 2026\nweb-prod: ')
  })
})

describe('a month without a public address', () => {
  it('is uploaded as a file when it is shared in a channel', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan month web-prod')
    await ana.presses('Share to channel')
    expect(story().channel().slice(-2)).toEqual([
      '[picture: November 2026 · Acme]',
      expect.stringMatching(/^Shared by <@U1ANA>\nNovember 2026 for \*web-prod\*\.\n/),
    ])
  })

  it('is uploaded to the DM of the request', async () => {
    const ana = story().person('Ana')
    await ana.says('plan month web-prod')
    const [, picture, month] = ana.readsInDm
    expect(picture).toBe('[picture: November 2026 · Acme]')
    expect(month).toMatch(/^November 2026 for \*web-prod\*\.\n[^█]*$/)
  })

  it('is drawn with characters if the app may not upload files', async () => {
    story().failSlack('files.getUploadURLExternal', 'missing_scope')
    const ana = story().person('Ana')
    await ana.types('/plan month web-prod')
    await ana.presses('Share to channel')
    expect(story().channel().at(-1)).toContain('█')
  })
})

describe('the address of a picture', () => {
  const addressOf = async (line = '/plan month') => {
    const ana = withPublicUrl().person('Ana')
    await ana.types(line)
    const shown = withPublicUrl().slack.person('Ana').messages('ops').at(-1)
    const [path = ''] = /\/picture\?of=[^"]+/.exec(JSON.stringify(shown)) ?? []
    return withPublicUrl().address + path
  }

  it('returns a PNG for an hour, and only if it is unchanged', async () => {
    const address = await addressOf()
    const { statusCode, headers, body } = await request(address)
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
    const picture = Buffer.from(await body.arrayBuffer())
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
    // Also writes the picture of the README, on request only.
    if (process.env.SCREENSHOTS) await writeFile('docs/month.png', picture)
    const altered = address.replace(/.(?=.{9}$)/, sign => (sign === 'x' ? 'y' : 'x'))
    expect((await request(altered)).statusCode).toBe(404)
    withPublicUrl().setTime('2026-11-18T10:00:01Z')
    expect((await request(address)).statusCode).toBe(404)
  })

  it('returns a PNG for any name of a plan', async () => {
    await withPublicUrl().createPlan('bell \u0007 & <b> \u{1F984} \uFFFF')
    const { statusCode } = await request(await addressOf())
    expect(statusCode).toBe(200)
  })

  it('returns nothing once the person has unlinked', async () => {
    const address = await addressOf()
    await withPublicUrl().person('Ana').types('/dayshift unlink')
    expect((await request(address)).statusCode).toBe(404)
  })
})
