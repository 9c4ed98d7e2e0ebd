import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '../arbitraries.ts'
import { sharedStory, stories } from '../stories.ts'
import type { Story } from '../story.ts'

const story = stories()

/** Returns all texts that Slack parses as markup: texts of messages, and mrkdwn objects inside them. */
function markup(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  if ('type' in node && node.type === 'plain_text') return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'text' && typeof value === 'string' ? [value] : markup(value),
  )
}

/** Returns all markup that the bot sent to Slack. */
const markupSent = ({ slack }: Story) =>
  markup([slack.calls.map(({ args }) => args), slack.requests.map(({ body }) => body), slack.channel('ops')])

/** A link without a label that hides its address. */
const OPEN_LINK = /<https?:[^<>|]+>/g

const NAMES = {
  'a ping of everybody': '<!channel>',
  'a ping of Bo': '<@U2BO>',
  'a link': '<https://evil.example|web-prod>',
  'half an entity': '&lt;!here&gt; & <',
  markup: '*bold* _it_ `code` ~no~',
  emoji: '🦄 🏳️‍🌈 prod',
  'right to left': 'مخطط الإنتاج',
  'a change of direction': 'a\u202eb\u2066c',
  'a line break': 'line one\nline two',
  '255 letters': 'x'.repeat(255),
  '255 unicorns': '🦄'.repeat(127),
  'a number sign': '#1',
  'a label': 'plan:"web-prod"',
  'a command': 'list',
}

/** The formatted time of a cancellation, of the next change and of the end of a pause. */
const INSTANT =
  /<!date\^\d+\^\{date_short_pretty\} at \{time\}\|(?:\d\d:\d\d UTC|(?:\w{3} (?:\d+ \w{3}, )?)?\d\d:\d\d)>/g

describe('a plan called', () => {
  it.each(Object.entries(NAMES))(
    '%s is paused, shown, listed and resumed without unescaped markup',
    async (_, name) => {
      await story().createPlan(name)
      const ana = story().person('Ana')
      await ana.types('/pause')
      await ana.submits({ Plan: [...name].slice(0, 20).join(''), From: 'tomorrow', Reason: name })
      expect(await story().pauses(name)).toEqual([['19/11/2026', '19/11/2026', name.trim()]])
      await ana.presses('Show plan')
      await ana.types('/plan')
      await ana.types('/pause list')
      await ana.presses('Change dates')
      await ana.submits()
      await ana.types(`/resume "${name}"`)
      await ana.types(`/resume ${name}`)
      await ana.types(`/plan ${name}`)
      await ana.types('/dayshift history')
      for (const text of markupSent(story()))
        expect(text.replaceAll(ana.mention, '').replace(OPEN_LINK, '').replaceAll(INSTANT, '')).not.toMatch(
          /<|&(?!amp;|lt;|gt;)/,
        )
    },
  )

  it.each(Object.entries(NAMES).filter(([, name]) => !/[\n":]|^#|^list$/.test(name)))(
    '%s is found when typed',
    async (_, name) => {
      await story().createPlan(name)
      const ana = story().person('Ana')
      // Slack escapes typed text.
      const typed = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      await ana.types(`/pause ${typed} tomorrow load test`)
      await ana.types(`/pause "${typed}" monday`)
      expect(await story().pauses(name)).toEqual([
        ['19/11/2026', '19/11/2026', 'load test'],
        ['23/11/2026', '23/11/2026', ''],
      ])
    },
  )
})

describe('overlong text', () => {
  const long = 'x'.repeat(3900)
  const sentences = [
    `/pause ${long}`,
    `/pause web-prod ${long}`,
    `/pause web-prod tomorrow ${long}`,
    `/pause web ${long} until friday`,
    `/pause web-prod tomorrow ${'word "of" many \\ words\n'.repeat(160)}`,
    `/pause web-prod tomorrow ${'\u0001'.repeat(3800)}x`,
    `/pause web-prod tomorrow ${'🦄'.repeat(1900)}`,
    `/pause plan:"${long}" tomorrow`,
    `/plan show ${long}`,
    `/plan 99999999999999999999`,
    `/dayshift link ${long}`,
    `/dayshift ${long}`,
    `/dayshift help ${long}`,
  ]

  it.each(sentences.map(sentence => [sentence.slice(0, 40), sentence] as const))(
    'gets one reply, with or without a link, and while the service is down: %s…',
    async (_, sentence) => {
      for (const name of ['Ana', 'Dev'] as const) {
        const person = story().person(name)
        const before = person.reads().length
        await person.types(sentence)
        expect(person.reads().length - before + (person.form === undefined ? 0 : 1)).toBe(1)
      }
      story().wire.respond('*', { status: 503 })
      const bo = story().person('Bo')
      await bo.types(sentence)
      expect(bo.readsPrivately().length + (bo.form === undefined ? 0 : 1)).toBeGreaterThan(0)
    },
  )

  it('in a form gets an error at its field', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod')
    await ana.submits({ From: 'x'.repeat(100), Until: '🦄'.repeat(50) })
    expect(Object.keys(ana.formErrors)).toEqual(['From'])
  })
})

describe('any text', () => {
  const shared = sharedStory()

  it('gets one reply, and changes nothing except by a pause', async () => {
    const begin = fc.constantFrom(
      '/pause',
      '/pause web-prod',
      '/pause web-prod tomorrow',
      '/resume',
      '/plan',
      '/plan show',
      '/dayshift',
      '/dayshift use',
      '/dayshift help',
    )
    const words = fc.oneof(fc.string({ unit: codePoint }), fc.string({ unit: 'grapheme' }), fc.lorem())
    await fc.assert(
      fc.asyncProperty(begin, words, async (command, rest) => {
        const ana = shared().person('Ana')
        const before = ana.reads().length
        if (ana.form !== undefined) await ana.closes()
        await ana.types(`${command} ${rest}`)
        expect(ana.reads().length - before + (ana.form === undefined ? 0 : 1)).toBe(1)
      }),
      { numRuns: 60 },
    )
    const otherChanges = shared()
      .wire.changes()
      .filter(({ action }) => action !== 'pause_plan')
    expect(otherChanges).toEqual([])
  })
})
