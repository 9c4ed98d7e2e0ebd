import { sayPeriod } from '../fields/days.ts'
import type { At, Pause, Plan } from '../person.ts'
import { filled } from '../raw.ts'
import type { Button } from '../slack/blocks.ts'
import { readReference, sayReference } from '../text/names.ts'
import { compareDays, sayDays } from '../time/text.ts'
import { sayPause, standingPauses, todayOf } from './standing.ts'

/** A pause that a button stands for; its id is not known where the service did not tell it. */
type Meant = Omit<Pause, 'pause_id'> & { pause_id?: string }

/** Takes back a pause. */
export function resumeButton(plan: Plan, pause: Meant): Button {
  return {
    text: 'Resume now',
    operation: 'pause.remove',
    raw: { plan: sayReference(plan), pause: referTo(pause) },
  }
}

/** Opens the form with the days and the reason that a pause has. */
export function changeButton(plan: Plan, pause: Meant): Button {
  const period = sayPeriod({ from: pause.pause_start, until: pause.pause_end })
  return {
    text: 'Change dates',
    operation: 'pause.change',
    raw: filled({ plan: sayReference(plan), pause: referTo(pause), ...period, reason: pause.reason }),
    how: 'form',
  }
}

/** Pauses a plan again as it was; a pause that had begun goes on from today. */
export function pauseAgainButton(plan: Plan, { pause_start, pause_end, reason }: Pause, at: At): Button {
  const today = todayOf(plan, at)
  const from = compareDays(pause_start, today) < 0 ? today : pause_start
  return {
    text: 'Pause again',
    operation: 'pause.add',
    raw: filled({ plan: sayReference(plan), ...sayPeriod({ from, until: pause_end }), reason }),
  }
}

/** The words of a button for a pause: its id, where that is known, else its reason where there is room; and its days. */
export function referTo(pause: Meant): string {
  const { pause_id, pause_start, pause_end, reason } = pause
  const days = sayDays(pause_start, pause_end)
  if (pause_id !== undefined) return sayReference({ id: pause_id, name: days })
  return reason.length <= LONGEST_REASON ? sayPause(pause) : days
}

/** Leaves room for a list of plans in a button's value, of 2000 characters. */
const LONGEST_REASON = 300

/**
 * The pauses of a plan that are not over, or the one that is meant: of that id, where it is known, and those days; with
 * that reason where there is one.
 */
export function matching(plan: Plan, meant: string | undefined, at: At): Pause[] {
  const standing = standingPauses(plan, todayOf(plan, at))
  if (meant === undefined) return standing
  const { id, name } = readReference(meant)
  const ofDays = standing
    .filter(({ pause_id }) => id === undefined || pause_id === id)
    .filter(({ pause_start, pause_end }) => `${name} – `.startsWith(`${sayDays(pause_start, pause_end)} – `))
  const exact = ofDays.filter(pause => sayPause(pause) === name)
  return exact.length > 0 ? exact : ofDays
}
