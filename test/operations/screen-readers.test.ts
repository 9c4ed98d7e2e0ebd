import { expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

it.each([
  ['/plan', 'Show plan: web-prod'],
  ['/pause list', 'Resume now: ml-training, Tue 17 Nov 2026 → Fri 27 Nov 2026 (11 days)'],
  ['/resource web-prod', 'Edit: web-cache'],
  ['/credential', 'Edit: shop'],
  ['/member', 'Edit member: ana@acme.test'],
  ['/dayshift org', 'Use: Globex'],
])('a screen reader distinguishes the buttons of %s', async (sentence, label) => {
  const ana = story().person('Ana')
  await ana.types('/dayshift org create Globex')
  await ana.types(sentence)
  const { blocks = [] } = story().slack.person('Ana').messages('ops').at(-1) ?? {}
  const elements = blocks.flatMap(block =>
    block.type === 'actions' ? block.elements : block.type === 'section' ? [block.accessory] : [],
  )
  const labels = elements.flatMap(element =>
    element?.type === 'button' ? [element.accessibility_label ?? element.text.text] : [],
  )
  expect(labels).toContain(label)
  expect(new Set(labels).size).toBe(labels.length)
})
