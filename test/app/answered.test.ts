import { expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

const answeredLines = () => story().logged.filter(line => JSON.parse(line).msg === 'answered')

it('what somebody asks for in a form is one request, however much they type', async () => {
  const ana = story().person('Ana')
  await ana.types('/pause')
  await ana.options('Plan', 'w')
  await ana.fills({ Plan: 'web-prod' })
  for (const typed of ['t', 'to', 'tom', 'tomorrow']) await ana.fills({ From: typed })
  expect([story().outcomes, answeredLines()]).toEqual([[], []])
  await ana.submits()
  expect(story().outcomes).toEqual(['pause.add done'])
  expect(answeredLines()).toHaveLength(1)
})

it('so is a sentence, whatever comes of it', async () => {
  const ana = story().person('Ana')
  await ana.types('/pause web-prod tomorrow')
  await ana.types('/plan show nothing')
  expect(story().outcomes).toEqual(['pause.add done', 'plan.show form'])
})
