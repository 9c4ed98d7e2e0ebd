import { browserFor, linkOf } from './browser.ts'
import type { Story } from './story.ts'

/** Where the stories have their private page. */
export const PUBLIC_URL = 'https://dayshift.test'

/** Dev asks to be linked, and has the address of the page. */
export async function invitedDev(story: Story) {
  const dev = story.person('Dev')
  await dev.types('/dayshift link')
  return { dev, link: linkOf(story, 'Dev'), browser: browserFor(story) }
}
