import { describe, expect, it } from 'vitest'
import { browserAt } from '../../browser.ts'
import { madeUp } from './made-up.ts'

/** The checkbox in the place of secrets that may stay as they are. */
const PAGE = 'private_page'

/** The address of the only link button in what somebody sees. */
function linkIn(shown: unknown): string {
  const links = [...JSON.stringify(shown).matchAll(/"url":"([^"]+)"/g)].map(([, url = '']) => url)
  expect(links).toHaveLength(1)
  return links.join()
}

const inputsOf = (view: unknown) =>
  [...JSON.stringify(view).matchAll(/"block_id":"([^"]+)"/g)].map(([, id]) => id)

describe('a form with secrets among its inputs', () => {
  it('asks in Slack for all else, and on the page for the secrets of the kind', async () => {
    const { submits, views, said, done, address } = await madeUp()
    await submits({ name: 'prod <eu>', kind: 'b' })
    expect(views).toMatchObject([{ title: { text: 'Add a key' } }])
    expect(views[0]).not.toHaveProperty('submit')
    expect(JSON.stringify(views)).toContain('so that it does not pass through Slack: Tenant, Key.')
    const link = linkIn(views)
    const browser = browserAt(address)
    expect((await browser.opens(link)).text).toBe(
      [
        'Add a key',
        'This page is for Ana alone. It adds a key. What is typed here counts as typed by Ana: if you are somebody else, close it and type nothing. Do not pass its address on.',
        'Nameprod <eu>Kindb',
        'Tenant',
        '[tenant: …]',
        'Key',
        '[key: …]',
        '[Add key]',
        'What you type here does not pass through Slack. The page works once, and for 15 minutes from when it was asked for.',
      ].join('\n'),
    )
    const answer = await browser.submits(link, { tenant: 't-1', key: 'k-1', name: 'other', kind: 'a' })
    expect(answer.text).toContain('It is added.')
    expect(done).toEqual([{ name: 'prod <eu>', kind: 'b', tenant: 't-1', key: 'k-1' }])
    expect(said).toMatchObject([{ text: { mrkdwn: 'It is added.' } }])
  })

  it('leads to the page in a message where the form was closed meanwhile', async () => {
    const { submits, closes, views, said } = await madeUp()
    closes()
    await submits({ name: 'prod', kind: 'a' })
    expect(views).toEqual([])
    linkIn(said)
  })

  it('asks whether there are new secrets in the place of those that may stay as they are', async () => {
    const { opens, submits, views, done, address } = await madeUp('key.renew')
    await opens({ name: 'prod', kind: 'b' })
    expect(inputsOf(views)).toEqual(['name', 'kind', PAGE])
    await submits({ name: 'prod', kind: 'b', [PAGE]: 'no' })
    expect(done).toEqual([{ name: 'prod', kind: 'b' }])

    await submits({ name: 'prod', kind: 'b', [PAGE]: 'yes' })
    const link = linkIn(views.at(-1))
    const { html, text } = await browserAt(address).opens(link)
    expect(text).not.toContain('Leave it empty')
    expect(html.match(/ required/g)).toHaveLength(1)
    await browserAt(address).submits(link, { tenant: 't-2' })
    expect(done.at(-1)).toEqual({ name: 'prod', kind: 'b', tenant: 't-2' })
  })

  it('writes nothing of it into the log', async () => {
    const { submits, views, address, lines } = await madeUp()
    await submits({ name: 'prod of ana', kind: 'a' })
    const link = linkIn(views)
    await browserAt(address).submits(link, { key: 'k-secret' })
    expect(lines()).not.toEqual([])
    expect(JSON.stringify(lines())).not.toMatch(/k-secret|prod of ana|ticket/)
  })
})
