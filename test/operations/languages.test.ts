import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const forms = (calls: readonly { method: string }[]) => calls.filter(({ method }) => method === 'views.open')

/** Phrases in a person's language, with the first and the last day that they mean. */
const LANGUAGES: { locale: string; phrases: [string, string, string][] }[] = [
  {
    locale: 'de-DE',
    phrases: [
      ['übermorgen', '20/11/2026', '20/11/2026'],
      ['bis Freitag', '18/11/2026', '20/11/2026'],
    ],
  },
  {
    locale: 'fr-FR',
    phrases: [
      ["jusqu'à vendredi", '18/11/2026', '20/11/2026'],
      ['du 24 au 28 décembre', '24/12/2026', '28/12/2026'],
    ],
  },
  { locale: 'ja-JP', phrases: [['明日', '19/11/2026', '19/11/2026']] },
]

describe.each(LANGUAGES)('a person with Slack in $locale', ({ locale, phrases }) => {
  const story = stories({ locale })

  it.each(phrases)('needs no form to pause with “%s”', async (phrase, from, until) => {
    const ana = story().person('Ana')
    await ana.types(`/pause web-prod ${phrase}`)
    expect(await story().pauses('web-prod')).toEqual([[from, until, '']])
    expect(forms(story().slack.calls)).toEqual([])
  })

  it('gets a form if the command has no days', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod load test')
    expect(ana.fields).toMatchObject({ Plan: 'web-prod', From: 'load test' })
  })
})

describe('a person with Slack in English', () => {
  const story = stories()

  it.each([
    ['bis Samstag', '18/11/2026', '21/11/2026'],
    ['hasta el domingo', '18/11/2026', '22/11/2026'],
    ['dopodomani', '20/11/2026', '20/11/2026'],
    ['até sexta-feira', '18/11/2026', '20/11/2026'],
    ['с четверга по субботу', '19/11/2026', '21/11/2026'],
  ])('can name days in another language if they mean nothing in English: %s', async (phrase, from, until) => {
    const ana = story().person('Ana')
    await ana.types(`/pause web-prod ${phrase}`)
    expect(await story().pauses('web-prod')).toEqual([[from, until, '']])
    expect(forms(story().slack.calls)).toEqual([])
  })

  it('can name such days for several plans, before a reason, and in a form', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod and ci-runners jusqu’à vendredi load test')
    for (const plan of ['web-prod', 'ci-runners'])
      expect(await story().pauses(plan)).toEqual([['18/11/2026', '20/11/2026', 'load test']])
    await ana.types('/pause web-prod')
    await ana.fills({ From: 'pasado mañana' })
    expect(ana.form).toContain(':calendar: Fri 20 Nov 2026 (1 day)')
  })

  it.each(['do', 'so we can test', 'mars', 'mars rover', 'demain test'])(
    'is asked for the days if the words could mean something else: %s',
    async phrase => {
      const ana = story().person('Ana')
      await ana.types(`/pause web-prod ${phrase}`)
      expect(ana.fields).toMatchObject({ Plan: 'web-prod', From: phrase })
      expect(story().wire.changes()).toEqual([])
    },
  )
})

describe('a plan named like a day', () => {
  const story = stories()

  it.each(['tomorrow friday', 'tomorrow friday load test', 'tomorrow until friday'])(
    'is paused without a form by a complete command: %s',
    async sentence => {
      await story().createPlan('tomorrow')
      await story().person('Ana').types(`/pause ${sentence}`)
      expect(await story().pauses('tomorrow')).toHaveLength(1)
      expect(forms(story().slack.calls)).toEqual([])
    },
  )
})
