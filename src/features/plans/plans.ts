import { actions, type Button, context, section } from '../../block-kit/blocks.ts'
import { type List, list, withLists } from '../../block-kit/fitting.ts'
import { join, lines, type Mrkdwn, mrkdwn } from '../../block-kit/mrkdwn.ts'
import { createDerivedDuring } from '../../derived.ts'
import { plan } from '../../fields/named.ts'
import { page } from '../../fields/words.ts'
import { type Operation, operation } from '../../operation.ts'
import type { Actor, Plan } from '../../person.ts'
import type { Reply } from '../../reply.ts'
import type { Answer } from '../../service/contract/index.ts'
import { sayCount } from '../../text/counts.ts'
import { sayReference } from '../../text/names.ts'
import { listReply, pageOf, sayPage, turnButtons } from '../pages.ts'
import { sayPause, standingPauses, todayOf } from '../pauses/standing.ts'
import { resourcesButton } from '../resources/buttons.ts'
import { sayUnread } from '../unread.ts'
import { editButton, showButton, turnButton } from './buttons.ts'
import { noPlans, noteOn, summaryOf } from './summary.ts'
import { LEGEND, weekOf } from './week.ts'

const planList = operation({
  id: 'plan.list',
  sentences: ['plan', 'plan list', 'plans'],
  summary: 'lists the plans of your organization',
  examples: ['plan'],
  access: 'actor',
  effect: 'read',
  fields: { page },
  perform: async ({ page }, me) => ({ plans: await me.plans(), unread: await me.plansUnread(), page }),
  reply({ plans, unread, page }, me) {
    const { at, organization } = me
    return drawnDuring(minuteOf(at.now))(plans, `${at.zone} ${page} ${organization.name}`, () =>
      draw(plans, unread, page, me),
    )
  },
})

/** Pages of plans as they were drawn: for a minute what they say is the same. */
const drawnDuring = createDerivedDuring<readonly Plan[], Reply>()

const minuteOf = (now: Date): number => Math.floor(now.getTime() / 60_000)

function draw(plans: readonly Plan[], unread: number, at: number, me: Actor): Reply {
  const page = pageOf(plans, at)
  const total = page.total + unread
  const { shown } = page
  if (total === 0) return noPlans(me)
  const count = mrkdwn`*${me.organization.name}* has ${sayCount(total, 'plan')}${sayPage(page)}.`
  const title = lines(count, sayUnread(unread, 'plan'))
  const rows = shown.map(plan => ({
    text: lines(mrkdwn`*${plan.name}*`, summaryOf(plan, me.at)),
    name: plan.name,
    side: showButton(plan),
  }))
  const note = noteOn(shown)
  const notes = note ? [{ text: note, blocks: [context(note)] }] : []
  return listReply(title, [...rows, ...notes], ...turnButtons('plan.list', page))
}

const planShow = operation({
  id: 'plan.show',
  sentences: [
    'plan show',
    'show',
    'show me',
    'view',
    'describe',
    'details of',
    'status',
    'schedule of',
    'schedule for',
    'hours of',
    'hours for',
  ],
  usage: '<plan>',
  summary: 'shows one plan: hours, pauses, resources in their order',
  examples: ['plan show web-prod'],
  access: 'actor',
  effect: 'read',
  form: { title: 'Show a plan', submit: 'Show plan' },
  fields: { plan },
  async perform({ plan }, me) {
    const described = await me.call('describePlan', { org_id: me.organization.id, plan_id: plan.id })
    return { listed: plan, described: described.plan }
  },
  reply({ listed, described }, me) {
    const plan = {
      ...listed,
      ...known(described),
      pausesUnread: (described.pauses ? described : listed).pausesUnread,
      resources: resourceCount(listed, described),
    }
    const title = lines(
      mrkdwn`*${plan.name}*`,
      plan.description ? mrkdwn`${plan.description}` : undefined,
      summaryOf(plan, me.at),
    )
    const week = weekOf(plan, me.at.now)
    const pauses = standingPauses(plan, todayOf(plan, me.at)).map(pause => mrkdwn`${sayPause(pause)}`)
    const facts = [
      mrkdwn`State: ${plan.state ?? 'not told by the service'}`,
      plan.dependancy === undefined ? undefined : mrkdwn`${dependencyOf(plan.dependancy)}`,
    ].filter(fact => fact !== undefined)
    const blocks = withLists([
      section(title),
      ...(week ? [section(week), context(LEGEND)] : []),
      ...below(mrkdwn`*Pauses*`, pauses),
      ...below(mrkdwn`*Resources, in order*`, resourceLines(plan, described)),
      section(join(facts, '  ·  ')),
      ...actions(...buttonsOf(plan)),
    ])
    return { text: title, blocks, to: 'me' }
  },
})

/** What can be done with a plan that is shown. */
function buttonsOf(plan: Plan): Button[] {
  const raw = { plan: sayReference(plan) }
  const pause: Button = { text: 'Pause', operation: 'pause.add', raw, how: 'form' }
  return [pause, editButton(plan), turnButton(plan), resourcesButton(plan)]
}

/** Lines below a heading; nothing for none. */
const below = (heading: Mrkdwn, all: readonly Mrkdwn[]): List[] =>
  all.length > 0 ? list([{ text: heading, count: 0 }, ...all.map(text => ({ text, count: 1 }))]) : []

const dependencyOf = (dependent: boolean): string =>
  dependent ? 'Each resource depends on the one before it.' : 'The resources do not depend on each other.'

type Described = Answer<'describePlan'>['plan']

/** The members of a description that the service did give. */
function known({
  resources: _,
  resourcesUnread: __,
  resourceCount: ___,
  ...described
}: Described): Partial<Omit<Plan, 'resources'>> {
  return Object.fromEntries(Object.entries(described).filter(([, value]) => value !== undefined))
}

function resourceCount(listed: Plan, described: Described): number | undefined {
  const { resources, resourcesUnread = 0, resourceCount = listed.resources } = described
  return resources ? resources.length + resourcesUnread : resourceCount
}

function resourceLines(plan: Plan, { resources = [], resourcesUnread }: Described): Mrkdwn[] {
  if (resources.length === 0)
    return plan.resources === 0
      ? []
      : [
          mrkdwn`The service does not list its${plan.resources === undefined ? '' : ` ${plan.resources}`} resources.`,
        ]
  const listed = resources.map(
    ({ resource_id, resource_name, type, status, region, resource_group }, index) => {
      const about = [type, region ?? resource_group, status].filter(Boolean).join(', ')
      return mrkdwn`${index + 1}. ${resource_name || resource_id}${about && ` (${about})`}`
    },
  )
  const others = sayUnread(resourcesUnread, 'resource')
  return others ? [...listed, others] : listed
}

export const plans: readonly Operation[] = [planList, planShow]
