import { it } from 'vitest'
import { openStory } from '../story.ts'
it('x', async () => {
  const story = await openStory()
  const ana = story.person('Ana')
  console.log(await ana.types('/pause web-prod until friday load test').catch((e: unknown) => e))
  console.log(story.channel())
  console.log(story.logged.filter(l => !/"level":(10|20|30)/.test(l)).slice(0, 5))
  console.log(await ana.types('/plan').catch((e: unknown) => e))
  console.log(await ana.types('/pause web-prod').catch((e: unknown) => e))
  console.log(story.logged.slice(-3))
  await story.close()
})
