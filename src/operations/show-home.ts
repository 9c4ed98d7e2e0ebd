import { page } from '../core/common-fields.ts'
import type { Member } from '../core/context.ts'
import { NoOrganization, NotLinked } from '../core/errors.ts'
import { operation } from '../core/operation.ts'
import { bindButtons } from '../core/permissions.ts'
import { formatCount } from '../language/wording.ts'
import {
  actions,
  type Block,
  type Button,
  formButton,
  primary,
  replaceButton,
  section,
  sentenceButton,
} from '../message/blocks.ts'
import { cutMrkdwn, join, lines, mrkdwn, SEPARATOR } from '../message/mrkdwn.ts'
import { type Reply, reply } from '../message/reply.ts'
import { formatShortPeriod } from './calendar-days.ts'
import { formatMembership, membershipsOf } from './organizations/fields.ts'
import { formatPage, labelButton, pageButtons, pageOf } from './pages.ts'
import { activePauses } from './pauses/active-pauses.ts'
import { resumeButton } from './pauses/pause-buttons.ts'
import { CREATE_BUTTON, plansArgs, toggleButton } from './plans/plan-fields.ts'
import { type CurrentPlan, formatPlan, formatStates, groupByStatus, loadStatus } from './plans/plan-states.ts'

export const homeShow = operation({
  id: 'home.show',
  access: 'anyone',
  private: true,
  command: { words: ['home'] },
  summary: 'shows where you act, the hours of your plans, and their pauses',
  fields: { page },
  async execute({ page }, guest): Promise<MemberHome | 'not linked' | 'no organization'> {
    try {
      return await loadHome(await guest.member(), page)
    } catch (error) {
      if (error instanceof NotLinked) return 'not linked'
      if (error instanceof NoOrganization) return 'no organization'
      throw error
    }
  },
  present: home =>
    home === 'not linked' ? WELCOME : home === 'no organization' ? CHOOSE_ORGANIZATION : presentHome(home),
})

type MemberHome = Awaited<ReturnType<typeof loadHome>>

async function loadHome(member: Member, page: number) {
  const [plans, { organizations, unread, membership, current = member.organization }] = await Promise.all([
    member.plans().then(plans => loadStatus(plans, member)),
    membershipsOf(member),
  ])
  return {
    member,
    plans,
    name: current.name,
    role: membership?.role ?? (unread ? '' : undefined),
    /** The person may be able to switch to another organization. */
    hasOthers: membership === undefined || organizations.length > 1 || unread !== undefined,
    page,
  }
}

const HELP_BUTTON = sentenceButton('Help', 'help')

const WELCOME = reply(
  'me',
  lines(
    mrkdwn`*Welcome to Dayshift.* It runs your team’s cloud schedules from Slack:`,
    mrkdwn`• see which plans are in hours (their schedule runs), and what changes next`,
    mrkdwn`• pause a plan for whole days, and resume it with a button`,
    mrkdwn`• say it where you talk: \`/pause web-prod tomorrow to friday load test\``,
    mrkdwn`Link your account once, with your own access token: you act as yourself.`,
  ),
  primary(formButton('Link account', 'account.link')),
  HELP_BUTTON,
)

const CHOOSE_ORGANIZATION = reply(
  'me',
  mrkdwn`You are linked. Which organization do you want to use?`,
  primary(formButton('Use organization', 'organization.use')),
  HELP_BUTTON,
)

const BUTTONS: readonly Button[] = [
  primary(formButton('Pause a plan', 'pause.add')),
  CREATE_BUTTON,
  replaceButton('This week', 'plan.week'),
  replaceButton('Month', 'plan.month'),
  HELP_BUTTON,
]

/** Shows a compact row per plan, with one button that depends on its status. */
function presentHome({ member, plans, name, role, hasOthers, page }: MemberHome): Reply {
  const groups = groupByStatus(plans)
  const sorted = groups.flatMap(([, group]) => group)
  const current = pageOf(sorted, page)
  const isEmpty = plans.length === 0
  const head = lines(
    formatMembership(name, role),
    isEmpty
      ? mrkdwn`There are no plans yet.`
      : mrkdwn`${formatCount(current.total, 'plan')}${formatPage(current)}: ${formatStates(groups)}`,
  )
  const rows = current.items.map(plan => rowOf(plan, member))
  const blocks: Block[] = [
    section(head, hasOthers ? formButton('Use another organization', 'organization.use') : undefined),
    ...actions(...(isEmpty ? [primary(CREATE_BUTTON), HELP_BUTTON] : BUTTONS)),
    ...rows.map(({ text, side }) => section(text, side)),
    ...actions(...pageButtons('home.show', current)),
  ]
  const reply: Reply = { text: lines(head, ...rows.map(({ text }) => text)), blocks, to: 'me' }
  return bindButtons(reply, { organizationId: member.organization.id }, member)
}

/** In characters: about one line on a phone. */
const MAX_NAME_LENGTH = 60

/** Shows the status and next pause of a plan, with a button to turn it on, resume it or pause it. */
function rowOf(plan: CurrentPlan, member: Member) {
  const { today, live } = plan
  const [next] = activePauses(plan, today)
  const name = { mrkdwn: cutMrkdwn(mrkdwn`${plan.name}`, MAX_NAME_LENGTH) }
  const hasUpcoming = next && live.length === 0
  const nextPause = hasUpcoming ? mrkdwn`next pause ${formatShortPeriod(next, today)}` : undefined
  const button =
    plan.state === 'inactive'
      ? toggleButton(plan)
      : live.length > 0
        ? resumeButton(plan, ...live)
        : formButton('Pause', 'pause.add', plansArgs([plan]))
  return {
    text: join([formatPlan(plan, member, name), nextPause], SEPARATOR),
    side: labelButton(button, plan.name),
  }
}
