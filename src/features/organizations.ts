import { organization } from '../fields/named.ts'
import { hidden } from '../fields/words.ts'
import { operation } from '../operation.ts'
import { actions, repeat, section } from '../slack/blocks.ts'
import { lines, mrkdwn } from '../slack/mrkdwn.ts'
import { plainly } from '../text/read.ts'

export const organizationUse = operation({
  id: 'organization.use',
  sentences: ['use', 'org use'],
  usage: '<organization>',
  summary: 'chooses the organization that you act in',
  examples: ['use Acme'],
  access: 'linked',
  effect: 'change',
  form: { title: 'Choose organization', submit: 'Use' },
  fields: { organization, next: hidden('next') },
  async perform({ organization, next }, me) {
    await me.links.choose(me.person.key, organization)
    return { organization, next }
  },
  reply({ organization: { name }, next }) {
    const text = lines(
      mrkdwn`You act in *${name}* from now on.`,
      next ? mrkdwn`You asked for this before:` : undefined,
    )
    const waiting = next ? [repeat(plainly(next), next)] : []
    return { text, blocks: [section(text), ...actions(...waiting)], to: 'me' }
  },
})
