import { PUBLIC_URL } from '../private-page.ts'
import type { openStory, Story } from '../story.ts'

/** Where a button is visible: in a channel, in a message for one person, in their Home or in a form. */
export type Visibility = 'channel' | 'alone' | 'home' | 'form'

/** The operation of a button, the effect of a press, and the visibility: `pause.remove run channel`. */
export type ButtonKind = `${string} ${string} ${Visibility}`

/** What Ana does until buttons of these kinds are visible to her. */
export type Scene = {
  options?: Parameters<typeof openStory>[0]
  setUp: SetUp
  buttons: readonly ButtonKind[]
}

type SetUp = (story: Story) => Promise<unknown>

const types =
  (...lines: string[]): SetUp =>
  async ({ person }) => {
    for (const line of lines) await person('Ana').types(line)
  }

/** Sends a request for approval to Ana by name, as the bot is not in the channel. */
const manyPlans: SetUp = async ({ person, createPlan, pauseElsewhere }) => {
  for (const name of 'abcdefgh') {
    await createPlan(name)
    await pauseElsewhere(name, '19/11/2026', '20/11/2026')
  }
  await person('Ana').types('/plan')
}

const unlinked: SetUp = ({ links, keyOf }) => links.delete(keyOf('Ana'))

const pressAtHome =
  (button: string): SetUp =>
  async ({ person }) => {
    await person('Ana').opensHome()
    await person('Ana').pressesAtHome(button)
  }

/** Scenes that show every kind of button. */
export const scenes: Readonly<Record<string, Scene>> = {
  'a pause': {
    setUp: types('/pause web-prod tomorrow'),
    buttons: ['pause.remove run channel', 'pause.change form channel', 'plan.show run channel'],
  },
  'a choice between two pauses': {
    setUp: types('/pause web-prod tomorrow', '/pause web-prod monday', '/resume web-prod'),
    buttons: ['pause.remove replace alone'],
  },
  'shortcuts for days': {
    setUp: types('/pause web-prod'),
    buttons: ['pause.add reshape form'],
  },
  'the order of resources': {
    setUp: types('/resource order web-prod'),
    buttons: ['resource.order reshape form'],
  },
  pauses: {
    setUp: types('/pause web-prod tomorrow', '/pause list'),
    buttons: ['pause.remove run alone', 'pause.change form alone', 'pause.list share alone'],
  },
  'a shared plan': {
    setUp: async story => {
      await types('/plan show web-prod')(story)
      await story.person('Ana').presses('Share to channel')
    },
    buttons: ['pause.add form channel', 'plan.off run channel', 'follow.add run channel'],
  },
  'a shared list of plans': {
    setUp: async story => {
      await manyPlans(story)
      await story.person('Ana').presses('Share to channel')
    },
    buttons: ['plan.list replace channel'],
  },
  'a digest': {
    setUp: async story => {
      await story.person('Ana').types('/dayshift digest weekdays 9am')
      story.setTime('2026-11-19T08:00:00Z')
      await story.recover()
    },
    buttons: ['plan.month run channel'],
  },
  'a pause of a protected plan': {
    setUp: types('/dayshift protect web-prod', '/pause web-prod tomorrow'),
    buttons: ['approval.approve run channel', 'approval.decline run channel'],
  },
  'an approved pause that the service refuses the requester': {
    setUp: async story => {
      await story.person('Ana').types('/dayshift protect web-prod')
      await story.person('Bo').types('/pause web-prod tomorrow')
      story.wire.respond('pause_plan', { status: 403 })
      await story.person('Ana').presses('Approve')
      await story.recover()
      story.wire.restore()
    },
    buttons: ['approval.perform run channel'],
  },
  'an edited plan': {
    setUp: types('/plan edit web-prod weekdays 9am-5pm'),
    buttons: ['plan.edit run channel'],
  },
  'another card': { setUp: types('/billing card'), buttons: ['link.press link alone'] },
  'a step of a workflow': {
    setUp: ({ step }) =>
      step('pause_plans', {
        plans: 'web-prod',
        days: 'tomorrow',
        channel: 'C1OPS',
        person: 'U1ANA',
        starter: { id: 'U2BO', secret: 'of Slack' },
      }),
    buttons: ['step.allow run alone', 'step.decline run alone'],
  },
  'a person without a link': {
    setUp: async story => {
      await unlinked(story)
      await story.person('Ana').types('/pause web-prod tomorrow')
    },
    buttons: ['account.link form alone'],
  },
  'a page after a form': {
    options: { publicUrl: PUBLIC_URL },
    setUp: async ({ person }) => {
      await person('Ana').types('/credential add')
      await person('Ana').submits({ Name: 'backup', Kind: 'aws' })
    },
    buttons: ['link.press link form'],
  },
  'an unknown command': {
    setUp: types('/dayshift pasue web-prod tomorrow'),
    buttons: ['sentence.say replace alone'],
  },
  'a command too long for a button': {
    setUp: async ({ person, wire }) => {
      wire.respond('*', { status: 200, html: '<h1>Welcome to nginx</h1>' })
      await person('Ana').types(`/pause web-prod tomorrow ${'because '.repeat(400)}`)
      wire.restore()
    },
    buttons: ['sentence.say form alone'],
  },
  'a Home': {
    setUp: ({ person }) => person('Ana').opensHome(),
    buttons: [
      'pause.add form home',
      'plan.week replace home',
      'sentence.say replace home',
      'pause.remove run home',
    ],
  },
  'a Home of many plans': {
    setUp: async story => {
      await manyPlans(story)
      await story.person('Ana').opensHome()
    },
    buttons: ['home.show replace home'],
  },
  'another view at Home': { setUp: pressAtHome('This week'), buttons: ['home.show run home'] },
  'a change at Home': { setUp: pressAtHome('Resume now'), buttons: ['pause.add run alone'] },
  'an outdated Home': {
    setUp: async ({ person }) => {
      await person('Ana').opensHome()
      await person('Bo').types('/resume data-warehouse')
      await person('Ana').pressesAtHome('Resume now')
    },
    buttons: ['plan.show run home'],
  },
  'a Home without a link': {
    setUp: async story => {
      await unlinked(story)
      await story.person('Ana').opensHome()
    },
    buttons: ['account.link form home'],
  },
  'a page at Home': {
    options: { publicUrl: PUBLIC_URL },
    setUp: async story => {
      await unlinked(story)
      await pressAtHome('Link account')(story)
    },
    buttons: ['link.press link home'],
  },
}
