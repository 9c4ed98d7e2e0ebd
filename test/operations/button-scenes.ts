import { PUBLIC_URL } from '../private-page.ts'
import type { openStory, Story } from '../story.ts'

/** Where a button is seen: in a channel, in a message for one person, in their Home or in a form. */
export type Visibility = 'channel' | 'alone' | 'home' | 'form'

/** The operation of a button, what a press does, and where it is seen: `pause.remove run channel`. */
export type ButtonKind = `${string} ${string} ${Visibility}`

/** What Ana does until buttons of these kinds stand before her. */
export type Scene = {
  given?: Parameters<typeof openStory>[0]
  does: Does
  shows: readonly ButtonKind[]
}

type Does = (story: Story) => Promise<unknown>

const types =
  (...lines: string[]): Does =>
  async ({ person }) => {
    for (const line of lines) await person('Ana').types(line)
  }

/** Asks Ana by name, where the bot is not in the channel. */
const sentToAna =
  (asker: 'Bo' | 'Cleo'): Does =>
  async ({ person, recover, slack }) => {
    await person('Ana').types('/dayshift protect web-prod <@U1ANA|ana>', 'far')
    await person(asker).says('pause web-prod tomorrow')
    await recover()
    slack.refusals.splice(0)
  }

const manyPlans: Does = async ({ person, createPlan, pauseElsewhere }) => {
  for (const name of 'abcdefgh') {
    await createPlan(name)
    await pauseElsewhere(name, '19/11/2026', '20/11/2026')
  }
  await person('Ana').types('/plan')
}

const unlinked: Does = ({ links, keyOf }) => links.delete(keyOf('Ana'))

const atHome =
  (button: string): Does =>
  async ({ person }) => {
    await person('Ana').opensHome()
    await person('Ana').pressesAtHome(button)
  }

/** Scenes for the ways in which buttons come before people. */
export const scenes: Readonly<Record<string, Scene>> = {
  'a pause': {
    does: types('/pause web-prod tomorrow'),
    shows: ['pause.remove run channel', 'pause.change form channel', 'plan.show run channel'],
  },
  'two pauses of which one is to end': {
    does: types('/pause web-prod tomorrow', '/pause web-prod monday', '/resume web-prod'),
    shows: ['pause.remove replace alone'],
  },
  'days that people say most': {
    does: types('/pause web-prod'),
    shows: ['pause.add reshape form'],
  },
  'resources to be ordered': {
    does: types('/resource order web-prod'),
    shows: ['resource.order reshape form'],
  },
  pauses: {
    does: types('/pause web-prod tomorrow', '/pause list'),
    shows: ['pause.remove run alone', 'pause.change form alone', 'pause.list share alone'],
  },
  'a plan for everybody': {
    does: async story => {
      await types('/plan show web-prod')(story)
      await story.person('Ana').presses('Share to channel')
    },
    shows: ['pause.add form channel', 'plan.off run channel', 'follow.add run channel'],
  },
  'many plans for everybody': {
    does: async story => {
      await manyPlans(story)
      await story.person('Ana').presses('Share to channel')
    },
    shows: ['plan.list replace channel'],
  },
  'a digest': {
    does: async story => {
      await story.person('Ana').types('/dayshift digest weekdays 9am')
      story.setTime('2026-11-19T08:00:00Z')
      await story.recover()
    },
    shows: ['plan.month run channel', 'digest.show run channel'],
  },
  'a pause of a protected plan': {
    does: types('/dayshift protect web-prod', '/pause web-prod tomorrow'),
    shows: ['approval.approve run channel', 'approval.decline run channel'],
  },
  'an approved pause that the service refuses who asked': {
    does: async story => {
      await story.person('Ana').types('/dayshift protect web-prod')
      await story.person('Bo').types('/pause web-prod tomorrow')
      story.wire.respond('pause_plan', { status: 403 })
      await story.person('Ana').presses('Approve')
      await story.recover()
      story.wire.restore()
    },
    shows: ['approval.perform run channel'],
  },
  'a request sent to who can approve it': {
    does: sentToAna('Bo'),
    shows: ['approval.approve run alone', 'approval.decline run alone'],
  },
  'a viewer’s request sent to who can approve it': {
    does: sentToAna('Cleo'),
    shows: ['approval.perform run alone'],
  },
  'an edited plan': {
    does: types('/plan edit web-prod weekdays 9am-5pm'),
    shows: ['plan.edit run channel'],
  },
  'another card': { does: types('/billing card'), shows: ['link.press link alone'] },
  'a step of a workflow': {
    does: ({ step }) =>
      step('pause_plans', {
        plans: 'web-prod',
        days: 'tomorrow',
        channel: 'C1OPS',
        person: 'U1ANA',
        starter: { id: 'U2BO', secret: 'of Slack' },
      }),
    shows: ['step.allow run alone', 'step.decline run alone'],
  },
  'nobody linked': {
    does: async story => {
      await unlinked(story)
      await story.person('Ana').types('/pause web-prod tomorrow')
    },
    shows: ['account.link form alone'],
  },
  'a page after a form': {
    given: { publicUrl: PUBLIC_URL },
    does: async ({ person }) => {
      await person('Ana').types('/credential add')
      await person('Ana').submits({ Name: 'backup', Kind: 'aws' })
    },
    shows: ['link.press link form'],
  },
  'words that nobody knows': {
    does: types('/dayshift pasue web-prod tomorrow'),
    shows: ['sentence.say replace alone'],
  },
  'more words than a button holds': {
    does: async ({ person, wire }) => {
      wire.respond('*', { status: 200, html: '<h1>Welcome to nginx</h1>' })
      await person('Ana').types(`/pause web-prod tomorrow ${'because '.repeat(400)}`)
      wire.restore()
    },
    shows: ['sentence.say form alone'],
  },
  'a Home': {
    does: ({ person }) => person('Ana').opensHome(),
    shows: [
      'pause.add form home',
      'plan.week replace home',
      'sentence.say replace home',
      'pause.remove run home',
    ],
  },
  'a Home of many plans': {
    does: async story => {
      await manyPlans(story)
      await story.person('Ana').opensHome()
    },
    shows: ['home.show replace home'],
  },
  'something else at Home': { does: atHome('This week'), shows: ['home.show run home'] },
  'what is done at Home': { does: atHome('Resume now'), shows: ['pause.add run alone'] },
  'what somebody else has done before': {
    does: async ({ person }) => {
      await person('Ana').opensHome()
      await person('Bo').types('/resume data-warehouse')
      await person('Ana').pressesAtHome('Resume now')
    },
    shows: ['plan.show run home'],
  },
  'the Home of a stranger': {
    does: async story => {
      await unlinked(story)
      await story.person('Ana').opensHome()
    },
    shows: ['account.link form home'],
  },
  'a page at Home': {
    given: { publicUrl: PUBLIC_URL },
    does: async story => {
      await unlinked(story)
      await atHome('Link account')(story)
    },
    shows: ['link.press link home'],
  },
}
