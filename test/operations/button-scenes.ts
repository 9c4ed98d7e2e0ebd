import { contract, type EndpointName } from '../../src/service/contract/contract.ts'
import { PUBLIC_URL } from '../private-page.ts'
import type { ButtonKind } from '../shown-buttons.ts'
import type { openStory, Story } from '../story.ts'
import type { Answer } from '../wire.ts'

/** What Ana does until buttons of these kinds stand before her. */
export type Scene = {
  given?: Parameters<typeof openStory>[0]
  does: Does
  shows: readonly ButtonKind[]
}

type Does = (story: Story) => Promise<unknown>

/** Stands among what she types for the form that she submits then. */
const SUBMITS = 'submits'

const BROKEN: Answer = { status: 200, html: '<h1>Welcome to nginx</h1>' }

const types =
  (...lines: string[]): Does =>
  async ({ person }) => {
    for (const line of lines) await (line === SUBMITS ? person('Ana').submits() : person('Ana').types(line))
  }

/** What she types, and the form that it opens, fail at an endpoint, or at all of them. */
const fails =
  (line: string, endpoint: EndpointName | '*', answer: Answer = BROKEN): Does =>
  async ({ person, wire }) => {
    wire.respond(endpoint === '*' ? '*' : contract[endpoint].action, answer)
    await person('Ana').types(line)
    if (endpoint !== '*' && person('Ana').form !== undefined) await person('Ana').submits()
    wire.restore()
  }

/** Changes fields of the form that a command opens. */
const edits =
  (line: string, fields: Record<string, string>): Does =>
  async ({ person }) => {
    await person('Ana').types(line)
    await person('Ana').fills(fields)
    await person('Ana').submits()
  }

const hangs = (line: string, endpoint: EndpointName): Does => fails(line, endpoint, 'hang')

/** The same where she is a viewer. */
const asViewer =
  (does: Does): Does =>
  async story => {
    const organization = { org_id: '1001', org_name: 'Acme', role: 'viewer', owner: '', resources: 1 }
    const body = { status: 200, data: { organizations: [organization] } }
    story.wire.respond('list', { status: 200, body })
    const { updatePlan, addResource, updateResource, updateResourcesOrder, deleteResource } = contract
    for (const { action } of [updatePlan, addResource, updateResource, updateResourcesOrder, deleteResource])
      story.wire.respond(action, { status: 403 })
    await does(story)
    story.wire.restore()
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

const NAMES = [...'abcdefgh']

const manyPlans: Does = async ({ person, createPlan }) => {
  for (const name of NAMES) await createPlan(name)
  await person('Ana').types('/plan')
}

const manyPauses: Does = async ({ person, createPlan, pauseElsewhere }) => {
  for (const name of NAMES) {
    await createPlan(name)
    await pauseElsewhere(name, '19/11/2026', '20/11/2026')
    await pauseElsewhere(name, '23/11/2026', '24/11/2026')
  }
  await person('Ana').types('/pause list')
}

const manyResources: Does = async ({ person, service, acme, planId, tokenOf }) => {
  const about = { org_id: (await acme()).id, plan_id: await planId('web-prod') }
  for (const id of NAMES) {
    const named = { resource_id: id, resource_name: id, instanceName: id, type: 'instance', credential: '1' }
    const resource = { ...named, status: 'active' as const, reason: '', region: 'eu-west-1' }
    await service.call('addResource', { ...about, resource }, tokenOf('Ana'))
  }
  await person('Ana').types('/resource list web-prod')
}

const newResource: Does = async ({ person }) => {
  const ana = person('Ana')
  await ana.types('/resource add web-prod i-0123 web-app-3')
  await ana.fills({ 'Instance name': 'app-3', Type: 'instance', Credential: 'shop', Status: 'active' })
  await ana.fills({ Region: 'eu-west-1', Reason: 'more room' })
  await ana.submits()
}

const ordered: Does = async ({ person }) => {
  await person('Ana').types('/resource order web-prod')
  await person('Ana').pressesInForm('Down')
  await person('Ana').submits()
}

const newCredential: Does = async ({ person }) => {
  await person('Ana').types('/credential add backup aws')
  await person('Ana').fills({ Role: 'made-up-r0le' })
  await person('Ana').submits()
}

const noSubscription: Does = async ({ person }) => {
  await person('Ana').types('/billing cancel')
  await person('Ana').fills({ Type: 'Acme' })
  await person('Ana').submits()
}

const noOrganization: Does = async ({ person }) => {
  await person('Ana').types('/org remove Acme')
  await person('Ana').fills({ Type: 'Acme' })
  await person('Ana').submits()
}

const manyChanges: Does = async ({ person }) => {
  for (let count = 0; count < 6; count += 1)
    for (const line of ['/plan off web-prod', '/plan on web-prod']) await person('Ana').types(line)
  await person('Ana').types('/dayshift history')
}

const unlinked: Does = ({ links, keyOf }) => links.forget(keyOf('Ana'))

const atHome =
  (button: string): Does =>
  async ({ person }) => {
    await person('Ana').opensHome()
    await person('Ana').pressesAtHome(button)
  }

const goneAtHome: Does = async ({ person }) => {
  await person('Ana').opensHome()
  await person('Bo').types('/resume data-warehouse')
  await person('Ana').pressesAtHome('Resume now')
}

/** Scenes for every kind of button that operations show; `every-button.ts` adds what each of them can have alone. */
export const ofOperations: Readonly<Record<string, Scene>> = {
  'a pause': {
    does: types('/pause web-prod tomorrow'),
    shows: ['pause.remove run channel', 'pause.change form channel', 'plan.show run channel'],
  },
  'a reminder': {
    does: async story => {
      await story.person('Ana').types('/pause web-prod tomorrow to friday')
      story.setTime('2026-11-20T15:01:00Z')
      await story.recover()
    },
    shows: ['pause.settle run channel', 'pause.change run channel'],
  },
  'what is back next': {
    does: types(
      '/resume data-warehouse',
      '/resume ml-training',
      '/pause web-prod until friday',
      '/pause ending',
    ),
    shows: ['pause.settle run alone', 'pause.change run alone'],
  },
  'a pause that is over': {
    does: types('/pause web-prod tomorrow', '/resume web-prod'),
    shows: ['pause.add run channel'],
  },
  'a pause that was changed': {
    does: types('/pause change data-warehouse until friday'),
    shows: ['pause.change run channel'],
  },
  'two pauses of which one is to change': {
    does: types(
      '/pause web-prod tomorrow',
      '/pause web-prod monday',
      '/pause change web-prod until next sunday',
    ),
    shows: ['pause.change replace alone'],
  },
  'two pauses of which one is to end': {
    does: types('/pause web-prod tomorrow', '/pause web-prod monday', '/resume web-prod'),
    shows: ['pause.remove replace alone'],
  },
  'days that people say most': {
    does: types('/pause web-prod'),
    shows: ['pause.add reshape form'],
  },
  'days of a preview': { does: types('/pause preview web-prod'), shows: ['pause.preview reshape form'] },
  pauses: {
    does: types('/pause web-prod tomorrow', '/pause list'),
    shows: ['pause.remove run alone', 'pause.change form alone', 'pause.list share alone'],
  },
  'plans that are not paused yet': {
    does: types('/resume web-prod and web-staging'),
    shows: ['pause.list run alone'],
  },
  'plans of which one is not paused yet': {
    does: types('/resume data-warehouse and web-staging'),
    shows: ['pause.list run channel'],
  },
  'many pauses': { does: manyPauses, shows: ['pause.list replace alone'] },
  'a plan': {
    does: types('/plan show web-prod'),
    shows: [
      'pause.add form alone',
      'plan.edit form alone',
      'plan.off run alone',
      'resource.list run alone',
      'follow.add run alone',
      'plan.show share alone',
    ],
  },
  'a plan for everybody': {
    does: async story => {
      await types('/plan show web-prod')(story)
      await story.person('Ana').presses('Share to channel')
    },
    shows: [
      'pause.add form channel',
      'plan.edit form channel',
      'plan.off run channel',
      'resource.list run channel',
      'follow.add run channel',
    ],
  },
  'a digest': {
    does: async story => {
      await story.person('Ana').types('/dayshift digest weekdays 9am')
      story.setTime('2026-11-19T08:00:00Z')
      await story.recover()
    },
    shows: ['plan.month run channel', 'digest.show run channel'],
  },
  'a digest of another channel': {
    does: ({ person }) => person('Ana').types('/dayshift digest <#C3BOTH|both> weekdays 9am'),
    shows: ['digest.show run alone'],
  },
  'a digest for oneself': { does: types('/dayshift digest now'), shows: ['plan.month run alone'] },
  digests: {
    does: types('/dayshift digest weekdays 9am', '/dayshift digests'),
    shows: ['digest.set run alone'],
  },
  'a plan that is followed': {
    does: types('/dayshift follow web-prod'),
    shows: ['follow.remove run alone'],
  },
  'a protected plan': {
    does: types('/dayshift protect web-prod'),
    shows: ['protection.set run channel'],
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
  'an edit that a viewer may not make': {
    does: asViewer(types('/plan edit web-prod weekdays 9am-5pm')),
    shows: ['plan.edit run alone'],
  },
  'a resource that a viewer may not edit': {
    does: asViewer(edits('/resource edit web-prod web-cache', { 'Resource name': 'cache' })),
    shows: ['resource.edit run alone'],
  },
  'resources that a viewer may not order': {
    does: asViewer(ordered),
    shows: ['resource.order run alone'],
  },
  'a resource that a viewer may not add': {
    does: asViewer(newResource),
    shows: ['resource.add run alone'],
  },
  'a resource that a viewer may not remove': {
    does: asViewer(types('/resource remove web-prod web-app-2', SUBMITS)),
    shows: ['resource.remove run alone'],
  },
  'a request sent to who can approve it': {
    does: sentToAna('Bo'),
    shows: ['approval.approve run alone', 'approval.decline run alone'],
  },
  'a viewer’s request sent to who can approve it': {
    does: sentToAna('Cleo'),
    shows: ['approval.perform run alone'],
  },
  'protected plans': {
    does: types('/dayshift protect web-prod', '/dayshift protected'),
    shows: ['protection.set run alone'],
  },
  plans: { does: types('/plan'), shows: ['plan.show run alone', 'plan.list share alone'] },
  'many plans': { does: manyPlans, shows: ['plan.list replace alone'] },
  'many plans for everybody': {
    does: async story => {
      await manyPlans(story)
      await story.person('Ana').presses('Share to channel')
    },
    shows: ['plan.list replace channel'],
  },
  'the week': { does: types('/plan week'), shows: ['plan.week replace alone', 'plan.week share alone'] },
  'another week': {
    does: types('/plan week web-prod next week'),
    shows: ['plan.week replace alone', 'plan.week share alone'],
  },
  'an edited plan': { does: types('/plan edit web-prod weekdays 9am-5pm'), shows: ['plan.edit run channel'] },
  'a plan that may or may not be there': {
    given: { timeoutMs: 200 },
    does: hangs('/plan create reports weekdays 8am-7pm', 'createPlan'),
    shows: ['plan.list run alone'],
  },
  'a plan that is off': {
    does: types('/plan off web-prod', '/plan show web-prod'),
    shows: ['plan.on run channel', 'plan.on run alone'],
  },
  resources: {
    does: types('/resource list web-prod'),
    shows: [
      'resource.edit form alone',
      'resource.remove form alone',
      'resource.add form alone',
      'resource.order form alone',
      'resource.list share alone',
    ],
  },
  'many resources': { does: manyResources, shows: ['resource.list replace alone'] },
  'a new resource': {
    does: newResource,
    shows: ['resource.order form channel', 'resource.remove form channel'],
  },
  'an edited resource': {
    does: edits('/resource edit web-prod web-cache', { 'Resource name': 'cache' }),
    shows: ['resource.edit run channel'],
  },
  'a resource that is gone': {
    does: types('/resource remove web-prod web-app-2', SUBMITS),
    shows: ['resource.add form channel'],
  },
  'resources to be ordered': {
    does: types('/resource order web-prod'),
    shows: ['resource.order reshape form'],
  },
  'resources in another order': { does: ordered, shows: ['resource.order run channel'] },
  credentials: {
    does: types('/credential list'),
    shows: ['credential.edit form alone', 'credential.remove form alone', 'credential.add form alone'],
  },
  'a new credential': { does: newCredential, shows: ['credential.list run alone'] },
  'an edited credential': {
    does: edits('/credential edit shop', { Comments: 'new' }),
    shows: ['credential.edit run alone'],
  },
  members: {
    does: types('/member list'),
    shows: ['member.edit form alone', 'member.remove form alone', 'member.add form alone'],
  },
  'a new member': {
    does: types('/member add fay@acme.test viewer inactive'),
    shows: ['member.edit form channel', 'member.remove form channel'],
  },
  'an edited member': {
    does: edits('/member edit cleo@acme.test', { Role: 'admin' }),
    shows: ['member.edit run channel'],
  },
  'a member who is gone': {
    does: types('/member remove cleo@acme.test has left us', SUBMITS),
    shows: ['member.add run channel'],
  },
  'a member who may or may not be gone': {
    given: { timeoutMs: 200 },
    does: hangs('/member remove cleo@acme.test has left us', 'removeUser'),
    shows: ['member.list run alone'],
  },
  billing: {
    does: types('/billing'),
    shows: [
      'billing.quantity form alone',
      'billing.card run alone',
      'billing.history run alone',
      'billing.cancel form alone',
    ],
  },
  'the history of billing': { does: types('/billing history'), shows: ['billing.history replace alone'] },
  'another card': {
    does: types('/billing card'),
    shows: ['link.press link alone', 'billing.show run alone'],
  },
  'another quantity': { does: types('/billing quantity 30'), shows: ['billing.quantity replace alone'] },
  'no subscription': { does: noSubscription, shows: ['billing.subscribe form alone'] },
  organizations: {
    does: types('/org'),
    shows: ['organization.create form alone'],
  },
  'a new organization': { does: types('/org create Umbrella'), shows: ['organization.use run alone'] },
  'an organization by another name': {
    does: types('/org rename Acme to Acme Two'),
    shows: ['organization.rename run alone'],
  },
  'an organization that is gone': { does: noOrganization, shows: ['organization.use form alone'] },
  'one of several organizations': {
    does: types('/org create Umbrella', '/org create Umbrella Labs', '/dayshift use umb'),
    shows: ['organization.use replace alone', 'organization.use form alone'],
  },
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
  'many changes': { does: manyChanges, shows: ['history.show replace alone'] },
  'nobody linked': {
    does: async story => {
      await unlinked(story)
      await story.person('Ana').types('/pause web-prod tomorrow')
    },
    shows: ['account.link form alone'],
  },
  'a page after a form': {
    given: { publicUrl: PUBLIC_URL },
    does: edits('/credential add', { Name: 'backup', Kind: 'aws' }),
    shows: ['link.press link form'],
  },
  'words that nobody knows': {
    does: types('/dayshift pasue web-prod tomorrow'),
    shows: ['sentence.say replace alone'],
  },
  'more words than a button holds': {
    does: fails(`/pause web-prod tomorrow ${'because '.repeat(400)}`, '*'),
    shows: ['sentence.say form alone'],
  },
  'words that mean several things': {
    does: types('/plan web', '/pause web tomorrow'),
    shows: ['pause.add replace alone'],
  },
  'a Home': {
    does: ({ person }) => person('Ana').opensHome(),
    shows: [
      'pause.add form home',
      'plan.create form home',
      'plan.week replace home',
      'sentence.say replace home',
      'pause.remove run home',
    ],
  },
  'a Home of somebody with two organizations': {
    does: async ({ person }) => {
      await person('Ana').types('/org create Umbrella')
      await person('Ana').opensHome()
    },
    shows: ['organization.use form home'],
  },
  'a Home in words': { does: types('/dayshift home'), shows: ['plan.create form alone'] },
  'a Home of many plans': {
    does: async story => {
      await manyPauses(story)
      await story.person('Ana').opensHome()
    },
    shows: ['home.show replace home'],
  },
  'something else at Home': { does: atHome('This week'), shows: ['home.show run home'] },
  'what is done at Home': { does: atHome('Resume now'), shows: ['pause.add run alone'] },
  'what somebody else has done before': { does: goneAtHome, shows: ['plan.show run home'] },
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
  'an organization that is not made': {
    given: { timeoutMs: 200 },
    does: hangs('/org create Umbrella', 'createOrganization'),
    shows: ['organization.list run alone'],
  },
}
