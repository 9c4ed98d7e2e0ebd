import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { html } from '../../src/page/html.ts'
import { asPage } from '../../src/page/markup.ts'
import { mrkdwn } from '../../src/slack/mrkdwn.ts'

/** What a browser reads in text or in a quoted attribute: the inverse of the escaping. */
const readBack = (text: string) =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

describe('html', () => {
  it('lets nothing that is put into it be read as markup, and nothing be lost', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", '#', ';', 'a', 'ß', '39') }),
        text => {
          const made = html`${text}`.html
          expect(made).not.toMatch(/[<>"']/)
          expect(readBack(made)).toBe(text)
        },
      ),
    )
  })

  it('takes HTML as it is, lists one after the other, and nothing for nothing', () => {
    const items = ['a', '<b>'].map(item => html`<li>${item}</li>`)
    expect(html`<ul title="${'"'}">${items}${undefined}${3}</ul>`.html).toBe(
      '<ul title="&#34;"><li>a</li><li>&#60;b&#62;</li>3</ul>',
    )
  })
})

describe("Slack's markup on a page", () => {
  const nameOf = (user: string) => (user === 'U1' ? 'Ana & Co' : 'somebody else')

  it.each([
    [mrkdwn`You act in *${'Acme & Sons'}*.`, 'You act in <strong>Acme &#38; Sons</strong>.'],
    [mrkdwn`Try \`/plan\`\nor help`, 'Try <code>/plan</code><br>or help'],
    [{ mrkdwn: '<@U1> told <@U2>' }, 'Ana &#38; Co told somebody else'],
    [mrkdwn`See ${'https://x.test/?a=1&b=2'}`, 'See https://x.test/?a=1&#38;b=2'],
    [{ mrkdwn: '<https://x.test|the page>' }, 'the page'],
    [mrkdwn`${'<script>alert(1)</script>'}`, '&#60;script&#62;alert(1)&#60;/script&#62;'],
  ])('%j reads as it does there', (markup, page) => {
    expect(asPage(markup, nameOf).html).toBe(page)
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
        const made = asPage({ mrkdwn: text }, nameOf).html
        expect(made.replace(/<(?:br|\/?code|\/?strong)>/g, '')).not.toMatch(/[<>"]/)
      }),
    )
  })
})
