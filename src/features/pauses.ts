import { Refused } from '../errors.ts'
import { days, hidden, type Period, page, plan, planBeforeDays, reason, sayPeriod } from '../fields.ts'
import { operation, type Reply } from '../operation.ts'
import type { Actor, At, Pause, Plan } from '../person.ts'
import { filled } from '../raw.ts'
import { ServiceError } from '../service/failure.ts'
import { actions, type Block, type Button, section } from '../slack/blocks.ts'
import { lines, type Mrkdwn, mention, mrkdwn } from '../slack/mrkdwn.ts'
import { readReference, sayReference } from '../text/names.ts'
import { compareDays, sayDays } from '../time/text.ts'
import { pageOf, sayPage, turnButtons } from './pages.ts'
import { isLive, sayPause, showButton, standingPauses, todayOf } from './plans.ts'

type Made = { plan: Plan; period: Period; reason: string; pauseId?: string }

export const pauseAdd = operation({
  id: 'pause.add',
  sentences: ['pause', 'pause add'],
  usage: '<plan> <days> [reason]',
  summary: 'pauses a plan for whole days and tells the channel',
  examples: ['pause web-prod tomorrow to friday load test', 'pause web-prod until next wednesday'],
  access: 'actor',
  effect: 'change',
  form: { title: 'Pause a plan', submit: 'Pause' },
  fields: { plan: planBeforeDays, days, reason },
  async perform({ plan, days: period, reason }, me): Promise<Made> {
    return { plan, period, reason, pauseId: await add(plan, period, reason, me) }
  },
  reply: (made, me) => announce(mrkdwn`${mention(me.person.user)} paused *${made.plan.name}*`, made, me.at),
})

export const pauseList = operation({
  id: 'pause.list',
  sentences: ['pause list', 'pauses', 'list pauses'],
  summary: 'lists the pauses that are live or coming',
  examples: ['pause list'],
  access: 'actor',
  effect: 'read',
  fields: { page },
  async perform({ page }, me) {
    const plans = await me.plans()
    const standing = plans.flatMap(plan => {
      const today = todayOf(plan, me.at)
      return standingPauses(plan, today).map(pause => ({ plan, pause, live: isLive(pause, today) }))
    })
    return pageOf(
      standing.sort((a, b) => compareDays(a.pause.pause_start, b.pause.pause_start)),
      page,
    )
  },
  reply(page, me) {
    if (page.total === 0) return { text: mrkdwn`No plan is paused, and no pause is coming.`, to: 'me' }
    const title = mrkdwn`${page.total} ${page.total === 1 ? 'pause is' : 'pauses are'} live or coming${sayPage(page)}.`
    const told = page.shown.map(({ plan, pause, live }) => ({
      text: mrkdwn`*${plan.name}* (${live ? 'live' : 'coming'}): ${sayPause(pause)}`,
      buttons: [resumeButton(plan, pause), changeButton(plan, pause, me.at)],
    }))
    const blocks: Block[] = [
      section(title),
      ...told.flatMap(({ text, buttons }) => [section(text), ...actions(...buttons)]),
      ...actions(...turnButtons('pause.list', page)),
    ]
    return { text: lines(title, ...told.map(({ text }) => text)), blocks, to: 'me' }
  },
})

type Removed =
  | { kind: 'removed'; plan: Plan; pause: Pause }
  | { kind: 'several'; plan: Plan; pauses: Pause[] }

export const pauseRemove = operation({
  id: 'pause.remove',
  sentences: ['resume', 'pause remove', 'unpause'],
  usage: '<plan>',
  summary: 'takes back the pause of a plan that is live or next',
  examples: ['resume web-prod'],
  access: 'actor',
  effect: 'change',
  form: { title: 'Resume a plan', submit: 'Resume' },
  fields: { plan, pause: hidden('pause') },
  async perform({ plan, pause: meant }, me): Promise<Removed> {
    const candidates = matching(plan, meant, me.at)
    const [pause] = candidates
    if (pause === undefined) throw gone(plan, meant)
    if (candidates.length > 1) return { kind: 'several', plan, pauses: candidates }
    await remove(plan, pause, me)
    return { kind: 'removed', plan, pause }
  },
  reply(output, me) {
    const { plan } = output
    if (output.kind === 'removed') {
      const text = mrkdwn`${mention(me.person.user)} resumed *${plan.name}*. Its pause is taken back: ${sayPause(output.pause)}`
      return { text, blocks: [section(text), ...actions(showButton(plan))], to: 'channel' }
    }
    const text = mrkdwn`*${plan.name}* has ${output.pauses.length} pauses. Which one shall end? Nothing was done yet.`
    const choices = output.pauses.map(
      (pause): Button => ({
        ...resumeButton(plan, pause),
        text: sayPause(pause),
        how: 'turn',
      }),
    )
    return { text, blocks: [section(text), ...actions(...choices)], to: 'me' }
  },
})

export const pauseChange = operation({
  id: 'pause.change',
  sentences: ['pause change'],
  usage: '<plan> <days> [reason]',
  summary: 'gives the pause of a plan other days',
  examples: ['pause change web-prod until friday'],
  access: 'actor',
  effect: 'change',
  form: { title: 'Change a pause', submit: 'Change dates' },
  fields: { plan: planBeforeDays, days, reason, pause: hidden('pause') },
  async perform({ plan, days: period, reason: given, pause: meant }, me) {
    const [old, another] = matching(plan, meant, me.at)
    if (old === undefined) throw gone(plan, meant)
    if (another)
      throw new Refused(
        mrkdwn`*${plan.name}* has several pauses, so nothing was changed. \`/pause list\` has *Change dates* for each.`,
      )
    // A button filled the form with the old reason; a sentence without one leaves it as it was.
    const reason = meant === undefined ? given || old.reason : given
    const pauseId = await add(plan, period, reason, me)
    const left = await remove(plan, old, me).then(() => undefined, stillThere)
    return { plan, period, reason, pauseId, old, left }
  },
  reply({ old, left, ...made }, me) {
    const changed = mrkdwn`${mention(me.person.user)} changed the pause of *${made.plan.name}*`
    const was = mrkdwn`It was ${sayDays(old.pause_start, old.pause_end)}.`
    if (!left) return announce(changed, made, me.at, was)
    const what = left.outcome === 'unknown' ? 'may still stand' : 'could not be removed and still stands'
    const warning = mrkdwn`:warning: The old pause, ${sayDays(old.pause_start, old.pause_end)}, ${what}. Please remove it.`
    return announce(changed, made, me.at, warning, {
      ...resumeButton(made.plan, old),
      text: 'Remove the old pause',
    })
  },
})

/** Why an old pause may not be gone; nothing where somebody else took it away. */
function stillThere(error: unknown): ServiceError | undefined {
  if (!(error instanceof ServiceError)) throw error
  return error.kind === 'not found' ? undefined : error
}

/** A pause that a button stands for; its id is not known where the service did not tell it. */
type Meant = Omit<Pause, 'pause_id'> & { pause_id?: string }

/** Takes back a pause. */
function resumeButton(plan: Plan, pause: Meant): Button {
  return {
    text: 'Resume now',
    operation: 'pause.remove',
    raw: { plan: sayReference(plan), pause: referTo(pause) },
  }
}

/** Opens the form with the days and the reason of a pause; what is over of it stays as it was. */
function changeButton(plan: Plan, pause: Meant, at: At): Button {
  const today = todayOf(plan, at)
  const from = isLive(pause, today) ? today : pause.pause_start
  const period = sayPeriod({ from, until: pause.pause_end })
  return {
    text: 'Change dates',
    operation: 'pause.change',
    raw: filled({ plan: sayReference(plan), pause: referTo(pause), ...period, reason: pause.reason }),
    how: 'form',
  }
}

function referTo({ pause_id, pause_start, pause_end }: Meant): string {
  const days = sayDays(pause_start, pause_end)
  return pause_id === undefined ? days : sayReference({ id: pause_id, name: days })
}

/** The pauses of a plan that are not over, or the one that is meant. */
function matching(plan: Plan, meant: string | undefined, at: At): Pause[] {
  const standing = standingPauses(plan, todayOf(plan, at))
  if (meant === undefined) return standing
  const { id, name } = readReference(meant)
  return standing.filter(({ pause_id, pause_start, pause_end }) =>
    id === undefined ? sayDays(pause_start, pause_end) === name : pause_id === id,
  )
}

function gone(plan: Plan, meant: string | undefined): Refused {
  return meant === undefined
    ? new Refused(
        mrkdwn`*${plan.name}* is not paused, and no pause is coming, so there was nothing to do.`,
        showButton(plan),
      )
    : new Refused(
        mrkdwn`The pause of *${plan.name}*, ${readReference(meant).name}, is not there any more: it is over, or somebody took it back or changed it. Nothing was done.`,
        showButton(plan),
      )
}

async function add(
  plan: Plan,
  { from, until }: Period,
  reason: string,
  me: Actor,
): Promise<string | undefined> {
  const { pause_id } = await me.call('pausePlan', {
    org_id: me.organization.id,
    plan_id: plan.id,
    pause_start: from,
    pause_end: until,
    reason,
  })
  return pause_id
}

async function remove(plan: Plan, { pause_id }: Pause, me: Actor): Promise<void> {
  await me.call('removePlanPause', { org_id: me.organization.id, plan_id: plan.id, pause_id })
}

function announce(what: Mrkdwn, made: Made, at: At, note?: Mrkdwn, ...buttons: Button[]): Reply {
  const { plan, period, reason, pauseId } = made
  const pause = { pause_id: pauseId, pause_start: period.from, pause_end: period.until, reason }
  const text = lines(mrkdwn`${what}: ${sayPause(pause)}`, note)
  const usual = [resumeButton(plan, pause), changeButton(plan, pause, at), showButton(plan)]
  return { text, blocks: [section(text), ...actions(...usual, ...buttons)], to: 'channel' }
}
