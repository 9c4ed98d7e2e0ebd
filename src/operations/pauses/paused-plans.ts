import type { Period } from '../../core/args.ts'
import type { Member } from '../../core/context.ts'
import { formatFirst } from '../../language/counts.ts'
import { lines, mrkdwn } from '../../message/mrkdwn.ts'
import type { Lead, Reply } from '../../message/reply.ts'
import { formatPause, overlapping } from './active-pauses.ts'
import { announcedPauses, formatConsequence } from './announcement.ts'
import { doneIn, type StepResult, stepsReply } from './each-plan.ts'
import { type PausedPlan, plansButtons, resumeAllButtons } from './pause-buttons.ts'

/** What became of several plans that were to be paused. */
export type PausedPlans = {
  kind: 'several'
  results: StepResult[]
  unread: number
  period: Period
  reason: string
  remind: Lead | undefined
}

export function presentPausedPlans(
  { results, unread, period, reason, remind }: PausedPlans,
  { person, at, pauseMeans }: Member,
): Reply {
  const what = formatPause({ ...period, reason })
  const retryArgs = { period, reason, remind, isSure: true, keepsBoth: true }
  const overlaps = ({ plan, pause }: PausedPlan) => overlapping(plan, pause, at).length > 0
  const summary = stepsReply(
    { person, results, unread, doing: 'pausing', done: 'paused', what },
    (changed, countOf) => {
      const names = formatFirst(changed.filter(overlaps).map(({ plan }) => plan.name))
      return {
        did: mrkdwn`paused ${countOf(changed.length)}`,
        each: changed.map(({ plan, pause }) => ({
          sign: 'done',
          name: plan.name,
          why: formatConsequence(plan, pause, at),
        })),
        note: lines(
          mrkdwn`${pauseMeans}`,
          names
            ? mrkdwn`:information_source: Other pauses also cover some of these days: ${names}`
            : undefined,
        ),
      }
    },
    ({ failed, done }) => [
      ...plansButtons('Retry failed', 'pause.add', failed, () => retryArgs),
      ...resumeAllButtons(done),
    ],
  )
  return summary.to === 'channel' ? { ...summary, announces: announcedPauses(doneIn(results), at) } : summary
}
