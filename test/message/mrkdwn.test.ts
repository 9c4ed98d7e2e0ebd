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
  it('has no formatting and no entities, and keeps only our own mentions', () => {
    const text = mrkdwn`${mention('U1')} paused *${'R&D <!channel> 2*3'}* – see ${'https://inc.test/?a=1&b=2'}: \`/plan\``
    expect(toPlainText(text)).toBe('<@U1> paused R&D ‹!channel> 2*3 – see https://inc.test/?a=1&b=2: /plan')
  })
})

describe('text of people and services', () => {
  it('mentions no one', () => {
    expect(mrkdwn`*${'<!channel> @here <@U1>'}*`.mrkdwn).toBe('*&lt;!channel&gt; @here &lt;@U1&gt;*')
    expect(section(mrkdwn`${'@here'}`).text).toEqual({ type: 'mrkdwn', text: '@here', verbatim: true })
  })

  it.each([
    ['see https://inc.test/12?a=1&b=2, please', 'see <https://inc.test/12?a=1&amp;b=2>, please'],
    ['(http://inc.test/)', '(<http://inc.test/>)'],
    ['https://inc.test/<!here>', '<https://inc.test/>&lt;!here&gt;'],
    ['https://inc.test/?a& or', '<https://inc.test/?a>&amp; or'],
    ['no https:// link', 'no https:// link'],
  ])('keeps its links: %s', (words, marked) => {
    expect(mrkdwn`${words}`.mrkdwn).toBe(marked)
  })
})

describe('interpolated text', () => {
  it('unescapes to the same text on one line', () => {
    fc.assert(
      fc.property(words(), formatted => {
        const text = formatted.replace(/[*_~`:\u202a-\u202e\u2066-\u2069]/g, '')
        expect(unescapeMrkdwn(mrkdwn`${text}`.mrkdwn)).toBe(text.replace(/\s+/g, ' '))
      }),
    )
  })

  it('is parsed as a mention only if it has nothing else', () => {
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
  ])('looks the same but has no formatting: %s', (text, formatted) => {
    expect(mrkdwn`${text}`.mrkdwn).toBe(formatted)
  })

  it('contains no mention and no link of its own', () => {
    fc.assert(
      fc.property(words(), text => {
        const { mrkdwn: formatted } = mrkdwn`*${text}*`
        expect(formatted).not.toMatch(/[<>\n]|&(?!amp;|lt;|gt;)/)
      }),
    )
  })

  it('is not escaped if it is markup, and is omitted if undefined', () => {
    expect(mrkdwn`${mention('U1')} has ${2} of ${'<a> & b'}`.mrkdwn).toBe('<@U1> has 2 of &lt;a&gt; &amp; b')
    expect(lines(mrkdwn`a`, undefined, mrkdwn`b`).mrkdwn).toBe('a\nb')
    expect(join([undefined, mrkdwn`a`, mrkdwn`b`], ' · ').mrkdwn).toBe('a · b')
  })
})

describe('a truncated text', () => {
  it('is within the limit and never ends in half a character', () => {
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
        // Besides the cut only white space or half a character is missing.
        expect(text.slice(short.length - 1, limit - 1)).toMatch(/^\s*(?:[\uD800-\uDBFF])?$/)
      }),
    )
  })
})

describe('truncated markup', () => {
  it('contains no partial entity, mention or character', () => {
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
