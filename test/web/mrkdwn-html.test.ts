import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoment } from '../../src/playground/web/places.ts'
import { renderMrkdwn, renderPlain } from '../../src/web/mrkdwn-html.ts'
import { mrkdwnToHtml } from '../../src/web/page-layout.ts'

const names: Record<string, string> = { U1: 'Ana', U2: 'Bo <b>' }
const channels: Record<string, string> = { C1: 'ops' }
const reader = {
  me: 'U1',
  nameOf: (id: string) => names[id],
  channelOf: (id: string) => channels[id],
  momentOf: (at: Date) => formatMoment('Europe/Berlin', at, new Date()),
}

const render = (text: string, options = {}) => String(renderMrkdwn(text, reader, options))
const link = (url: string, words: string) =>
  `<a href="${url}" target="_blank" rel="noreferrer noopener">${words}</a>`
const emoji = (name: string, sign: string) =>
  `<span class="emoji" role="img" aria-label="${name}">${sign}</span>`

describe("Slack's markup", () => {
  it.each([
    ['*bold* _slanted_ ~gone~', '<strong>bold</strong> <em>slanted</em> <s>gone</s>'],
    ['*a _b ~c~_*', '<strong>a <em>b <s>c</s></em></strong>'],
    ['(*x*), *y*.', '(<strong>x</strong>), <strong>y</strong>.'],
    ['*Müller* is *Ünal*', '<strong>Müller</strong> is <strong>Ünal</strong>'],
    ['*one* *two', '<strong>one</strong> *two'],
    ['`*x* :smile: <https://x.test|y>`', '<code>*x* :smile: y</code>'],
    ['*`a*b`*', '<strong><code>a*b</code></strong>'],
    ['```one\n  *two*```\nthree', '<pre>one\n  *two*</pre>three'],
    ['see\n```\na &lt; b\n```', 'see<pre>a &lt; b</pre>'],
    ['one\ntwo', 'one<br>two'],
    ['&gt; one\n> two\nthree', '<blockquote>one<br>two</blockquote>three'],
    ['&gt;&gt;&gt; one\ntwo', '<blockquote>one<br>two</blockquote>'],
    ['&lt;b&gt; &amp;amp; "c"', '&lt;b&gt; &amp;amp; &quot;c&quot;'],
  ])('%j is rendered as HTML', (text, html) => {
    expect(render(text)).toBe(html)
  })

  it.each(['snake_case_name a*b*c', '2 * 3 * 4', '* a*', '*a *', '**a**', '~a', '`a', '10:30:15 :nobody:'])(
    '%j is no markup and stays unchanged',
    text => {
      expect(render(text)).toBe(text)
    },
  )

  it.each([
    ['<https://x.test/?a=1&amp;b=2|a*b*c>', link('https://x.test/?a=1&amp;b=2', 'a*b*c')],
    ['*<https://x.test/a*b|c>*', `<strong>${link('https://x.test/a*b', 'c')}</strong>`],
    ['<mailto:ana@x.test|Ana>', link('mailto:ana@x.test', 'Ana')],
    ['<javascript:alert(1)|x>', '&lt;javascript:alert(1)|x&gt;'],
    ['<data:text/html,x>', '&lt;data:text/html,x&gt;'],
    ['<https://x.test/?"onclick=y|x>', link('https://x.test/?%22onclick=y', 'x')],
    ['<@U1> <@U2>', '<span class="mention me">@Ana</span> <span class="mention">@Bo &lt;b&gt;</span>'],
    ['<@U9|cleo> <@U8>', '<span class="mention">@cleo</span> <span class="mention">@unknown</span>'],
    ['<#C1|old>', '<span class="mention">#ops</span>'],
    ['<!here> <!subteam^S1|@night>', '<span class="mention me">@here</span> @night'],
    ['<!date^60^{date_short_pretty} at {time}|00:01 UTC>', '1 Jan 1970 at 01:01'],
    ['<b>', '&lt;b&gt;'],
  ])('%j is rendered as a link or mention', (text, html) => {
    expect(render(text)).toBe(html)
  })

  it.each([
    ['<@U1> told <@U9>', 'Ana told somebody &amp; else'],
    ['See https://x.test/?a=1&amp;b=2', 'See https://x.test/?a=1&amp;b=2'],
    ['<https://x.test|the *page*> `<https://x.test|y>`', 'the *page* <code>y</code>'],
    ['<!date^1^{date}|18 Nov>', '18 Nov'],
  ])('%j is rendered without links on a page of the bot', (text, html) => {
    expect(String(mrkdwnToHtml({ mrkdwn: text }, id => names[id] ?? 'somebody & else'))).toBe(html)
  })

  it.each([
    [':warning:', emoji('warning', '⚠️')],
    [':double_vertical_bar:', emoji('double vertical bar', '⏸️')],
    [':large_green_circle:', emoji('large green circle', '🟢')],
    [':+1::skin-tone-3:', emoji('+1', '👍🏼')],
    [':flag-de:', emoji('flag de', '🇩🇪')],
  ])('%s is rendered as an emoji', (text, html) => {
    expect(render(text)).toBe(html)
    expect(String(renderPlain({ text }))).toBe(html)
  })

  it('is rendered only with expected tags and safe URLs', () => {
    const piece = fc.oneof(
      fc.constantFrom(...'<>&"\'*_~`|:/@#!^ \n'),
      fc.constantFrom('```', '<@U1>', '<@U2|', '<#C1|', '<!here>', '<https://x.test/', 'https://y.test/'),
      fc.constantFrom(
        'javascript:',
        'script',
        'img src=x onerror=y',
        '&lt;',
        '&gt;',
        '&amp;',
        ':smile:',
        'é',
      ),
    )
    const expected =
      /<\/?(strong|em|s|code|pre|blockquote|br|a|span)>|<span class="(emoji" role="img" aria-label="[^"<>]*|mention( me)?("| data-channel="[^"<>]*)?)"?>|<span class="mention" data-channel="[^"<>]*">|<a href="(https?:|mailto:)[^"<>]*" target="_blank" rel="noreferrer noopener">/g
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.boolean(),
        fc.boolean(),
        (pieces, verbatim, plain) => {
          expect(render(pieces.join(''), { verbatim, plain }).replaceAll(expected, '')).not.toMatch(/[<>"']/)
        },
      ),
      { numRuns: 2000 },
    )
  })
})
