import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mrkdwn } from '../../src/message/mrkdwn.ts'
import { mrkdwnToHtml } from '../../src/web/page-layout.ts'

describe("Slack's markup on a page", () => {
  const nameOf = (user: string) => (user === 'U1' ? 'Ana & Co' : 'somebody else')

  it.each([
    [mrkdwn`You act in *${'Acme & Sons'}*.`, 'You act in <strong>Acme &amp; Sons</strong>.'],
    [mrkdwn`Try \`/plan\`\nor help`, 'Try <code>/plan</code><br>or help'],
    [{ mrkdwn: '<@U1> told <@U2>' }, 'Ana &amp; Co told somebody else'],
    [mrkdwn`See ${'https://x.test/?a=1&b=2'}`, 'See https://x.test/?a=1&amp;b=2'],
    [{ mrkdwn: '<https://x.test|the page>' }, 'the page'],
    [mrkdwn`${'<script>alert(1)</script>'}`, '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ])('%j reads as it does there', (markup, page) => {
    expect(String(mrkdwnToHtml(markup, nameOf))).toBe(page)
  })

  it('holds no tag but its own, whatever somebody called something', () => {
    const sign = fc.constantFrom(
      '<',
      '>',
      '*',
      '`',
      '@',
      'U1',
      '|',
      'https:',
      '&lt;',
      'script',
      '"',
      '\n',
      ' ',
    )
    fc.assert(
      fc.property(fc.string({ unit: sign }), text => {
        const made = String(mrkdwnToHtml({ mrkdwn: text }, nameOf))
        expect(made.replace(/<(?:br|\/?code|\/?strong)>/g, '')).not.toMatch(/[<>"]/)
      }),
    )
  })
})
