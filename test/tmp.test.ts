import { it } from 'vitest'
import { openStory } from './story.ts'
it('x', async () => {
  const story = await openStory({ ackWithinMs: 40 })
  const ana = story.person('Ana')
  await ana.types('/plan edit')
  console.log((await ana.options('Plan', 'web')).map(({ text }) => text.text))
  console.log((await ana.options('Plan', 'web')).map(({ text }) => text.text), story.wire.asked.map(a => a.action))
  console.log(story.logged.slice(-4))
  await ana.types('/plan week web-prod next week').then(x => console.log(JSON.stringify(x).slice(0, 300)))
  await ana.types('/plan week next week web-prod').then(x => console.log(JSON.stringify(x).slice(0, 300)))
  await story.close()
})
