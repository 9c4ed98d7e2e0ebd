import { z } from 'zod'
import { planOf } from '../../core/authenticate.ts'
import { hiddenField, page } from '../../core/common-fields.ts'
import type { Plan } from '../../core/context.ts'
import { type Operation, operation } from '../../core/operation.ts'
import { formatCount } from '../../language/counts.ts'
import { actions, context, formButton, replaceButton, section } from '../../message/blocks.ts'
import { type List, list, withLists } from '../../message/fit.ts'
import { join, lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import type { Answer } from '../../service/contract/contract.ts'
import { explainDays } from '../at-once.ts'
import { formatPage, listReply, type Page, pageButtons, pageOf } from '../pages.ts'
import { activePauses, formatPause, todayOf } from '../pauses/active-pauses.ts'
import { resourcesButton } from '../resources/naming.ts'
import { formatUnread } from '../unread.ts'
import { editButton, showButton, turnButton } from './plan-buttons.ts'
import { describe, findPlan, nameIn, plan, plansArgs } from './plan-field.ts'
import { plansWithStates } from './plan-states.ts'
import { formatNames, noPlans, noteOn, summaryOf } from './summary.ts'
import { LEGEND, weekOf } from './week-drawing.ts'

const planList = operation({
  id: 'plan.list',
  effect: 'read',
  access: 'member',
  command: {
    words: ['plan', 'plan list', 'plans', 'which plans are off'],
    presets: { 'which plans are off': { states: true } },
  },
  help: { summary: 'lists the plans of your organization', examples: ['plan'] },
  /** `states`: whether it is to be asked of each plan whether it is turned off. */
  fields: { page, states: hiddenField(z.boolean()) },
  async execute({ page, states }, context) {
    const plans = await (states ? plansWithStates(page, context) : context.plans())
    return { page: pageOf(plans, page), unread: await context.unreadPlans(), states }
  },
  present({ page, unread, states }, context_) {
    const { organization, at } = context_
    const total = page.total + unread
    if (total === 0) return noPlans(context_)
    const note = noteOn(page.items)
    const title = lines(
      mrkdwn`*${organization.name}* has ${formatCount(total, 'plan')}${formatPage(page)}.`,
      states && !note ? formatOff(page) : undefined,
      formatUnread(unread, 'plan'),
    )
    const rows = page.items.map(plan => ({
      text: lines(mrkdwn`*${plan.name}*`, summaryOf(plan, at)),
      name: plan.name,
      side: showButton(plan),
    }))
    const notes = note ? [{ text: note, blocks: [context(note)] }] : []
    const ask = replaceButton('Show which are off', 'plan.list', { page: page.number, states: true })
    const buttons = pageButtons('plan.list', page, states ? { states } : {})
    return listReply(title, [...notes, ...rows], ...buttons, ...(note && !states ? [ask] : []))
  },
})

/** Which plans of a page are turned off. */
function formatOff({ items, count }: Page<Plan>): Mrkdwn {
  const off = items.filter(({ state }) => state === 'inactive')
  const these = count > 1 ? 'the plans on this page' : 'these'
  if (off.length === 0) return mrkdwn`None of ${these} is turned off.`
  return mrkdwn`Of ${these}, ${formatNames(off)} ${off.length === 1 ? 'is' : 'are'} turned off.`
}

const planShow = operation({
  id: 'plan.show',
  effect: 'read',
  access: 'member',
  command: {
    words: [
      ...(['plan show', 'show', 'show me', 'view', 'describe', 'details of', 'status'] as const),
      ...['schedule of', 'schedule for', 'hours of', 'hours for'],
    ],
    usage: '<plan>',
  },
  help: {
    summary: 'shows one plan: hours, pauses, resources in their order',
    examples: ['plan show web-prod'],
  },
  form: { title: 'Show a plan', submit: 'Show plan' },
  explainRest: explainDays(
    (days, args) => `a plan is shown as it is now. For its week then: “/plan week ${nameIn(args)} ${days}”.`,
  ),
  fields: { plan },
  async execute({ plan }, context) {
    const listed = await findPlan(plan, context)
    return { listed, described: await describe(plan, context) }
  },
  present({ listed, described }, { at }) {
    const plan = merge(listed, described)
    const title = lines(
      mrkdwn`*${plan.name}*`,
      plan.description ? mrkdwn`${plan.description}` : undefined,
      summaryOf(plan, at),
    )
    const week = weekOf(plan, at.now)
    const pauses = activePauses(plan, todayOf(plan, at)).map(pause => mrkdwn`${formatPause(pause)}`)
    const facts = [
      mrkdwn`State: ${plan.state ?? 'not given by the service'}`,
      plan.dependancy === undefined ? undefined : mrkdwn`${formatDependency(plan.dependancy)}`,
    ]
    const pause = formButton('Pause', 'pause.add', plansArgs([plan]))
    const blocks = withLists([
      section(title),
      ...(week ? [section(week), context(LEGEND)] : []),
      ...listBelow(mrkdwn`*Pauses*`, pauses),
      ...listBelow(mrkdwn`*Resources, in order*`, resourceLines(plan, described)),
      section(join(facts, '  ·  ')),
      ...actions(pause, editButton(plan), turnButton(plan), resourcesButton(plan)),
    ])
    return { text: title, blocks, to: 'me' }
  },
})

type Described = Answer<'describePlan'>['plan']

/** The listed plan with what its description tells. */
function merge(listed: Plan, described: Described): Plan {
  const { resources, resourcesUnread = 0, resourceCount = listed.resources, pauses, ...facts } = described
  const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
  const merged = { ...listed, ...given }
  const count = resources ? resources.length + resourcesUnread : resourceCount
  return {
    ...merged,
    resources: count,
    pauses: pauses
      ? planOf({ ...merged, pauses, resources: count }, listed.organizationId).pauses
      : listed.pauses,
    pausesUnread: pauses ? described.pausesUnread : listed.pausesUnread,
  }
}

/** Lines below a heading; nothing for none. */
const listBelow = (heading: Mrkdwn, all: readonly Mrkdwn[]): List[] =>
  all.length > 0 ? list([{ text: heading, count: 0 }, ...all.map(text => ({ text, count: 1 }))]) : []

const formatDependency = (isDependent: boolean): string =>
  isDependent ? 'Each resource depends on the one before it.' : 'The resources do not depend on each other.'

function resourceLines(plan: Plan, { resources = [], resourcesUnread }: Described): Mrkdwn[] {
  if (resources.length === 0) {
    const count = plan.resources === undefined ? '' : ` ${plan.resources}`
    return plan.resources === 0 ? [] : [mrkdwn`The service does not list its${count} resources.`]
  }
  const listed = resources.map(
    ({ resource_id, resource_name, type, status, region, resource_group }, index) => {
      const about = [type, region ?? resource_group, status].filter(Boolean).join(', ')
      return mrkdwn`${index + 1}. ${resource_name || resource_id}${about && ` (${about})`}`
    },
  )
  const unread = formatUnread(resourcesUnread, 'resource')
  return unread ? [...listed, unread] : listed
}

export const planOperations: readonly Operation[] = [planList, planShow]
