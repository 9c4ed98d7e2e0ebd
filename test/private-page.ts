import { browserFor, linkOf } from './browser.ts'
import type { Story } from './story.ts'

/** The PUBLIC_URL of the stories. */
export const PUBLIC_URL = 'https://dayshift.test'

/** Has Dev type `/dayshift link` to get the address of the private page. */
export async function inviteDev(story: Story) {
  const dev = story.person('Dev')
  await dev.types('/dayshift link')
  return { dev, link: linkOf(story, 'Dev'), browser: browserFor(story) }
}
