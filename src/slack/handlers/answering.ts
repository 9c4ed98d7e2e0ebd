import { randomUUID } from 'node:crypto'
import type { types, webApi } from '@slack/bolt'
import type { Caller, IncomingRequest } from '../../core/authenticate.ts'
import { mrkdwn } from '../../message/mrkdwn.ts'
import { apart, type Reply } from '../../message/reply.ts'
import type { Delivered, Later } from '../delivery/deliver.ts'
import type { ChangeView, Door } from '../delivery/door.ts'
import { createProgress, type Progress } from '../delivery/progress.ts'
import { keyOf, type Origin } from '../origin.ts'
import { type Posted, type PressedMessage, sayPlace } from '../place.ts'
import { withoutAddresses } from '../without-addresses.ts'
import type { ListenerParts } from './listener.ts'
import type { People } from './people.ts'

/** What is said to a button, a form or a select that this version does not know. */
export const OUTDATED: Reply = {
  text: mrkdwn`This is from an older version of Dayshift and no longer does anything. \`/dayshift help\` shows what you can say.`,
  to: 'me',
}

/** Where somebody is to be answered, and the client of the bot that is installed there. */
type There = { client: webApi.WebClient; origin: Origin }

/** Who came, and how to learn where their clock stands. */
export function callerOf(people: People, { client, origin }: There, request?: IncomingRequest): Caller {
  return {
    request,
    person: { key: keyOf(origin), user: origin.user },
    workspace: { team: origin.team, enterprise: origin.enterprise },
    whereabouts: () => people.whereabouts(client, origin),
    inSlack: user => people.inSlack(client, origin, user),
  }
}

/** What came to a door: a trigger, where there is one, opens one view, within three seconds. */
type Came = There & {
  trigger?: string | undefined
  request?: (Omit<IncomingRequest, 'team' | 'origin' | 'written'> & { context: object }) | undefined
  about?: PressedMessage | undefined
}

const changers = new WeakMap<object, Caller>()

/** For whom a change was begun with the request that has this context of Bolt's: it may be done, whatever comes then. */
export const changerWith = (context: object): Caller | undefined => changers.get(context)

/** What tells a request from others: its trigger, which no other has. One that comes without is like no other. */
export const requestId = (trigger: string | undefined): string => trigger ?? randomUUID()

/** The way to change a view that was just opened. Where it is to be as it is already, Slack is not asked. */
function changesOf(
  parts: ListenerParts,
  client: webApi.WebClient,
  opened: { id: string; view: types.ModalView },
): ChangeView {
  let shown = seenOf(opened.view)
  return async next => {
    const wanted = seenOf(next)
    if (wanted === shown) return true
    const isThere = await changeView(parts, client, opened.id, next)
    if (isThere) shown = wanted
    return isThere
  }
}

/** A view as a person sees it; where its focus was when it came is theirs by now. */
const seenOf = (view: types.ModalView): string =>
  JSON.stringify(view, (key, value: unknown) => (key === 'focus_on_load' ? undefined : value))

/** The ways to answer at an origin. */
export function doorOf(parts: ListenerParts, came: Came): Door {
  const { client, origin, trigger, about } = came
  const { log } = parts
  let moves: (to: string) => Promise<void> = async () => {}
  const caller = callerOf(parts.people, came, came.request && asking(came.request))
  function asking({ context, taken, ...asked }: NonNullable<Came['request']>): IncomingRequest {
    return {
      ...asked,
      team: origin.team,
      origin: () => sayPlace({ origin, about }),
      taken: doing => {
        changers.set(context, caller)
        return taken?.(doing)
      },
      written: way => {
        moves = way
      },
    }
  }
  const stands = (progress: Posted | undefined) => moves(sayPlace({ origin, about, progress }))
  const progress = createProgress(client, { origin, log, stands })
  return {
    origin,
    caller,
    repeats: true,
    isOverheard: false,
    say: async (reply, later) =>
      (await say(parts, { client, origin, caller, progress }, reply, later)) === 'told',
    report: progress.report,
    open: trigger === undefined ? undefined : openingBy(trigger, parts, client),
  }
}

/** The way to open a view by a trigger. */
const openingBy =
  (trigger_id: string, parts: ListenerParts, client: webApi.WebClient): Door['open'] =>
  async view => {
    try {
      const opened = await client.views.open({ trigger_id, view })
      const id = opened.view?.id
      return id === undefined ? undefined : changesOf(parts, client, { id, view })
    } catch (error) {
      parts.log.warn({ reason: withoutAddresses(error) }, 'a form could not be opened')
      return undefined
    }
  }

/**
 * Tells somebody something where they are: before their Home, else in place of the progress, or where their request came
 * from. What they alone are told beside it comes after it. Gives `not yet` where either may still arrive later: then all of
 * it is told once more.
 */
export async function say(
  { deliver, homes }: Pick<ListenerParts, 'deliver' | 'homes'>,
  there: There & { caller: Caller; progress?: Progress | undefined },
  reply: Reply,
  later?: Later,
): Promise<Delivered> {
  const { client, origin, caller, progress } = there
  const whole = apart(reply)
  const isTold = origin.home === true && (await homes.tell(client, caller, whole))
  const left = isTold ? undefined : progress ? await progress.finish(whole) : whole
  const told = left ? await deliver.reply(client, origin, left, later) : 'told'
  if (told !== 'told' || !reply.aside) return told
  const beside = await deliver.reply(client, origin, { ...reply.aside, to: 'me' })
  return beside === 'not yet' ? beside : told
}

/** Puts another view in place; tells whether it was still open. */
export async function changeView(
  { log }: Pick<ListenerParts, 'log'>,
  client: webApi.WebClient,
  id: string,
  view: types.ModalView,
): Promise<boolean> {
  try {
    await client.views.update({ view_id: id, view })
    return true
  } catch (error) {
    log.warn({ reason: withoutAddresses(error) }, 'a form is gone')
    return false
  }
}
