import { expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

const answeredLines = () => story().logged.filter(line => JSON.parse(line).msg === 'answered')

it('a form counts as one request, however much Ana types in it', async () => {
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

it('a sentence counts as one request, whether it is executed or opens a form', async () => {
  const ana = story().person('Ana')
  await ana.types('/pause web-prod tomorrow')
  await ana.types('/plan show nothing')
  expect(story().outcomes).toEqual(['pause.add done', 'plan.show form'])
})
