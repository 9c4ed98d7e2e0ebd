import { z } from 'zod'
import { hiddenField, page } from '../../core/common-fields.ts'
import { type Plan, pausesOf } from '../../core/context.ts'
import { operation } from '../../core/operation.ts'
import { capitalize, formatCount } from '../../language/wording.ts'
import { actions, context, formButton, primary, runButton, section } from '../../message/blocks.ts'
import { listBelow, toBlocks } from '../../message/fit.ts'
import { join, lines, type Mrkdwn, mrkdwn, SEPARATOR } from '../../message/mrkdwn.ts'
import { formatPage, listReply, pageButtons, pageOf } from '../pages.ts'
import { activePauses, formatPauseOf } from '../pauses/active-pauses.ts'
import { resumeButton } from '../pauses/pause-buttons.ts'
import { resourcesButton } from '../resources/fields.ts'
import {
  describePlan,
  editPlanButton,
  findPlan,
  type PlanDescription,
  planArgs,
  planField,
  plansArgs,
  showButton,
  toggleButton,
} from './plan-fields.ts'
import {
  formatFacts,
  formatPlan,
  formatStates,
  formatSummary,
  groupByStatus,
  loadStatus,
  noPlans,
  PLAN_STATUSES,
} from './plan-states.ts'
import { WEEK_LEGEND, weekOf } from './week-and-month.ts'

const planList = operation({
  id: 'plan.list',
  command: {
    words: ['plan', 'plan list', 'plans', 'which plans are off', 'which plans are running'],
    presets: { 'which plans are off': { state: 'off' }, 'which plans are running': { state: 'running now' } },
  },
  summary: 'lists the plans: which are off, paused, running now or outside hours',
  fields: { page, state: hiddenField(z.enum(PLAN_STATUSES)) },
  async execute({ page, state }, context) {
    return { page, plans: await loadStatus(await context.plans(), context), state }
  },
  present({ page: number, plans, state }, member) {
    if (plans.length === 0) return noPlans(member)
    const groups = groupByStatus(plans)
    const states = formatStates(groups)
    const matching = groups.filter(([each]) => !state || each === state).flatMap(([, group]) => group)
    const page = pageOf(matching, number)
    const count = formatCount(plans.length, 'plan')
    if (state && page.total === 0) return listReply(mrkdwn`Nothing is ${state}: ${states}.`, [])
    const title = state
      ? mrkdwn`Of ${count}, ${page.total} ${page.total === 1 ? 'is' : 'are'} ${state}${formatPage(page)}.`
      : mrkdwn`*${member.organization.name}* has ${count}${states && `: ${states}`}${formatPage(page)}.`
    const rows = groupByStatus(page.items).flatMap(([state, group]) => [
      { text: mrkdwn`*${capitalize(state)}*` },
      ...group.map(plan => ({
        text: lines(formatPlan(plan, member), formatFacts(plan)),
        name: plan.name,
        side: showButton(plan),
      })),
    ])
    return listReply(title, rows, ...pageButtons('plan.list', page, state ? { state } : {}))
  },
})

const planShow = operation({
  id: 'plan.show',
  command: {
    words: [
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
  },
  summary: 'shows one plan: hours, pauses, resources in their order',
  examples: ['plan show web-prod'],
  form: { title: 'Show a plan', submit: 'Show plan' },
  fields: { plan: planField },
  async execute({ plan: reference }, context) {
    const listed = await findPlan(reference, context)
    const description = await describePlan(reference, context)
    const [plan] = await loadStatus([mergeDescription(listed, description)], context)
    return { plan, description }
  },
  present({ plan, description }, member) {
    const { at } = member
    const title = lines(
      mrkdwn`*${plan.name}*`,
      plan.description ? mrkdwn`${plan.description}` : undefined,
      formatSummary(plan, member),
    )
    const week = weekOf(plan, at.now)
    const pauses = activePauses(plan, plan.today).map(pause => mrkdwn`• ${formatPauseOf(plan, pause, at)}`)
    const facts = [
      mrkdwn`State: ${plan.state ?? 'not given by the service'}`,
      plan.dependancy === undefined
        ? undefined
        : plan.dependancy
          ? mrkdwn`Each resource depends on the one before it.`
          : mrkdwn`The resources do not depend on each other.`,
    ]
    const resume = primary(resumeButton(plan, ...plan.live))
    const pause = formButton('Pause', 'pause.add', plansArgs([plan]))
    const blocks = toBlocks([
      section(title),
      ...(week ? [section(week), context(WEEK_LEGEND)] : []),
      ...listBelow(mrkdwn`*Pauses*`, pauses),
      ...listBelow(mrkdwn`*Resources, in order*`, resourceLines(plan, description)),
      section(join(facts, SEPARATOR)),
      ...actions(
        ...(plan.live.length > 0 ? [resume, pause] : [pause]),
        editPlanButton(plan),
        toggleButton(plan),
        resourcesButton(plan),
        runButton('Follow', 'follow.add', planArgs(plan)),
      ),
    ])
    return { text: title, blocks, to: 'me' }
  },
})

function mergeDescription(plan: Plan, description: PlanDescription): Plan {
  const { resources, resourceCount = plan.resources, pauses, ...facts } = description
  const values = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
  return {
    ...plan,
    ...values,
    resources: resources?.length ?? resourceCount,
    pauses: pauses ? pausesOf(pauses) : plan.pauses,
    pausesUnread: pauses ? description.pausesUnread : plan.pausesUnread,
  }
}

function resourceLines(plan: Plan, { resources = [] }: PlanDescription): Mrkdwn[] {
  if (resources.length === 0) {
    const count = plan.resources === undefined ? '' : ` ${plan.resources}`
    return plan.resources === 0 ? [] : [mrkdwn`The service does not list its${count} resources.`]
  }
  return resources.map((resource, index) => {
    const { resource_id, resource_name, type, status, region, resource_group } = resource
    const details = [type, region ?? resource_group, status].filter(Boolean).join(', ')
    return mrkdwn`${index + 1}. ${resource_name || resource_id}${details && ` (${details})`}`
  })
}

export const planOperations = [planList, planShow]
