import type { Period } from '../../core/args.ts'
import { reason, textField } from '../../core/common-fields.ts'
import type { Member, Pause, Plan } from '../../core/context.ts'
import { type Field, value } from '../../core/field.ts'
import { operation } from '../../core/operation.ts'
import { refuseViewers } from '../../core/permissions.ts'
import { findNamedIn, findReasonIn, findWish } from '../../language/wishes.ts'
import { formButton, hasRoom, replaceButton } from '../../message/blocks.ts'
import { lines, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'
import { formatPeriod } from '../calendar-days.ts'
import { plansArgs } from '../plans/plan-field.ts'
import { formatNames } from '../plans/summary.ts'
import { activePausesOf, formatPause, formatPauseRow, overlaps } from './active-pauses.ts'
import { formatConsequences } from './consequence.ts'
import { pauseAdd } from './pause-plans.ts'
import { findPeriodsIn } from './period-field.ts'
import { pauseRemove } from './remove-pauses.ts'

/** All of a sentence, as it was said. */
const sentence: Field<string, Member> = {
  ...textField('sentence', 'Sentence', { max: 4000, optional: true }),
  inputs: [],
  read: ({ sentence = '' }) => value(sentence),
  parseFrom: rest => ({ values: { sentence: rest }, rest: '' }),
}

type Found =
  | { kind: 'nothing' | 'declined' }
  | { kind: 'pause'; plans: readonly Plan[]; periods: readonly Period[]; reason: string }
  | { kind: 'resume'; plans: readonly Plan[] }
  | { kind: 'pauses'; plans: readonly Plan[]; pauses: readonly { plan: Plan; pause: Pause }[] }

/** Answers a sentence that fits no command by a card: nothing is done without a press. */
export const pauseSuggest = operation({
  id: 'pause.suggest',
  effect: 'read',
  access: 'member',
  private: true,
  command: { words: ['suggest'], usage: '<sentence>' },
  help: {
    summary: 'finds plans and days in a sentence to a colleague, and asks before anything is done',
    examples: ['suggest the auditors are in on thursday, please keep web-prod paused that day'],
    isHidden: true,
  },
  fields: { sentence },
  async execute({ sentence }, context): Promise<Found> {
    if (sentence === '') return { kind: 'declined' }
    const all = await context.plans()
    const { found, rest } = findNamedIn(sentence, all)
    const wish = findWish(rest)
    if (wish === undefined || (wish !== 'question' && found.length === 0)) return { kind: 'nothing' }
    const periods = findPeriodsIn(rest, context.at)
    if (wish === 'question') {
      const plans = found.length > 0 ? found : all
      const pauses = activePausesOf(plans, context.at)
      return {
        kind: 'pauses',
        plans: found,
        pauses: pauses.filter(
          ({ pause }) => periods.length === 0 || periods.some(period => overlaps(pause, period)),
        ),
      }
    }
    if (wish === 'resume') {
      await refuseViewers(pauseRemove, context, plansArgs(found))
      return { kind: 'resume', plans: found }
    }
    if (periods.length === 0) return { kind: 'nothing' }
    await refuseViewers(pauseAdd, context)
    const { zone = 'UTC', now, locale } = context.at
    const stated = await reason.parseFrom?.(findReasonIn(sentence, { now, zone, locale }, all), context)
    return { kind: 'pause', plans: found, periods, reason: stated?.values.reason ?? '' }
  },
  present(found, { at }): Reply {
    switch (found.kind) {
      case 'nothing':
        return { text: mrkdwn`I found no plan and no days in that.`, to: 'me', isEmpty: true }
      case 'declined':
        return { text: mrkdwn`OK, nothing was done.`, to: 'me' }
      case 'resume':
        return reply(
          'me',
          mrkdwn`Resume ${formatNames(found.plans)}?`,
          {
            ...replaceButton('Resume', 'pause.remove', { ...plansArgs(found.plans), isSure: true }),
            style: 'primary',
          },
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
          ...[{ ...pause('Pause', period), style: 'primary' as const }].filter(hasRoom),
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
              : mrkdwn`${found.plans.length > 0 ? formatNames(found.plans) : 'No plan'} ${found.plans.length > 0 ? 'is not' : 'is'} paused then.`,
          to: 'me',
        }
      default:
        return found satisfies never
    }
  },
})

const MAX_PAUSES = 5
const NO = replaceButton('No', 'pause.suggest')
