import { organization } from '../fields.ts'
import { operation } from '../operation.ts'
import { mrkdwn } from '../slack/mrkdwn.ts'

export const organizationUse = operation({
  id: 'organization.use',
  sentences: ['use', 'org use'],
  usage: '<organization>',
  summary: 'chooses the organization that you act in',
  examples: ['use Acme'],
  access: 'linked',
  effect: 'change',
  form: { title: 'Choose organization', submit: 'Use' },
  fields: { organization },
  async perform({ organization }, me) {
    await me.links.choose(me.person.key, organization)
    return organization
  },
  reply: ({ name }) => ({ text: mrkdwn`You act in *${name}* from now on.`, to: 'me' }),
})
