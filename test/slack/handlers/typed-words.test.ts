import process from 'node:process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainTextOf } from '../../../src/slack/handlers/sentences.ts'

/** Escapes text as Slack does (https://docs.slack.dev/messaging/formatting-message-text#escaping). */
const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

describe('the plain text of typed words', () => {
  it.each([
    ['  web-prod tomorrow ', 'web-prod tomorrow'],
    ['a &amp; b &lt;c&gt; &amp;lt;', 'a & b <c> &lt;'],
    ['member add <@U1|ana>', 'member add <@U1|ana>'],
    ['as said in <#C1|ops> and <#C2> and <#C3|>', 'as said in <#C1|ops> and <#C2> and <#C3>'],
    ['member add <mailto:ana@acme.test|ana@acme.test>', 'member add ana@acme.test'],
    ['typed by hand: &lt;#C1SECRET&gt; and &lt;#3&gt;', 'typed by hand: < #C1SECRET> and <#3>'],
    ['call <tel:+4930123|+4930123>', 'call +4930123'],
    ['see <https://acme.test/?a=1&amp;b=2>', 'see https://acme.test/?a=1&b=2'],
    ['see <https://acme.test/long/way|https://acme.test/long>', 'see https://acme.test/long/way'],
    ['see <https://acme.test/1|the ticket>', 'see the ticket (https://acme.test/1)'],
    ['<!here> <!subteam^S1|@ops> <!channel|@channel>', '@here @ops @channel'],
    ['a\u0000b\u001bc\nd', 'a b c\nd'],
    ['broken \ud83d emoji', 'broken \ufffd emoji'],
    ['`pause web-prod`', 'pause web-prod'],
    ['pause `web-prod` tomorrow', 'pause `web-prod` tomorrow'],
    ['a < b > c <tagged>', 'a < b > c <tagged>'],
    ['pause :rocket: launch tomorrow', 'pause 🚀 launch tomorrow'],
    [':rocket:launch :tada::tada:', '🚀launch 🎉🎉'],
    ['&lt;:+1::skin-tone-3:&gt; :wave::skin-tone-6:', '<👍🏼> 👋🏿'],
    ['pause :our-own: :rocket: tomorrow', 'pause :our-own: 🚀 tomorrow'],
  ])('%j is %j', async (text, words) => {
    expect(await plainTextOf(text)).toBe(words)
  })

  it('is the text before Slack escaped it', async () => {
    const typed = fc.string({ unit: 'grapheme' }).map(text => text.replace(/[\p{Cc}`:]/gu, '').trim())
    await fc.assert(
      fc.asyncProperty(typed, async text => {
        expect(await plainTextOf(escapeText(text))).toBe(text)
      }),
    )
  })
  it.each(['`', '<', ':a', '&', ' '])(
    'takes under 200 ms to compute for 50,000 repeated characters: %j',
    async sign => {
      const before = process.threadCpuUsage()
      await plainTextOf(`${sign.repeat(50_000)}x`)
      const { user } = process.threadCpuUsage(before)
      expect(user / 1000).toBeLessThan(200)
    },
  )
})
