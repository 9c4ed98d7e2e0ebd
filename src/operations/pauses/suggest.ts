import { z } from 'zod'
import type { Period } from '../../core/args.ts'
import { hiddenField, reason, textField } from '../../core/common-fields.ts'
import type { Member, Plan } from '../../core/context.ts'
import { type Field, value } from '../../core/field.ts'
import { operation } from '../../core/operation.ts'
import { refuseForbidden } from '../../core/permissions.ts'
import { findNamedIn, findReasonIn, findWish, namesAll } from '../../language/wishes.ts'
import { fitsValue, formButton, primary, replaceButton, runButton } from '../../message/blocks.ts'
import { lines, mrkdwn, withMentionedNames } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'
import { formatPeriod } from '../calendar-days.ts'
import { planArgs, plansArgs, plansIn } from '../plans/plan-fields.ts'
import { formatNames } from '../plans/plan-states.ts'
import { activePausesOf, formatPause, formatPauseRow, overlaps } from './active-pauses.ts'
import { formatConsequences, withVisibleStates } from './announcement.ts'
import { ask, NO_BUTTON } from './pause-buttons.ts'
import { pauseAdd } from './pause-plans.ts'
import { findPeriodsIn } from './period-field.ts'
import { pauseRemove } from './remove-pauses.ts'
import { type Explanation, loadExplanation, presentExplanation } from './why-paused.ts'

const sentence: Field<string, Member> = {
  ...textField('sentence', 'Sentence', { max: 4000, optional: true }),
  inputs: [],
  read: ({ sentence = '' }) => value(sentence),
  parseFrom: rest => ({ values: { sentence: rest }, rest: '' }),
}

type Suggestion =
  | { kind: 'nothing' | 'declined' }
  | { kind: 'named'; plans: readonly Plan[]; period: Period | undefined }
  | { kind: 'why'; explanation: Explanation }
  | { kind: 'pause'; plans: readonly Plan[]; periods: readonly Period[]; reason: string }
  | { kind: 'resume'; plans: readonly Plan[] }
  | { kind: 'pauses'; plans: readonly Plan[]; pauses: ReturnType<typeof activePausesOf>; isNow: boolean }

/** Replies to a sentence that matches no command with suggestions; nothing is done without a press. */
export const pauseSuggest = operation({
  id: 'pause.suggest',
  private: true,
  command: { words: ['suggest'], usage: '<sentence>' },
  summary: 'finds plans and days in a sentence to a colleague, and asks before anything is done',
  examples: ['suggest the auditors are in on thursday, please keep web-prod paused that day'],
  isHidden: true,
  fields: {
    sentence,
    /** Similar commands are suggested if the sentence is unclear. */
    hasSimilar: hiddenField(z.boolean()),
  },
  async execute({ sentence, hasSimilar = false }, context): Promise<Suggestion> {
    if (sentence === '') return { kind: 'declined' }
    const all = await context.plans()
    const { found: mentioned, rest } = findNamedIn(sentence, all)
    const plans = mentioned.length === 0 && namesAll(rest) ? all : mentioned
    const wish = findWish(rest, sentence)
    const [plan, another] = plans
    if (!plan && wish !== 'question') return { kind: 'nothing' }
    const periods = findPeriodsIn(rest, context.at)
    const [period, other] = periods
    if (wish === 'question' || wish === 'return' || wish === 'resume') {
      const pauses = activePausesOf(plan ? plans : all, context.at).filter(({ pause, isLive }) =>
        period ? periods.some(each => overlaps(pause, each)) : plan || wish === 'resume' || isLive,
      )
      if (wish === 'resume' && pauses.length > 0) {
        const live = pauses.filter(({ isLive }) => isLive)
        const paused = plansIn(live.length > 0 ? live : pauses)
        await refuseForbidden(pauseRemove, context, plansArgs(paused))
        return { kind: 'resume', plans: paused }
      }
      if (plan && !another && !period)
        return { kind: 'why', explanation: await loadExplanation(plan, context) }
      return { kind: 'pauses', plans: mentioned, pauses, isNow: !period }
    }
    if (wish === 'pause' && period) {
      const { zone = 'UTC', now, locale } = context.at
      const parsed = await reason.parseFrom?.(findReasonIn(sentence, { now, zone, locale }, all), context)
      const why = withMentionedNames(parsed?.values?.reason ?? '')
      await refuseForbidden(pauseAdd, context, other ? {} : { ...plansArgs(plans), period, reason: why })
      return { kind: 'pause', plans: await withVisibleStates(plans, context), periods, reason: why }
    }
    if (hasSimilar || mentioned.length === 0) return { kind: 'nothing' }
    return { kind: 'named', plans: mentioned, period: other ? undefined : period }
  },
  present(suggestion, context): Reply {
    switch (suggestion.kind) {
      case 'nothing':
        return { text: mrkdwn`I found no plan and no days in that.`, to: 'me', isEmpty: true }
      case 'declined':
        return { text: mrkdwn`OK, nothing was done.`, to: 'me' }
      case 'why':
        return presentExplanation(suggestion.explanation, context)
      case 'resume': {
        const args = { ...plansArgs(suggestion.plans), isSure: true }
        const question = mrkdwn`Resume ${formatNames(suggestion.plans)}?`
        return ask(question, [primary(runButton('Resume', 'pause.remove', args)), NO_BUTTON])
      }
      case 'named': {
        const { plans, period } = suggestion
        const [plan, another] = plans
        return reply(
          'me',
          mrkdwn`I did not understand what you want of ${formatNames(plans)}, so nothing was done.`,
          formButton(another ? 'Pause these plans' : `Pause ${plan?.name}`, 'pause.add', {
            ...plansArgs(plans),
            ...(period && { period }),
          }),
          ...plans
            .slice(0, MAX_SHOW_BUTTONS)
            .map(each => replaceButton(`Show ${each.name}`, 'plan.show', planArgs(each)))
            .filter(fitsValue),
        )
      }
      case 'pause': {
        const { plans, periods, reason } = suggestion
        const args = { ...plansArgs(plans), ...(reason && { reason }) }
        const [period = { from: '', until: '' }, other] = periods
        const pause = (text: string, period: Period) =>
          replaceButton(text, 'pause.add', { ...args, period, isSure: true })
        if (other)
          return ask(
            mrkdwn`Pause ${formatNames(plans)}${reason && ` – ${reason}`}: which days do you mean?`,
            [...periods.map(each => pause(formatPeriod(each), each)).filter(fitsValue), NO_BUTTON],
          )
        return reply(
          'me',
          lines(
            mrkdwn`Pause ${formatNames(plans)}, ${formatPause({ ...period, reason })}?`,
            formatConsequences(plans, period, context.at),
          ),
          ...[primary(pause('Pause', period))].filter(fitsValue),
          formButton('Edit', 'pause.add', { ...args, period }),
          NO_BUTTON,
        )
      }
      case 'pauses': {
        const { plans, pauses, isNow } = suggestion
        const subject = plans.length > 0 ? formatNames(plans) : 'No plan'
        const verb = ['is', 'is not'][plans.length] ?? 'are not'
        const emptyNote = mrkdwn`${subject} ${verb} paused${isNow ? '' : ' then'}.`
        const rows = pauses
          .slice(0, MAX_PAUSES)
          .map(({ plan, pause }) => mrkdwn`*${plan.name}* ${formatPauseRow(plan, pause, context.at)}`)
        const more = mrkdwn`These are ${MAX_PAUSES} of ${pauses.length} pauses; \`/pause list\` shows all.`
        if (pauses.length > MAX_PAUSES) rows.push(more)
        return { text: rows.length > 0 ? lines(...rows) : emptyNote, to: 'me' }
      }
      default:
        return suggestion satisfies never
    }
  },
})

const MAX_SHOW_BUTTONS = 3
const MAX_PAUSES = 4
