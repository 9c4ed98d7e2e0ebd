import { z } from 'zod'
import { hiddenField, optional, page } from '../../core/common-fields.ts'
import { Refused } from '../../core/errors.ts'
import { operation } from '../../core/operation.ts'
import { formatList } from '../../language/names.ts'
import { formatCount } from '../../language/wording.ts'
import { lines, mrkdwn } from '../../message/mrkdwn.ts'
import { formatPeriod } from '../calendar-days.ts'
import { formatPage, listReply, pageButtons, pageOf } from '../pages.ts'
import { ALL_PLANS, findPlans, plansArgs, plansField, plansIn } from '../plans/plan-fields.ts'
import { formatNames, loadStatesById } from '../plans/plan-states.ts'
import { authorOf, formatAuthor, recentChanges } from '../show-history.ts'
import { activePausesOf, formatPauseRow, overlaps } from './active-pauses.ts'
import { changeButton, resumeButton } from './pause-buttons.ts'
import { anyPeriod } from './period-field.ts'

export const pauseList = operation({
  id: 'pause.list',
  command: {
    words: ['pause list', 'pauses', 'what is paused', 'what is paused now'],
    usage: '[plans] [days]',
    presets: { 'what is paused now': { isLive: true } },
  },
  summary: 'shows the pauses, of some plans or on some days',
  examples: ['pause list', 'pause list web-prod and web-staging', 'pause list next week'],
  fields: {
    page,
    plans: optional(plansField),
    period: optional(anyPeriod),
    isLive: hiddenField(z.literal(true)),
  },
  async execute({ page, plans: selection = ALL_PLANS, period, isLive }, context) {
    const plans = await findPlans(selection, context)
    const active = activePausesOf(plans, context.at).filter(({ pause }) => !period || overlaps(pause, period))
    const unread = plans.filter(({ pausesUnread }) => pausesUnread).map(({ name }) => name)
    if (active.length === 0 && unread.length > 0)
      throw new Refused(mrkdwn`${formatUnread(unread)} I see no others.`)
    const pauses = isLive ? active.filter(each => each.isLive) : active
    const current = pageOf(pauses, page)
    const plansById = await loadStatesById(plansIn(current.items), context)
    const changes = await recentChanges(undefined, context)
    const items = current.items.map(({ plan, ...item }) => ({
      ...item,
      plan: plansById.get(plan.id) ?? plan,
      author: authorOf(plan, item.pause, changes),
    }))
    const selected = 'all' in selection ? undefined : plans
    return { page: { ...current, items }, plans: selected, period, isLive, unread }
  },
  present({ page, plans, period, isLive, unread }, context) {
    const ofPlans = plans ? mrkdwn` of ${formatNames(plans)}` : mrkdwn``
    const onDays = period ? mrkdwn` on ${formatPeriod(period)}` : mrkdwn``
    const kind = isLive ? 'live' : 'live or upcoming'
    const count =
      page.total === 0
        ? mrkdwn`No pause${ofPlans} is ${kind}${onDays}.`
        : mrkdwn`${formatCount(page.total, 'pause')}${ofPlans} ${page.total === 1 ? 'is' : 'are'} ${kind}${onDays}${formatPage(page)}.`
    const rows = page.items.map(({ plan, pause, isLive, author }) => ({
      text: lines(
        mrkdwn`*${plan.name}* (${isLive ? 'live' : 'upcoming'}): ${formatPauseRow(plan, pause, context.at)}`,
        author && formatAuthor(author, context),
      ),
      name: `${plan.name}, ${formatPeriod(pause)}`,
      buttons: [resumeButton(plan, pause), changeButton(plan, pause)],
    }))
    const args = { ...(plans && plansArgs(plans)), ...(period && { period }), ...(isLive && { isLive }) }
    const title = lines(count, unread.length > 0 ? formatUnread(unread) : undefined)
    return listReply(title, rows, ...pageButtons('pause.list', page, args))
  },
})

const formatUnread = (names: string[]) => mrkdwn`The pauses of ${formatList(names)} cannot be read.`
