import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const opened = (calls: readonly { method: string }[]) => calls.filter(({ method }) => method === 'views.open')

/** What people say in their own language, and the first and the last of the days that they mean. */
const LANGUAGES: { locale: string; said: [string, string, string][] }[] = [
  {
    locale: 'de-DE',
    said: [
      ['übermorgen', '20/11/2026', '20/11/2026'],
      ['am 24. Dezember', '24/12/2026', '24/12/2026'],
      ['bis Freitag', '18/11/2026', '20/11/2026'],
    ],
  },
  {
    locale: 'fr-FR',
    said: [
      ["jusqu'à vendredi", '18/11/2026', '20/11/2026'],
      ['du 24 au 28 décembre', '24/12/2026', '28/12/2026'],
    ],
  },
  { locale: 'ja-JP', said: [['明日', '19/11/2026', '19/11/2026']] },
]

describe.each(LANGUAGES)('a person with Slack in $locale', ({ locale, said }) => {
  const story = stories({ locale })

  it.each(said)('says all of a pause by “%s”, and no form opens', async (phrase, from, until) => {
    const ana = story().person('Ana')
    await ana.types(`/pause web-prod ${phrase}`)
    expect(await story().pauses('web-prod')).toEqual([[from, until, '']])
    expect(opened(story().slack.calls)).toEqual([])
  })

  it('has a form where there are no days', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod load test')
    expect(ana.fields).toMatchObject({ Plan: 'web-prod', From: 'load test' })
  })
})

describe('a plan that is called like a day', () => {
  const story = stories()

  it.each(['tomorrow friday', 'tomorrow friday load test', 'tomorrow until friday'])(
    'is paused by a sentence that is complete, and no form opens: %s',
    async sentence => {
      await story().plan('tomorrow')
      await story().person('Ana').types(`/pause ${sentence}`)
      expect(await story().pauses('tomorrow')).toHaveLength(1)
      expect(opened(story().slack.calls)).toEqual([])
    },
  )
})
