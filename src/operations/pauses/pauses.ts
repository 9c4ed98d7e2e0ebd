import { type Operation, operation } from '../../core/operation.ts'
import { filled } from '../../core/raw.ts'
import { sayCount, sayFirst } from '../../language/counts.ts'
import { sayDays } from '../../language/dates/text.ts'
import { sayList } from '../../language/lists.ts'
import { lines, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { daysIfAny, daysOnClock, type Period, sayPeriod } from '../fields/days.ts'
import { hidden, page, reason } from '../fields/plain.ts'
import { plans } from '../fields/several.ts'
import { plansSought, sayPlansSought } from '../fields/sought.ts'
import { listReply, pageOf, sayPage, turnButtons } from '../pages.ts'
import { namesOf } from '../plans/summary.ts'
import { sayUnread } from '../unread.ts'
import { changeButton, resumeAllButtons, resumeButton } from './buttons.ts'
import { pauseChange } from './changes.ts'
import { add, announce, type MadePause, pauseOf, refusePauseTwin, twinOf } from './pausing.ts'
import { buttonsForPlans, eachOf, type Result, severalReply } from './several.ts'
import { holdsBetween, othersOn, sayPause, standingOf } from './standing.ts'

type Added = ({ kind: 'one' } & MadePause) | Several
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
  summary: 'pauses one plan, several or all for whole days, and tells the channel',
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
      await eachOf(
        readable.map(plan => ({ plan })),
        { ...along, tell },
        async ({ plan }) => {
          if (twinOf(plan, period, reason))
            return { kind: 'same', why: mrkdwn`already paused for these days` }
          const pauseId = await add(plan, period, reason, me)
          return { kind: 'done', pause: pauseOf({ period, reason, pauseId }) }
        },
      ),
    )
  },
  reply(output, me) {
    if (output.kind === 'one')
      return announce(mrkdwn`${mention(me.person.user)} paused *${output.plan.name}*`, output, me.at)
    const { results, unread, period, reason, clock } = output
    const what = sayPause(pauseOf({ period, reason }))
    const raw = filled({ ...sayPeriod(period), reason, clock })
    return severalReply(
      { person: me.person, results, unread, doing: 'pausing', done: 'paused', what },
      (changed, countOf) => {
        const beside = changed.filter(({ plan, pause }) => othersOn(plan, pause, me.at).length > 0)
        const names = sayFirst(beside.map(({ plan }) => plan.name))
        return {
          did: mrkdwn`paused ${countOf(changed.length)}`,
          each: changed.map(({ plan }) => ({ sign: 'done', name: plan.name })),
          note: names
            ? mrkdwn`:information_source: Other pauses also cover some of these days: ${names}`
            : undefined,
        }
      },
      ({ failed, done }) => [
        ...buttonsForPlans('Retry failed', 'pause.add', failed, () => raw),
        ...resumeAllButtons(done),
      ],
    )
  },
})

const pauseList = operation({
  id: 'pause.list',
  sentences: ['pause list', 'pauses', 'what is paused'],
  usage: '[plans] [days]',
  summary: 'lists live and upcoming pauses, of some plans or all, on some days or any',
  examples: ['pause list', 'pause list web-prod and web-staging', 'pause list next week'],
  access: 'actor',
  effect: 'read',
  fields: { page, sought: plansSought, days: daysIfAny },
  async perform({ page, sought, days }, me) {
    const plans = sought?.readable ?? (await me.plans())
    const names = plans.filter(({ pausesUnread }) => pausesUnread).map(({ name }) => name)
    const standing = standingOf(plans, me.at).filter(
      ({ pause }) => !days || holdsBetween(pause, days.from, days.until),
    )
    const unread = sought?.unread ?? (await me.plansUnread())
    return { page: pageOf(standing, page), sought: { plans: sought?.readable, days }, names, unread }
  },
  reply({ page, sought: { plans: some, days }, names, unread }) {
    const of = some ? mrkdwn` of ${namesOf(some)}` : mrkdwn``
    const on = days ? mrkdwn` on ${sayDays(days.from, days.until)}` : mrkdwn``
    const pauses =
      names.length > 0 ? mrkdwn`:warning: Pauses of ${sayList(names)} cannot be read.` : undefined
    const plans = sayUnread(unread, 'plan')
    const others = pauses || plans ? lines(pauses, plans) : undefined
    const are = page.total === 1 ? 'is' : 'are'
    const count = mrkdwn`${sayCount(page.total, 'pause')}${of} ${are} live or upcoming${on}${sayPage(page)}.`
    const none = some || days ? mrkdwn`No pause${of} is live or upcoming${on}.` : NONE
    const title = lines(page.total === 0 && !others ? none : count, others)
    if (page.total === 0) return { text: title, to: 'me', ...(!others && { empty: true }) }
    const rows = page.shown.map(({ plan, pause, live }) => ({
      text: mrkdwn`*${plan.name}* (${live ? 'live' : 'upcoming'}): ${sayPause(pause)}`,
      name: `${plan.name}, ${sayDays(pause.pause_start, pause.pause_end)}`,
      buttons: [resumeButton(plan, pause), changeButton(plan, pause)],
    }))
    const raw = filled({ ...sayPlansSought(some), ...(days && sayPeriod(days)) })
    return listReply(title, rows, ...turnButtons('pause.list', page, raw))
  },
})

const NONE = mrkdwn`No plan is paused, and no pause is coming.`

export const pauses: readonly Operation[] = [pauseAdd, pauseList, pauseChange]
