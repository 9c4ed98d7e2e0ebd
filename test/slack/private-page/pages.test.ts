import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasForm } from '../../../src/core/operation.ts'
import { operations } from '../../../src/operations/catalog.ts'
import { donePage, secretsPage } from '../../../src/slack/private-page/private-page.ts'
import { mrkdwnToHtml, noticePage } from '../../../src/web/page-layout.ts'

const linking = operations.filter(hasForm).find(({ id }) => id === 'account.link') ?? expect.fail('no link')

const NOTHING = { values: {}, data: { args: {} } }

const pageOf: Record<string, (text: string) => unknown> = {
  'for a person with a name in markup': text =>
    secretsPage(linking, NOTHING, { name: text, workspace: text }, { issues: {} }),
  'with issues in markup': text =>
    secretsPage(linking, NOTHING, { name: 'Ana' }, { issues: { token: text, elsewhere: text } }),
  'with an answer in markup': text =>
    donePage(
      linking,
      mrkdwnToHtml({ mrkdwn: `So: ${text}` }, () => text),
    ),
  'with a notice in markup': text => noticePage(text, text),
}

const tagsOf = (page: unknown) => String(page).match(/<[^>]*>/g)
const characters = fc.constantFrom('<', '>', '&', '"', "'", '#', ';', 'a', 'ß', '39', 'script', '/', ' ')

describe('a page', () => {
  it.each(Object.entries(pageOf))('%s contains only its own tags', (_, page) => {
    const expected = tagsOf(page('plain'))
    expect(String(page('plain'))).toContain('plain')
    fc.assert(
      fc.property(fc.string({ unit: characters, minLength: 1 }), text => {
        expect(tagsOf(page(text))).toEqual(expected)
      }),
    )
  })

  it('escapes every special character of its text', () => {
    expect(String(noticePage('Notice', `Tom & "Ann" <a> 'b' &amp;`))).toContain(
      '<p>Tom &amp; &quot;Ann&quot; &lt;a&gt; &#39;b&#39; &amp;amp;</p>',
    )
  })
})
