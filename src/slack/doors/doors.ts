import type { types, webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import type { Caller, IncomingRequest } from '../../admission.ts'
import { mrkdwn } from '../../block-kit/mrkdwn.ts'
import type { Operation } from '../../operation.ts'
import { apart, type Reply } from '../../reply.ts'
import type { Run } from '../../run.ts'
import type { Deliver, Delivered, Later } from '../delivery/deliver.ts'
import type { Door } from '../delivery/door.ts'
import { createProgress, type Progress } from '../delivery/progress.ts'
import type { Forms } from '../forms/forms.ts'
import { keyOf, type Origin } from '../origin.ts'
import { type Posted, type PressedMessage, sayPlace } from '../place.ts'
import { withoutAddresses } from '../without-addresses.ts'
import type { Conversation } from './conversation.ts'
import type { Homes } from './home.ts'
import type { People } from './people.ts'

/** What every listener needs. */
export type Doors = {
  operations: ReadonlyMap<string, Operation>
  conversation: Conversation
  forms: Forms
  run: Run
  deliver: Deliver
  homes: Homes
  people: People
  clock: () => Date
  log: Logger
  /** How long an answer may take before Slack is told that it comes later. Slack itself gives up after 3000 ms. */
  patienceMs: number
}

/** What is said to a button, a form or a select that this version does not know. */
export const OUTDATED: Reply = {
  text: mrkdwn`This is from an older Dayshift and does nothing any more. \`/dayshift help\` shows what you can say.`,
  to: 'me',
}

/** Who came, and how to learn where their clock stands. */
export function callerOf(
  { people }: Pick<Doors, 'people'>,
  origin: Origin,
  client: webApi.WebClient,
  request?: IncomingRequest,
): Caller {
  return {
    request,
    person: { key: keyOf(origin), user: origin.user },
    workspace: { team: origin.team, enterprise: origin.enterprise },
    whereabouts: () => people.whereabouts(client, origin),
    emailOf: user => people.email(client, user),
  }
}

/** What came to a door: a trigger, where there is one, opens one view, within three seconds. */
type Came = {
  trigger?: string | undefined
  request?: Omit<IncomingRequest, 'team' | 'origin' | 'written'> | undefined
  about?: PressedMessage | undefined
}

/** The ways to answer at an origin. */
export function doorOf(doors: Doors, origin: Origin, client: webApi.WebClient, came: Came = {}): Door {
  const { trigger, about } = came
  const { log } = doors
  let moves: (to: string) => Promise<void> = async () => {}
  const request = came.request && {
    ...came.request,
    team: origin.team,
    origin: () => sayPlace({ origin, about }),
    written: (way: typeof moves) => {
      moves = way
    },
  }
  const stands = (progress: Posted | undefined) => moves(sayPlace({ origin, about, progress }))
  const progress = createProgress(client, { origin, log, stands })
  return {
    origin,
    caller: callerOf(doors, origin, client, request),
    repeats: true,
    say: async (reply, later) => (await say(doors, origin, client, reply, { progress, later })) === 'told',
    report: progress.report,
    opens: trigger !== undefined,
    open: async view => {
      if (trigger === undefined) return undefined
      try {
        const opened = await client.views.open({ trigger_id: trigger, view })
        const id = opened.view?.id
        return id === undefined ? undefined : next => changeView(doors, client, id, next)
      } catch (error) {
        log.warn({ reason: withoutAddresses(error) }, 'a form could not be opened')
        return undefined
      }
    },
  }
}

/**
 * Tells somebody something where they are: before their Home, else in place of the progress, or where their request came
 * from. What they alone are told beside it comes after it. Gives `not yet` where either may still arrive later: then all of
 * it is told once more.
 */
export async function say(
  doors: Pick<Doors, 'deliver' | 'homes' | 'people'>,
  origin: Origin,
  client: webApi.WebClient,
  reply: Reply,
  { progress, later }: { progress?: Progress | undefined; later?: Later | undefined } = {},
): Promise<Delivered> {
  const whole = apart(reply)
  const isTold =
    origin.home === true && (await doors.homes.tell(client, callerOf(doors, origin, client), whole))
  const left = isTold ? undefined : progress ? await progress.finish(whole) : whole
  const told = left ? await doors.deliver.reply(client, origin, left, later) : 'told'
  if (told !== 'told' || !reply.aside) return told
  const beside = await doors.deliver.reply(client, origin, { ...reply.aside, to: 'me' })
  return beside === 'not yet' ? beside : told
}

/** Puts another view in place; tells whether it was still open. */
export async function changeView(
  { log }: Doors,
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
