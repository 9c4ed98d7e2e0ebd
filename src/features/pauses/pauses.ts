import { Refused } from '../../errors.ts'
import { daysOnClock, type NewPeriod, newDays, type Period, sayNew, sayPeriod } from '../../fields/days.ts'
import { planBeforeDays } from '../../fields/named.ts'
import { plans } from '../../fields/several.ts'
import { hidden, page, reason } from '../../fields/words.ts'
import { type Operation, operation } from '../../operation.ts'
import type { Pause, Plan } from '../../person.ts'
import { filled } from '../../raw.ts'
import type { Trouble } from '../../reply.ts'
import { ServiceError } from '../../service/failure.ts'
import { lines, mention, mrkdwn } from '../../slack/mrkdwn.ts'
import { sayList } from '../../text/lists.ts'
import { compareDays, sayDay, sayDays } from '../../time/text.ts'
import { listReply, pageOf, sayPage, turnButtons } from '../pages.ts'
import { whyNot } from '../troubles.ts'
import { sayUnread } from '../unread.ts'
import {
  changeButton,
  changeToButton,
  matching,
  resumeAllButtons,
  resumeButton,
  undoChangeButton,
} from './buttons.ts'
import {
  add,
  announce,
  gone,
  type Made,
  pauseOf,
  refusePauseTwin,
  remove,
  twinOf,
  whichOf,
} from './pausing.ts'
import { type Beside, eachOf, type Result, retryButtons, severalReply } from './several.ts'
import { othersOn, sayPause, standingOf } from './standing.ts'

type Added = ({ kind: 'one' } & Made) | Several
type Several = {
  kind: 'several'
  results: Result[]
  unread: number
  period: Period
  reason: string
  clock?: string | undefined
}

const pauseAdd = operation({
  id: 'pause.add',
  sentences: ['pause', 'pause add', 'suspend', 'hold'],
  usage: '<plan> <days> [reason]',
  summary: 'pauses a plan, several or all for whole days, and tells the channel',
  examples: [
    'pause web-prod tomorrow to friday load test',
    'pause web-prod until next wednesday',
    'pause web-prod, web-staging and data-warehouse until monday',
    'pause all this weekend',
  ],
  access: 'actor',
  effect: 'change',
  doing: 'pausing',
  form: { title: 'Pause a plan', submit: 'Pause' },
  fields: { plans, days: daysOnClock, reason, clock: hidden('clock') },
  async perform({ plans: { readable, unread }, days: period, reason, clock }, me, along): Promise<Added> {
    const [plan, another] = readable
    if (plan && !another && unread === 0) {
      refusePauseTwin(plan, period, reason)
      return { kind: 'one', plan, period, reason, pauseId: await add(plan, period, reason, me) }
    }
    const told = (results: Result[]): Added => ({ kind: 'several', results, unread, period, reason, clock })
    const tell = (results: Result[]) => along.tell(told(results))
    return told(
      await eachOf(readable, { ...along, tell }, async plan => {
        if (twinOf(plan, period, reason)) return { kind: 'same', why: mrkdwn`already paused like this` }
        const pauseId = await add(plan, period, reason, me)
        return { kind: 'done', pause: pauseOf({ period, reason, pauseId }) }
      }),
    )
  },
  reply(output, me) {
    if (output.kind === 'one')
      return announce(mrkdwn`${mention(me.person.user)} paused *${output.plan.name}*`, output, me.at)
    const { results, unread, period, reason, clock } = output
    const what = sayPause(pauseOf({ period, reason }))
    const raw = filled({ ...sayPeriod(period), reason, clock })
    const beside: Beside = {
      holds: ({ plan, pause }) => othersOn(plan, pause, me.at).length > 0,
      says: mrkdwn`:information_source: Other pauses hold on some of these days, too`,
    }
    return severalReply(
      { person: me.person, results, unread, doing: 'pausing', done: 'paused', what, beside },
      ({ failed, done }) => [
        ...retryButtons('Retry failed', 'pause.add', failed, () => raw),
        ...resumeAllButtons(done),
      ],
    )
  },
})

const pauseList = operation({
  id: 'pause.list',
  sentences: ['pause list', 'pauses', 'what is paused'],
  summary: 'lists the pauses that are live or coming',
  examples: ['pause list'],
  access: 'actor',
  effect: 'read',
  fields: { page },
  async perform({ page }, me) {
    const plans = await me.plans()
    const names = plans.filter(({ pausesUnread }) => pausesUnread).map(({ name }) => name)
    return { page: pageOf(standingOf(plans, me.at), page), names, unread: await me.plansUnread() }
  },
  reply({ page, names, unread }) {
    const pauses =
      names.length > 0 ? mrkdwn`:warning: Pauses of ${sayList(names)} cannot be read.` : undefined
    const plans = sayUnread(unread, 'plan')
    const others = pauses || plans ? lines(pauses, plans) : undefined
    const count = mrkdwn`${page.total} ${page.total === 1 ? 'pause is' : 'pauses are'} live or coming${sayPage(page)}.`
    const title = lines(page.total === 0 && !others ? NONE : count, others)
    if (page.total === 0) return { text: title, to: 'me', ...(!others && { empty: true }) }
    const rows = page.shown.map(({ plan, pause, live }) => ({
      text: mrkdwn`*${plan.name}* (${live ? 'live' : 'coming'}): ${sayPause(pause)}`,
      name: `${plan.name}, ${sayDays(pause.pause_start, pause.pause_end)}`,
      buttons: [resumeButton(plan, pause), changeButton(plan, pause)],
    }))
    return listReply(title, rows, ...turnButtons('pause.list', page))
  },
})

const NONE = mrkdwn`No plan is paused, and no pause is coming.`

const pauseChange = operation({
  id: 'pause.change',
  sentences: ['pause change', 'extend', 'extend pause'],
  usage: '<plan> <days> [reason]',
  summary: 'gives the pause of a plan other days',
  examples: ['pause change web-prod until friday'],
  access: 'actor',
  effect: 'change',
  doing: 'changing the pause',
  form: { title: 'Change a pause', submit: 'Change dates' },
  fields: { plan: planBeforeDays, days: newDays, reason, pause: hidden('pause'), clock: hidden('clock') },
  async perform({ plan, days: said, reason: given, pause: meant }, me, { explain }): Promise<Changed> {
    const pauses = matching(plan, meant, me.at)
    const [old, another] = pauses
    if (old === undefined) throw gone(plan, meant, 'change')
    if (another) return severalOf(plan, pauses, said, given)
    const period = keepingStart(said, old)
    if (!period) throw beginsLater(old)
    // A button filled the form with the old reason; a sentence without one leaves it as it was.
    const reason = meant === undefined ? given || (old.reason ?? '') : given
    refusePauseTwin(plan, period, reason)
    const pauseId = await add(plan, period, reason, me)
    const fate = await remove(plan, old, me).then(
      (): Fate => 'removed',
      (error: unknown): Fate => (isGone(error) ? 'gone' : explain(error)),
    )
    return { kind: 'changed', plan, period, reason, pauseId, old, fate }
  },
  reply(output, me) {
    const { plan } = output
    if (output.kind === 'several pauses') {
      const { pauses, period, reason } = output
      return whichOf(
        mrkdwn`*${plan.name}* has several pauses. Which one is to be ${sayNew(period)}?`,
        pauses.map(pause => changeToButton(plan, pause, period, reason)),
      )
    }
    const { old, fate, ...now } = output
    const made = {
      ...now,
      plan: { ...plan, pauses: plan.pauses.filter(({ pause_id }) => pause_id !== old.pause_id) },
    }
    const changed = mrkdwn`${mention(me.person.user)} changed the pause of *${made.plan.name}*`
    const isSame = (old.reason ?? '') === made.reason
    const days = sayDays(old.pause_start, old.pause_end)
    const note = mrkdwn`${sayFate(fate, isSame ? days : sayPause(old))}`
    if (fate === 'removed')
      return announce(changed, made, me.at, note, ...undoChangeButton(made.plan, pauseOf(made), old, me.at))
    if (fate === 'gone') return announce(changed, made, me.at, note)
    const removal = { ...resumeButton(made.plan, old), text: 'Remove the old pause' }
    return {
      ...announce(changed, made, me.at, note, removal),
      aside: whyNot(mrkdwn`removing the old pause of *${made.plan.name}*, ${days}`, fate),
    }
  },
})

/** Whoever says only until when moves the end of a pause that is coming, and does not begin it today. */
function keepingStart(
  { from, until, onlyEnd }: NewPeriod,
  { pause_start: start }: Pause,
): Period | undefined {
  if (!onlyEnd || compareDays(start, from) <= 0) return { from, until }
  return compareDays(start, until) <= 0 ? { from: start, until } : undefined
}

const beginsLater = ({ pause_start }: Pause) =>
  new Refused(
    mrkdwn`The pause begins on ${sayDay(pause_start)}, which is later, so nothing was changed. Say from which day to which.`,
  )

/** The pauses of a plan that can have these days, and have others: somebody is to choose among them. */
function severalOf(plan: Plan, all: readonly Pause[], period: NewPeriod, reason: string): Changed {
  const pauses = all.filter(pause => {
    const own = keepingStart(period, pause)
    return own && !twinOf(plan, own, reason || (pause.reason ?? ''))
  })
  if (pauses.length > 0) return { kind: 'several pauses', plan, pauses, period, reason }
  throw new Refused(
    mrkdwn`*${plan.name}* has several pauses, and none of them can be changed to be ${sayNew(period)}. Nothing was changed. \`/pause list\` has *Change dates* for each.`,
  )
}

type Changed =
  | ({ kind: 'changed'; old: Pause; fate: Fate } & Made)
  | { kind: 'several pauses'; plan: Plan; pauses: Pause[]; period: NewPeriod; reason: string }
/** What became of the pause that new days took the place of; a trouble where it may stand. */
type Fate = 'removed' | 'gone' | Trouble

const isGone = (error: unknown): boolean => error instanceof ServiceError && error.kind === 'not found'

function sayFate(fate: Fate, days: string): string {
  if (fate === 'removed') return `It was ${days}.`
  if (fate === 'gone')
    return `:warning: Somebody else took back or changed the old pause, ${days}, meanwhile. Please look whether both are meant.`
  return fate.isSure
    ? `:warning: The old pause, ${days}, could not be removed and still stands. Please remove it.`
    : `:warning: The old pause, ${days}, may still stand. Please look, and remove it.`
}

export const pauses: readonly Operation[] = [pauseAdd, pauseList, pauseChange]
