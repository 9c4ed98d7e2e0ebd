import { page, plan } from '../fields.ts'
import { operation } from '../operation.ts'
import type { At, Pause, Plan } from '../person.ts'
import type { Answer } from '../service/contract/index.ts'
import { actions, type Block, type Button, context, section } from '../slack/blocks.ts'
import { join, lines, type Mrkdwn, mrkdwn } from '../slack/mrkdwn.ts'
import { sayReference } from '../text/names.ts'
import { compareDays, sayDay, sayDays, sayHours } from '../time/text.ts'
import { calendarDay, inHours } from '../time/zone.ts'
import { pageOf, sayPage, turnButtons } from './pages.ts'

export const planList = operation({
  id: 'plan.list',
  sentences: ['plan', 'plan list', 'plans'],
  summary: 'lists the plans of your organization',
  examples: ['plan'],
  access: 'actor',
  effect: 'read',
  fields: { page },
  perform: async ({ page }, me) => pageOf(await me.plans(), page),
  reply(page, me) {
    const { shown, total } = page
    const title = mrkdwn`*${me.organization.name}* has ${total} ${total === 1 ? 'plan' : 'plans'}${sayPage(page)}.`
    const told = shown.map(plan => ({ plan, text: lines(mrkdwn`*${plan.name}*`, summaryOf(plan, me.at)) }))
    const blocks: Block[] = [
      section(title),
      ...told.map(({ plan, text }) => section(text, showButton(plan))),
      ...actions(...turnButtons('plan.list', page)),
    ]
    return { text: lines(title, ...told.map(({ text }) => text)), blocks, to: 'me' }
  },
})

export const planShow = operation({
  id: 'plan.show',
  sentences: ['plan show', 'show plan', 'show'],
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
    const plan = { ...listed, ...known(described), resources: resourceCount(listed, described) }
    const title = lines(
      mrkdwn`*${plan.name}*`,
      plan.description ? mrkdwn`${plan.description}` : undefined,
      summaryOf(plan, me.at),
    )
    const pauses = [...plan.pauses].sort((a, b) => compareDays(a.pause_start, b.pause_start))
    const blocks: Block[] = [
      section(title),
      ...(pauses.length > 0
        ? [section(lines(mrkdwn`*Pauses*`, ...pauses.map(pause => mrkdwn`${sayPause(pause)}`)))]
        : []),
      section(resourceLines(plan, described.resources ?? [])),
      ...actions({ text: 'Pause', operation: 'pause.add', raw: { plan: sayReference(plan) }, how: 'form' }),
      ...(plan.dependancy === undefined ? [] : [context(mrkdwn`${dependencyOf(plan.dependancy)}`)]),
    ]
    return { text: title, blocks, to: 'me' }
  },
})

/** A button that shows a plan to the one who presses it. */
export function showButton(plan: Pick<Plan, 'id' | 'name'>): Button {
  return { text: 'Show plan', operation: 'plan.show', raw: { plan: sayReference(plan) } }
}

/** Whole days with their reason: `Mon 7 Dec 2026 → Sun 13 Dec 2026 (7 days) – load test`. */
export function sayPause({ pause_start, pause_end, reason }: Omit<Pause, 'pause_id'>): string {
  return `${sayDays(pause_start, pause_end)}${reason && ` – ${reason}`}`
}

/** The pauses that are not over on a calendar day, the first to begin first. */
export function standingPauses(plan: Plan, today: string): Pause[] {
  return plan.pauses
    .filter(pause => compareDays(pause.pause_end, today) >= 0)
    .sort((a, b) => compareDays(a.pause_start, b.pause_start))
}

/** Whether a pause is under way on a calendar day. */
export const isLive = ({ pause_start, pause_end }: Omit<Pause, 'pause_id'>, today: string): boolean =>
  compareDays(pause_start, today) <= 0 && compareDays(pause_end, today) >= 0

/** The calendar day where a plan's clock stands, else where the person's does, as DD/MM/YYYY. */
export function todayOf({ schedule, timezone }: Plan, { now, zone }: At): string {
  return calendarDay(now, schedule?.timezone ?? timezone ?? zone)
}

function summaryOf(plan: Plan, at: At): Mrkdwn {
  const today = todayOf(plan, at)
  const [next] = standingPauses(plan, today)
  return join(
    [
      plan.schedule && mrkdwn`${sayHours(plan.schedule)}`,
      mrkdwn`${stateOf(plan, at.now, next !== undefined && isLive(next, today))}`,
      next && mrkdwn`${pausedWords(next, today)}`,
      mrkdwn`${plan.resources} ${plan.resources === 1 ? 'resource' : 'resources'}`,
    ],
    '  ·  ',
  )
}

function stateOf(plan: Plan, now: Date, paused: boolean): string {
  if (plan.state === 'inactive') return ':white_circle: off'
  if (paused) return ':double_vertical_bar: paused'
  if (!plan.schedule) return 'no hours'
  return inHours(plan.schedule, now) ? ':large_green_circle: in hours now' : ':new_moon: out of hours now'
}

function pausedWords(pause: Pause, today: string): string {
  return isLive(pause, today)
    ? `paused until ${sayDay(pause.pause_end)}`
    : `pause coming ${sayDays(pause.pause_start, pause.pause_end)}`
}

const dependencyOf = (dependent: boolean): string =>
  dependent ? 'Each resource depends on the one before it.' : 'The resources do not depend on each other.'

type Described = Answer<'describePlan'>['plan']

/** The members of a description that the service did give. */
function known({
  resources: _,
  resourceCount: __,
  ...described
}: Described): Partial<Omit<Plan, 'resources'>> {
  return Object.fromEntries(Object.entries(described).filter(([, value]) => value !== undefined))
}

const resourceCount = (listed: Plan, { resources, resourceCount }: Described): number =>
  resources?.length ?? resourceCount ?? listed.resources

function resourceLines(plan: Plan, resources: NonNullable<Described['resources']>): Mrkdwn {
  if (resources.length === 0)
    return plan.resources === 0 ? mrkdwn`It has no resources yet.` : mrkdwn`${plan.resources} resources`
  return lines(
    mrkdwn`*Resources, in order*`,
    ...resources.map(({ resource_id, resource_name, type, status, region, resource_group }, index) => {
      const about = [type, region ?? resource_group, status].filter(Boolean).join(', ')
      return mrkdwn`${index + 1}. ${resource_name || resource_id}${about && ` (${about})`}`
    }),
  )
}
