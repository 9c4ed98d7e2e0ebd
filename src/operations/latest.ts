import type { Past } from '../changes/entry.ts'
import type { Actor, Plan } from '../core/context.ts'
import { Outdated } from '../core/errors.ts'
import { lines, moment, mrkdwn, unescapeMrkdwn } from '../message/mrkdwn.ts'
import { sayWho } from './history.ts'

/** So many of the latest changes of a plan are looked through for the one that is sought. */
const LATEST = 20

/** The latest changes of a plan that are on record and were made, the last one first. Whoever cannot ask knows of none. */
export async function latestChanges(plan: Plan, me: Actor): Promise<Past[]> {
  const asked = { organization: me.organization.id, person: me.person.key, plan }
  const latest = await me.record.some(asked, { from: 0, size: LATEST }).catch(() => [])
  return latest.filter(({ state }) => state === 'done' || state === 'partly')
}

/**
 * Tells what is different; where somebody else changed it meanwhile, also who that was, as far as that is on record. Not
 * every change of a plan `isOf` what is edited of it.
 */
export async function sayingWho<T>(
  { plan, isOf }: { plan: Plan; isOf(past: Past): boolean },
  me: Actor,
  differ: () => T,
): Promise<T> {
  try {
    return differ()
  } catch (error) {
    if (!(error instanceof Outdated)) throw error
    const now = unescapeMrkdwn(error.text.mrkdwn).split('\n')
    const about = new Set(now.map(labelOf))
    const latest = (await latestChanges(plan, me)).filter(isOf)
    const past = latest.find(each => leftOf(each).some(words => about.has(labelOf(words))))
    if (!past || !leftOf(past).some(words => now.includes(words))) throw error
    const who = mrkdwn`${sayWho(past.person, me.person.key)} changed it (${moment(new Date(past.askedAt))}).`
    throw new Outdated(lines(error.text, who), error.over, ...error.buttons)
  }
}

const labelOf = (words: string): string => words.split(': ', 1)[0] ?? ''

/** What a change left, as it is said of a thing how it is now: `State: active`. */
function leftOf({ operation, detail = '' }: Past): string[] {
  const turned = operation === 'plan.on' ? 'active' : operation === 'plan.off' ? 'inactive' : undefined
  return turned ? [`State: ${turned}`] : detail.split('; ').map(said => said.replace(/: .* → /s, ': '))
}
