import { Refused } from '../errors.ts'
import { days, newDays, type Period } from '../fields/days.ts'
import { plan, planBeforeDays } from '../fields/named.ts'
import { hidden, page, reason } from '../fields/words.ts'
import { operation, type Reply } from '../operation.ts'
import type { Actor, Pause, Plan } from '../person.ts'
import { ServiceError } from '../service/failure.ts'
import { actions, type Block, type Button, section } from '../slack/blocks.ts'
import { lines, type Mrkdwn, mention, mrkdwn } from '../slack/mrkdwn.ts'
import { readReference } from '../text/names.ts'
import { sayDays } from '../time/text.ts'
import { pageOf, sayPage, turnButtons } from './pages.ts'
import { changeButton, matching, resumeButton } from './pause-buttons.ts'
import { showButton } from './plans.ts'
import { isLive, sayPause, standingOf, todayOf } from './standing.ts'

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
    refuseTwin(plan, period, reason)
    return { plan, period, reason, pauseId: await add(plan, period, reason, me) }
  },
  reply: (made, me) => announce(mrkdwn`${mention(me.person.user)} paused *${made.plan.name}*`, made),
})

export const pauseList = operation({
  id: 'pause.list',
  sentences: ['pause list', 'pauses', 'list pauses'],
  summary: 'lists the pauses that are live or coming',
  examples: ['pause list'],
  access: 'actor',
  effect: 'read',
  fields: { page },
  perform: async ({ page }, me) => pageOf(standingOf(await me.plans(), me.at), page),
  reply(page) {
    if (page.total === 0) return { text: mrkdwn`No plan is paused, and no pause is coming.`, to: 'me' }
    const title = mrkdwn`${page.total} ${page.total === 1 ? 'pause is' : 'pauses are'} live or coming${sayPage(page)}.`
    const told = page.shown.map(({ plan, pause, live }) => ({
      text: mrkdwn`*${plan.name}* (${live ? 'live' : 'coming'}): ${sayPause(pause)}`,
      buttons: [resumeButton(plan, pause), changeButton(plan, pause)],
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
    if (pause === undefined) throw gone(plan, meant, 'take back')
    if (candidates.length > 1) return { kind: 'several', plan, pauses: candidates }
    await remove(plan, pause, me)
    return { kind: 'removed', plan, pause }
  },
  reply(output, me) {
    const { plan } = output
    if (output.kind === 'removed') {
      const which = isLive(output.pause, todayOf(plan, me.at)) ? 'pause' : 'coming pause'
      const text = mrkdwn`${mention(me.person.user)} resumed *${plan.name}*. Its ${which} is taken back: ${sayPause(output.pause)}`
      return { text, blocks: [section(text), ...actions(showButton(plan))], to: 'channel' }
    }
    const text = mrkdwn`*${plan.name}* has ${output.pauses.length} pauses. Which one do you want to take back?`
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
  fields: { plan: planBeforeDays, days: newDays, reason, pause: hidden('pause') },
  async perform({ plan, days: period, reason: given, pause: meant }, me) {
    const [old, another] = matching(plan, meant, me.at)
    if (old === undefined) throw gone(plan, meant, 'change')
    if (another)
      throw new Refused(
        mrkdwn`*${plan.name}* has several pauses, so nothing was changed. \`/pause list\` has *Change dates* for each.`,
      )
    // A button filled the form with the old reason; a sentence without one leaves it as it was.
    const reason = meant === undefined ? given || old.reason : given
    refuseTwin(plan, period, reason)
    const pauseId = await add(plan, period, reason, me)
    const fate = await remove(plan, old, me).then((): Fate => 'removed', fateOf)
    return { plan, period, reason, pauseId, old, fate }
  },
  reply({ old, fate, ...made }, me) {
    const changed = mrkdwn`${mention(me.person.user)} changed the pause of *${made.plan.name}*`
    const note = mrkdwn`${FATES[fate](sayDays(old.pause_start, old.pause_end))}`
    const removal = { ...resumeButton(made.plan, old), text: 'Remove the old pause' }
    return announce(changed, made, note, ...(fate === 'stands' || fate === 'unknown' ? [removal] : []))
  },
})

/** What became of the pause that new days took the place of. */
type Fate = 'removed' | 'gone' | 'stands' | 'unknown'

const FATES: Record<Fate, (days: string) => string> = {
  removed: days => `It was ${days}.`,
  gone: days =>
    `:warning: Somebody else took back or changed the old pause, ${days}, meanwhile. Please look whether both are meant.`,
  stands: days =>
    `:warning: The old pause, ${days}, could not be removed and still stands. Please remove it.`,
  unknown: days => `:warning: The old pause, ${days}, may still stand. Please look, and remove it.`,
}

function fateOf(error: unknown): Fate {
  if (!(error instanceof ServiceError)) throw error
  if (error.kind === 'not found') return 'gone'
  return error.outcome === 'unknown' ? 'unknown' : 'stands'
}

function gone(plan: Plan, meant: string | undefined, what: 'change' | 'take back'): Refused {
  return meant === undefined
    ? new Refused(
        mrkdwn`*${plan.name}* is not paused, and no pause is coming, so there is nothing to ${what}.`,
        showButton(plan),
      )
    : new Refused(
        mrkdwn`The pause of *${plan.name}*, ${readReference(meant).name}, is not there any more: it is over, or somebody took it back or changed it. Nothing was done.`,
        showButton(plan),
      )
}

/** Twice the same is a slip of the finger, or a second try after a first one that did get through. */
function refuseTwin(plan: Plan, { from, until }: Period, reason: string): void {
  const twin = plan.pauses.find(
    pause => pause.pause_start === from && pause.pause_end === until && pause.reason === reason,
  )
  if (twin)
    throw new Refused(
      mrkdwn`*${plan.name}* is already paused like this: ${sayPause(twin)}. Nothing was done.`,
      resumeButton(plan, twin),
      changeButton(plan, twin),
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

function announce(what: Mrkdwn, made: Made, note?: Mrkdwn, ...buttons: Button[]): Reply {
  const { plan, period, reason, pauseId } = made
  const pause = { pause_id: pauseId, pause_start: period.from, pause_end: period.until, reason }
  const text = lines(mrkdwn`${what}: ${sayPause(pause)}`, note)
  const usual = [resumeButton(plan, pause), changeButton(plan, pause), showButton(plan)]
  return { text, blocks: [section(text), ...actions(...usual, ...buttons)], to: 'channel' }
}
