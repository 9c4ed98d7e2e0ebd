import { z } from 'zod'
import type { Period } from '../../core/args.ts'
import { hiddenField, reason, textField } from '../../core/common-fields.ts'
import type { Member, Pause, Plan } from '../../core/context.ts'
import { type Field, value } from '../../core/field.ts'
import { operation } from '../../core/operation.ts'
import { refuseViewers } from '../../core/permissions.ts'
import { findNamedIn, findReasonIn, findWish, namesAll } from '../../language/wishes.ts'
import { formButton, hasRoom, primary, replaceButton } from '../../message/blocks.ts'
import { lines, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'
import { formatPeriod } from '../calendar-days.ts'
import { planArgs, plansArgs, plansIn } from '../plans/plan-fields.ts'
import { formatNames } from '../plans/plan-states.ts'
import { activePausesOf, formatPause, formatPauseRow, overlaps } from './active-pauses.ts'
import { formatConsequences, withStatesToTell } from './announcement.ts'
import { NO } from './pause-buttons.ts'
import { pauseAdd } from './pause-plans.ts'
import { findPeriodsIn } from './period-field.ts'
import { pauseRemove } from './remove-pauses.ts'
import { findWhy, presentWhy, type Why } from './why-paused.ts'

/** All of a sentence, as it was said. */
const sentence: Field<string, Member> = {
  ...textField('sentence', 'Sentence', { max: 4000, optional: true }),
  inputs: [],
  read: ({ sentence = '' }) => value(sentence),
  parseFrom: rest => ({ values: { sentence: rest }, rest: '' }),
}

type Found =
  | { kind: 'nothing' | 'declined' }
  | { kind: 'named'; plans: readonly Plan[]; period: Period | undefined }
  | { kind: 'why'; why: Why }
  | { kind: 'pause'; plans: readonly Plan[]; periods: readonly Period[]; reason: string }
  | { kind: 'resume'; plans: readonly Plan[] }
  | { kind: 'pauses'; plans: readonly Plan[]; pauses: readonly { plan: Plan; pause: Pause }[] }

/** Answers a sentence that fits no command by a card: nothing is done without a press. */
export const pauseSuggest = operation({
  id: 'pause.suggest',
  effect: 'read',
  private: true,
  command: { words: ['suggest'], usage: '<sentence>' },
  help: {
    summary: 'finds plans and days in a sentence to a colleague, and asks before anything is done',
    examples: ['suggest the auditors are in on thursday, please keep web-prod paused that day'],
    isHidden: true,
  },
  fields: {
    sentence,
    /** Whether other sentences are offered where this one says too little. */
    hasSimilar: hiddenField(z.boolean()),
  },
  async execute({ sentence, hasSimilar = false }, context): Promise<Found> {
    if (sentence === '') return { kind: 'declined' }
    const all = await context.plans()
    const { found, rest } = findNamedIn(sentence, all)
    const plans = found.length === 0 && namesAll(rest) ? all : found
    const wish = findWish(rest, sentence)
    const [plan, another] = plans
    if (!plan && wish !== 'question') return { kind: 'nothing' }
    const periods = findPeriodsIn(rest, context.at)
    const [period, other] = periods
    const isOn = ({ pause }: { pause: Pause }) => !period || periods.some(each => overlaps(pause, each))
    const pauses = activePausesOf(plan ? plans : all, context.at).filter(isOn)
    if (wish === 'resume' && pauses.length > 0) {
      const live = pauses.filter(({ isLive }) => isLive)
      const paused = plansIn(live.length > 0 ? live : pauses)
      await refuseViewers(pauseRemove, context, plansArgs(paused))
      return { kind: 'resume', plans: paused }
    }
    if (wish === 'question' || wish === 'return' || wish === 'resume') {
      if (plan && !another && !period) return { kind: 'why', why: await findWhy(plan, context) }
      return { kind: 'pauses', plans: found, pauses }
    }
    if (wish === 'pause' && period) {
      await refuseViewers(pauseAdd, context)
      const { zone = 'UTC', now, locale } = context.at
      const stated = await reason.parseFrom?.(findReasonIn(sentence, { now, zone, locale }, all), context)
      const known = await withStatesToTell(plans, context)
      return { kind: 'pause', plans: known, periods, reason: stated?.values.reason ?? '' }
    }
    if (hasSimilar || found.length === 0) return { kind: 'nothing' }
    return { kind: 'named', plans: found, period: other ? undefined : period }
  },
  present(found, context): Reply {
    const { at } = context
    switch (found.kind) {
      case 'named':
        return presentNamed(found)
      case 'why':
        return presentWhy(found.why, context)
      case 'nothing':
        return { text: mrkdwn`I found no plan and no days in that.`, to: 'me', isEmpty: true }
      case 'declined':
        return { text: mrkdwn`OK, nothing was done.`, to: 'me' }
      case 'resume':
        return reply(
          'me',
          mrkdwn`Resume ${formatNames(found.plans)}?`,
          primary(replaceButton('Resume', 'pause.remove', { ...plansArgs(found.plans), isSure: true })),
          NO,
        )
      case 'pause': {
        const { plans, periods, reason } = found
        const args = { ...plansArgs(plans), ...(reason && { reason }) }
        const [period = { from: '', until: '' }, other] = periods
        const pause = (text: string, period: Period) =>
          replaceButton(text, 'pause.add', { ...args, period, isSure: true })
        if (other)
          return reply(
            'me',
            mrkdwn`Pause ${formatNames(plans)}${reason && ` – ${reason}`}: which days do you mean?`,
            ...periods.map(each => pause(formatPeriod(each), each)).filter(hasRoom),
            NO,
          )
        return reply(
          'me',
          lines(
            mrkdwn`Pause ${formatNames(plans)}, ${formatPause({ ...period, reason })}?`,
            formatConsequences(plans, period, at),
          ),
          ...[primary(pause('Pause', period))].filter(hasRoom),
          formButton('Edit', 'pause.add', { ...args, period }),
          NO,
        )
      }
      case 'pauses':
        return {
          text:
            found.pauses.length > 0
              ? lines(
                  ...found.pauses
                    .slice(0, MAX_PAUSES)
                    .map(({ plan, pause }) => mrkdwn`*${plan.name}* ${formatPauseRow(plan, pause, at)}`),
                )
              : mrkdwn`${found.plans.length > 0 ? formatNames(found.plans) : 'No plan'} ${['is', 'is not'][found.plans.length] ?? 'are not'} paused then.`,
          to: 'me',
        }
      default:
        return found satisfies never
    }
  },
})

/** Offers what can be done with plans that a sentence names, where it does not say what is wanted of them. */
function presentNamed({ plans, period }: Extract<Found, { kind: 'named' }>): Reply {
  const [plan, another] = plans
  return reply(
    'me',
    mrkdwn`I did not understand what you want of ${formatNames(plans)}, so nothing was done.`,
    formButton(another ? 'Pause these plans' : `Pause ${plan?.name}`, 'pause.add', {
      ...plansArgs(plans),
      ...(period && { period }),
    }),
    ...plans
      .slice(0, MAX_SHOWN)
      .map(each => replaceButton(`Show ${each.name}`, 'plan.show', planArgs(each)))
      .filter(hasRoom),
  )
}

const MAX_SHOWN = 3
const MAX_PAUSES = 5
