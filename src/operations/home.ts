import type { Actor, Guest, Pause, Plan } from '../core/context.ts'
import { NoOrganization, NotLinked } from '../core/errors.ts'
import type { Moment } from '../core/locale.ts'
import { type Operation, operation } from '../core/operation.ts'
import { sayCount } from '../language/counts.ts'
import { apartAmong } from '../language/names.ts'
import {
  actions,
  type Block,
  type Button,
  context,
  opens,
  repeat,
  section,
  turns,
} from '../message/blocks.ts'
import { cutMrkdwn, join, lines, type Mrkdwn, mrkdwn } from '../message/mrkdwn.ts'
import { type Reply, reply } from '../message/reply.ts'
import { namedOf } from './fields/named.ts'
import { page } from './fields/plain.ts'
import { membershipsOf } from './memberships.ts'
import { named, type Page, pageOf, sayPage, turnButtons } from './pages.ts'
import { resumeButton } from './pauses/buttons.ts'
import { sayPause, standingOf } from './pauses/standing.ts'
import { CREATE, turnButton } from './plans/buttons.ts'
import { plansOn } from './plans/described.ts'
import { sayNextChange } from './plans/next-change.ts'
import { ICONS, noteOn, type State, sayUnreadOf, stateOf } from './plans/summary.ts'
import { sayUnread } from './unread.ts'

type Inside = {
  kind: 'inside'
  me: Actor
  plans: readonly Plan[]
  unread: number
  /** What the organization is called among those of the person, and what they are there. */
  name: string
  role: string | undefined
  /** Whether there may be another that they can act in. */
  hasOthers: boolean
  page: number
}

const homeShow = operation({
  id: 'home.show',
  sentences: ['home'],
  summary: 'shows where you act, the hours of your plans, and their pauses',
  examples: ['home'],
  access: 'guest',
  effect: 'read',
  private: true,
  fields: { page },
  async perform({ page }, guest): Promise<Inside | Outside> {
    const me = await enter(guest)
    if ('kind' in me) return me
    const [plans, { organizations, unread, used = me.organization }] = await Promise.all([
      plansOn(page, me),
      membershipsOf(me),
    ])
    const own = organizations.find(({ org_id }) => org_id === me.organization.id)
    const role = own?.role ?? (unread ? '' : undefined)
    const name = apartAmong(organizations.map(namedOf))(used)
    const hasOthers = own === undefined || organizations.length > 1 || unread !== undefined
    return { kind: 'inside', me, plans, unread: await me.plansUnread(), name, role, hasOthers, page }
  },
  reply: output => (output.kind === 'inside' ? homeOf(output) : outside[output.kind]),
})

/** Why somebody has no Home yet. */
type Outside = { kind: 'stranger' | 'undecided' }

async function enter(guest: Guest): Promise<Actor | Outside> {
  try {
    return await guest.actor()
  } catch (error) {
    if (error instanceof NotLinked) return { kind: 'stranger' }
    if (error instanceof NoOrganization) return { kind: 'undecided' }
    throw error
  }
}

const HELP = repeat('Help', 'help')

const outside: Record<Outside['kind'], Reply> = {
  stranger: reply(
    'me',
    lines(
      mrkdwn`*Welcome to Dayshift.* It runs your team’s cloud schedules from Slack:`,
      mrkdwn`• see which plans are in hours, and what changes next`,
      mrkdwn`• pause a plan for whole days, and resume it with a button`,
      mrkdwn`• say it where you talk: \`/pause web-prod tomorrow to friday load test\``,
      mrkdwn`Link your account once, with your own access token: you act as yourself.`,
    ),
    { ...opens('Link account', 'account.link'), style: 'primary' },
    HELP,
  ),
  undecided: reply(
    'me',
    mrkdwn`You are linked, with your own access token. Which organization do you want to act in?`,
    { ...opens('Use organization', 'organization.use'), style: 'primary' },
    HELP,
  ),
}

/** Buttons that lead on from the Home; where there is no plan yet nothing can be done but to create one. */
const FIRST_WAYS: readonly Button[] = [{ ...CREATE, style: 'primary' }, HELP]
const WAYS: readonly Button[] = [
  { ...opens('Pause a plan', 'pause.add'), style: 'primary' },
  CREATE,
  turns('This week', 'plan.week'),
  HELP,
]

const USE = opens('Use another organization', 'organization.use')

/** All that fits on a phone at once for ten plans: a line a plan, a button for each that is turned off, for each pause and for each way on. */
function homeOf({ me, plans, unread, name, role, hasOthers, page }: Inside): Reply {
  const { at } = me
  const shown = pageOf(plans, page)
  const isEmpty = plans.length + unread === 0
  const head = lines(
    role === undefined
      ? mrkdwn`You use *${name}*, but you no longer belong to it.`
      : mrkdwn`You act in *${name}*${role && ` as ${role}`}, with your own access token.`,
    isEmpty ? mrkdwn`There are no plans yet.` : mrkdwn`${tally(shown, at)}`,
    sayUnread(unread, 'plan'),
  )
  const told = shown.shown.map(plan => lineOf(plan, me))
  const note = noteOn(shown.shown)
  const standing = standingOf(plans, at)
  const pauses = standing.slice(0, MOST_PAUSES).map(({ plan, pause, live }) => ({
    text: mrkdwn`*${nameOf(plan)}* ${live ? 'is' : 'will be'} paused: ${brief(pause)}`,
    button: named(resumeButton(plan, pause), plan.name),
  }))
  const off = shown.shown
    .filter(plan => stateOf(plan, at) === 'turned off')
    .map(plan => ({
      text: mrkdwn`*${nameOf(plan)}* is turned off, until somebody turns it on.`,
      button: named(turnButton(plan), plan.name),
    }))
  const rows = [...off, ...pauses]
  const blocks: Block[] = [
    section(head, hasOthers ? USE : undefined),
    ...actions(...(isEmpty ? FIRST_WAYS : WAYS)),
    ...(told.length > 0 ? [section(lines(...told))] : []),
    ...(note ? [context(note)] : []),
    ...actions(...turnButtons('home.show', shown)),
    ...rows.map(({ text, button }) => section(text, button)),
    ...(standing.length > MOST_PAUSES ? actions(allPauses(standing.length)) : []),
  ]
  return { text: lines(head, ...told, note, ...rows.map(({ text }) => text)), blocks, to: 'me' }
}

const MOST_PAUSES = 5

/** The days of a pause, with as much of its reason as a line holds on a phone. */
const brief = (pause: Pause): Mrkdwn => ({ mrkdwn: cutMrkdwn(mrkdwn`${sayPause(pause)}`, LONGEST_PAUSE) })

const LONGEST_PAUSE = 130

const allPauses = (count: number): Button => turns(`All ${count} pauses`, 'pause.list')

/** What is counted, in this order. */
const COUNTED: readonly State[] = [
  'in hours',
  'in hours by schedule',
  'out of hours',
  'with unknown hours',
  'paused',
  'turned off',
]

/** `6 plans: 4 in hours, 2 paused`. Of several pages only this one is known well enough to be counted. */
function tally({ shown, ...page }: Page<Plan>, at: Moment): string {
  const states = Map.groupBy(shown, plan => stateOf(plan, at))
  const counts = COUNTED.flatMap(state => {
    const count = states.get(state)?.length
    return count ? `${count} ${state}` : []
  }).join(', ')
  const plans = sayCount(page.total, 'plan')
  if (page.pages > 1) return `${plans}${sayPage(page)}. On this page: ${counts}`
  return [plans, counts].filter(Boolean).join(': ')
}

function lineOf(plan: Plan, { at }: Actor): Mrkdwn {
  const state = stateOf(plan, at)
  const change = sayNextChange(plan, at)
  const told = join([mrkdwn`${change ?? state}`, sayUnreadOf(plan, at)], '  ·  ')
  return join([mrkdwn`${ICONS[state]} *${nameOf(plan)}*`, told], '  ')
}

/** A name cut so that it leaves its line room for the rest. */
const nameOf = ({ name }: Plan): Mrkdwn => ({ mrkdwn: cutMrkdwn(mrkdwn`${name}`, LONGEST_NAME) })

const LONGEST_NAME = 60

export const home: readonly Operation[] = [homeShow]
