import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasForm } from '../../../src/core/operation.ts'
import { operations } from '../../../src/operations/catalog.ts'
import { donePage, secretsPage } from '../../../src/slack/private-page/secrets-page.ts'
import { mrkdwnToHtml, noticePage } from '../../../src/web/page-layout.ts'

const linking = operations.filter(hasForm).find(({ id }) => id === 'account.link') ?? expect.fail('no link')
const adding =
  operations.filter(hasForm).find(({ id }) => id === 'credential.add') ?? expect.fail('no credential')

const NOTHING = { values: {}, data: { args: {} } }

const pageOf: Record<string, (text: string) => unknown> = {
  'whose reader is called so': text =>
    secretsPage(linking, NOTHING, { name: text, workspace: text }, { issues: {} }),
  'of a credential that is called so': text =>
    secretsPage(
      adding,
      { ...NOTHING, values: { name: text, comments: text } },
      { name: 'Ana' },
      { issues: {} },
    ),
  'that tells so of what was typed': text =>
    secretsPage(linking, NOTHING, { name: 'Ana' }, { issues: { token: text, elsewhere: text } }),
  'with such an answer': text =>
    donePage(
      linking,
      mrkdwnToHtml({ mrkdwn: `So: ${text}` }, () => text),
    ),
  'with such a notice': text => noticePage(text, text),
}

const tagsOf = (page: unknown) => String(page).match(/<[^>]*>/g)
const signs = fc.constantFrom('<', '>', '&', '"', "'", '#', ';', 'a', 'ß', '39', 'script', '/', ' ')

describe('a page', () => {
  it.each(Object.entries(pageOf))('%s has no tag but its own', (_, page) => {
    const own = tagsOf(page('plain'))
    expect(String(page('plain'))).toContain('plain')
    fc.assert(
      fc.property(fc.string({ unit: signs, minLength: 1 }), text => {
        expect(tagsOf(page(text))).toEqual(own)
      }),
    )
  })

  it('holds what it was told, sign by sign', () => {
    expect(String(noticePage('Notice', `Tom & "Ann" <a> 'b' &amp;`))).toContain(
      '<p>Tom &amp; &quot;Ann&quot; &lt;a&gt; &#39;b&#39; &amp;amp;</p>',
    )
  })
})
