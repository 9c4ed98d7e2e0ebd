import { operation } from '../../core/operation.ts'
import { formatCount, formatFirst } from '../../language/wording.ts'
import { fitsValue, primary, replaceButton } from '../../message/blocks.ts'
import { lines, mrkdwn } from '../../message/mrkdwn.ts'
import { reply } from '../../message/reply.ts'
import { findPlans } from '../plans/plan-fields.ts'
import { formatPause, type PauseDetails, remainingPeriod } from './active-pauses.ts'
import { formatConsequences, withVisibleStates } from './announcement.ts'
import { loadNotes, pauseFields, reasonToSkip, refuseInvalidPause } from './pause-plans.ts'

/** A dry run of `pause.add`. */
export const pausePreview = operation({
  id: 'pause.preview',
  private: true,
  command: { words: ['pause preview', 'preview'], usage: '<plans> <days> [reason]' },
  summary: 'shows what a pause would skip, and changes nothing; so does a question mark at the end',
  examples: ['pause preview web-prod tomorrow', 'pause web-prod tomorrow to friday ?'],
  form: { title: 'Preview a pause', submit: 'Preview' },
  fields: pauseFields,
  notes: loadNotes,
  async execute({ plans: selection, period, reason }, context) {
    const targets = await findPlans(selection, context)
    const [plan, another] = targets
    if (plan && !another) await refuseInvalidPause(plan, period, reason, context)
    const skipped = targets.filter(plan => reasonToSkip({ plan, period, reason }, context.at))
    const paused = targets.filter(plan => !skipped.includes(plan))
    const plans = await withVisibleStates(paused, context)
    return { plans, skipped: skipped.map(({ name }) => name), selection, period, reason }
  },
  present({ plans, skipped, selection, period, reason }, { at }) {
    const [plan, another] = plans
    const target = plan && !another ? mrkdwn`*${plan.name}*` : mrkdwn`${formatCount(plans.length, 'plan')}`
    const pause: PauseDetails = {
      ...((plan && !another && remainingPeriod(plan, period, at)) || period),
      reason,
    }
    const args = { plans: selection, period, reason, isSure: true }
    const button = primary(replaceButton('Pause', 'pause.add', args))
    return reply(
      'me',
      lines(
        mrkdwn`${target} would be paused: ${formatPause(pause)}`,
        formatConsequences(plans, period, at),
        skipped.length > 0 ? mrkdwn`Nothing would change for ${formatFirst(skipped)}.` : undefined,
        mrkdwn`Nothing was done yet.`,
      ),
      ...(plan && fitsValue(button) ? [button] : []),
    )
  },
})
