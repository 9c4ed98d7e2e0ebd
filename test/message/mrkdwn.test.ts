import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { section } from '../../src/message/blocks.ts'
import {
  cut,
  cutMrkdwn,
  join,
  lines,
  mention,
  mrkdwn,
  parseMention,
  toPlainText,
  unescapeMrkdwn,
} from '../../src/message/mrkdwn.ts'
import { markup, words } from '../arbitraries.ts'

const limit = fc.integer({ min: 1, max: 80 })

describe('markup as plain text', () => {
  it('has neither formats nor entities, and mentions those whom we mention alone', () => {
    const text = mrkdwn`${mention('U1')} paused *${'R&D <!channel> 2*3'}* – see ${'https://inc.test/?a=1&b=2'}: \`/plan\``
    expect(toPlainText(text)).toBe('<@U1> paused R&D ‹!channel> 2*3 – see https://inc.test/?a=1&b=2: /plan')
  })
})

describe('words from outside', () => {
  it('ping nobody, whatever they look like', () => {
    expect(mrkdwn`*${'<!channel> @here <@U1>'}*`.mrkdwn).toBe('*&lt;!channel&gt; @here &lt;@U1&gt;*')
    expect(section(mrkdwn`${'@here'}`).text).toEqual({ type: 'mrkdwn', text: '@here', verbatim: true })
  })

  it.each([
    ['see https://inc.test/12?a=1&b=2, please', 'see <https://inc.test/12?a=1&amp;b=2>, please'],
    ['(http://inc.test/)', '(<http://inc.test/>)'],
    ['https://inc.test/<!here>', '<https://inc.test/>&lt;!here&gt;'],
    ['https://inc.test/?a& or', '<https://inc.test/?a>&amp; or'],
    ['no https:// link', 'no https:// link'],
  ])('keep their links: %s', (words, marked) => {
    expect(mrkdwn`${words}`.mrkdwn).toBe(marked)
  })
})

describe('words in markup', () => {
  it('come back as they were, on one line, where nothing of them is format', () => {
    fc.assert(
      fc.property(words(), formatted => {
        const text = formatted.replace(/[*_~`:\u202a-\u202e\u2066-\u2069]/g, '')
        expect(unescapeMrkdwn(mrkdwn`${text}`.mrkdwn)).toBe(text.replace(/\s+/g, ' '))
      }),
    )
  })

  it('are of whom they mention, with a name or without, and of nobody where they say more', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[UW][A-Z0-9]{8,10}$/), user => {
        expect(parseMention(mention(user).mrkdwn)).toBe(user)
        expect(parseMention(`<@${user}|ana>`)).toBe(user)
        expect(parseMention(`ask ${mention(user).mrkdwn}`)).toBeUndefined()
      }),
    )
  })

  it.each([
    ['*bold* _it_ ~no~ `code`', '∗bold∗ ＿it＿ ∼no∼ ˋcodeˋ'],
    [':skull: at 10:30:45', '꞉skull: at 10:30:45'],
    [':100: :+1: :tada', '꞉100: ꞉+1: ꞉tada'],
    ['my_plan_v2, 2*3*4, a ~ b', 'my_plan_v2, 2*3*4, a ~ b'],
    ['**bold**, *_both_*, *a_b*, *a*b*', '∗∗bold∗∗, ∗＿both＿∗, ∗a_b∗, ∗a*b∗'],
    ['```code```', 'ˋˋˋcodeˋˋˋ'],
    ['“*bold*”', '“∗bold∗”'],
    ['https://inc.test/_a_/*b*', '<https://inc.test/_a_/>∗b∗'],
    ['*https://inc.test*', '∗<https://inc.test>∗'],
    ['https://inc.test"*b*"', '<https://inc.test>"∗b∗"'],
    ['https://inc.test|:smile:', '<https://inc.test>|꞉smile:'],
    ['https://inc.test/\u202egnp.exe', '<https://inc.test/gnp.exe>'],
  ])('look the same and are no format: %s', (text, formatted) => {
    expect(mrkdwn`${text}`.mrkdwn).toBe(formatted)
  })

  it('mention, link and ping nobody', () => {
    fc.assert(
      fc.property(words(), text => {
        const { mrkdwn: formatted } = mrkdwn`*${text}*`
        expect(formatted).not.toMatch(/[<>\n]|&(?!amp;|lt;|gt;)/)
      }),
    )
  })

  it('stay as they are where they are markup, and go where they are not there', () => {
    expect(mrkdwn`${mention('U1')} has ${2} of ${'<a> & b'}`.mrkdwn).toBe('<@U1> has 2 of &lt;a&gt; &amp; b')
    expect(lines(mrkdwn`a`, undefined, mrkdwn`b`).mrkdwn).toBe('a\nb')
    expect(join([undefined, mrkdwn`a`, mrkdwn`b`], ' · ').mrkdwn).toBe('a · b')
  })
})

describe('a text that is cut', () => {
  it('is never longer than the limit and never ends in half a character', () => {
    fc.assert(
      fc.property(words(), limit, (text, limit) => {
        const short = cut(text, limit)
        expect(short.length).toBeLessThanOrEqual(limit)
        expect(short.isWellFormed()).toBe(true)
        if (text.length <= limit) {
          expect(short).toBe(text)
          return
        }
        expect(short.endsWith('…')).toBe(true)
        expect(text.startsWith(short.slice(0, -1))).toBe(true)
        // Nothing else is missing: only white space, or the half of a character that would have been left.
        expect(text.slice(short.length - 1, limit - 1)).toMatch(/^\s*(?:[\uD800-\uDBFF])?$/)
      }),
    )
  })
})

describe('markup that is cut', () => {
  it('holds no half entity, no half mention and no half character', () => {
    fc.assert(
      fc.property(markup(), limit, (text, limit) => {
        const short = cutMrkdwn(text, limit)
        expect(short.length).toBeLessThanOrEqual(limit)
        expect(short.isWellFormed()).toBe(true)
        if (text.mrkdwn.length <= limit) {
          expect(short).toBe(text.mrkdwn)
          return
        }
        expect(short.endsWith('…')).toBe(true)
        const remaining = short.slice(0, -1)
        expect(text.mrkdwn.startsWith(remaining)).toBe(true)
        expect(remaining).not.toMatch(/&(?!amp;|lt;|gt;)/)
        expect(remaining.replace(/<[^<>]*>/g, '')).not.toMatch(/[<>]/)
      }),
    )
  })
})
