import type { Actor, Plan } from '../../core/context.ts'
import { createDerivedDuring } from '../../core/derived.ts'
import { type Operation, operation } from '../../core/operation.ts'
import { filled, type Raw } from '../../core/raw.ts'
import { sayCount } from '../../language/counts.ts'
import { readReference, sayReference } from '../../language/names.ts'
import { actions, type Button, context, opens, section, turns } from '../../message/blocks.ts'
import { type List, list, withLists } from '../../message/fit.ts'
import { join, lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import type { Reply } from '../../message/reply.ts'
import type { Answer } from '../../service/contract/contract.ts'
import { leavingOutDays } from '../at-once.ts'
import { plan } from '../fields/named.ts'
import { hidden, page } from '../fields/plain.ts'
import { listReply, type Page, pageOf, sayPage, turnButtons } from '../pages.ts'
import { sayPause, standingPauses, todayOf } from '../pauses/standing.ts'
import { resourcesButton } from '../resources/buttons.ts'
import { sayUnread } from '../unread.ts'
import { editButton, showButton, turnButton } from './buttons.ts'
import { plansOn } from './described.ts'
import { namesOf, noPlans, noteOn, summaryOf } from './summary.ts'
import { LEGEND, weekOf } from './week.ts'

const planList = operation({
  id: 'plan.list',
  sentences: ['plan', 'plan list', 'plans'],
  summary: 'lists the plans of your organization',
  examples: ['plan'],
  access: 'actor',
  effect: 'read',
  fields: { page, states: hidden('states') },
  async perform({ page, states }, me) {
    const plans = await (states ? plansOn(page, me) : me.plans())
    return { plans, unread: await me.plansUnread(), page, states }
  },
  reply({ states, ...listed }, me) {
    const { at, organization } = me
    const { plans, page } = listed
    return drawnDuring(minuteOf(at.now))(plans, `${at.zone} ${page} ${organization.name}`, () =>
      draw(listed, filled({ states }), me),
    )
  },
})

/** Pages of plans as they were drawn: for a minute what they say is the same. */
const drawnDuring = createDerivedDuring<readonly Plan[], Reply>()

const minuteOf = (now: Date): number => Math.floor(now.getTime() / 60_000)

type Listed = { plans: readonly Plan[]; unread: number; page: number }

/** What the list does not tell is asked only by who wants to know: each plan is asked about by itself. */
function draw({ plans, unread, page: at }: Listed, asked: Raw, me: Actor): Reply {
  const page = pageOf(plans, at)
  const total = page.total + unread
  const { shown } = page
  if (total === 0) return noPlans(me)
  const count = mrkdwn`*${me.organization.name}* has ${sayCount(total, 'plan')}${sayPage(page)}.`
  const note = noteOn(shown)
  const title = lines(count, asked.states && !note ? sayOff(page) : undefined, sayUnread(unread, 'plan'))
  const rows = shown.map(plan => ({
    text: lines(mrkdwn`*${plan.name}*`, summaryOf(plan, me.at)),
    name: plan.name,
    side: showButton(plan),
  }))
  const notes = note ? [{ text: note, blocks: [context(note)] }] : []
  const states = turns('Show which are off', 'plan.list', { page: String(page.at), states: 'yes' })
  const next = note && !asked.states ? [states] : []
  return listReply(title, [...notes, ...rows], ...turnButtons('plan.list', page, asked), ...next)
}

/** Which of the plans of a page are turned off, for whoever wants to know just that. */
function sayOff({ shown, pages }: Page<Plan>): Mrkdwn {
  const off = shown.filter(({ state }) => state === 'inactive')
  const these = pages > 1 ? 'the plans on this page' : 'these'
  if (off.length === 0) return mrkdwn`None of ${these} is turned off.`
  return mrkdwn`Of ${these}, ${namesOf(off)} ${off.length === 1 ? 'is' : 'are'} turned off.`
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
  instead: leavingOutDays(
    (days, { plan = '' }) =>
      `a plan is shown as it is now. For its week then: “/plan week ${readReference(plan).name} ${days}”.`,
  ),
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
      mrkdwn`State: ${plan.state ?? 'not given by the service'}`,
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
  const pause = opens('Pause', 'pause.add', raw)
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
