import type { BlockAction, BlockElementAction, SlackActionMiddlewareArgs, webApi } from '@slack/bolt'
import { sayUnderWay } from '../../core/explain/past-changes.ts'
import { LINK_PRESS, operationOf, SENTENCE } from '../../message/blocks.ts'
import { type Press, unpackPress } from '../../message/button-value.ts'
import type { Reply } from '../../message/reply.ts'
import { messageOf } from '../delivery/deliver.ts'
import type { Door } from '../delivery/door.ts'
import { createStanding } from '../delivery/source-message.ts'
import { keyOf, type Origin, originOfInteraction } from '../origin.ts'
import { aboutOf, type Place } from '../place.ts'
import { withoutAddresses } from '../without-addresses.ts'
import { patiently } from './ack-within.ts'
import { doorOf, OUTDATED, requestId } from './answering.ts'
import { HOME } from './home.ts'
import type { Listener, ListenerParts } from './listener.ts'
import { createReshape } from './reshapes.ts'

/** One press: what it says, where it was, and the way to the one answer that Slack takes. */
type Pressing = {
  body: BlockAction
  action: BlockElementAction
  press: Press | undefined
  /** Whether it may be to change something at once: what else it does harms nobody, and can wait for Slack. */
  mayChange: boolean
  client: webApi.WebClient
  context: object
  acknowledge(): Promise<unknown>
}

/** Answers whoever presses a button, with their own token. What is to be changed is written down before Slack hears. */
export function answerPresses(parts: ListenerParts): Listener<SlackActionMiddlewareArgs<BlockAction>> {
  const { operations, conversation, deliver, homes, people, clock, log } = parts
  const changes = (id: string) => operations.get(id)?.effect === 'change'
  const standing = createStanding({ deliver, log, changes })
  const reshape = createReshape(parts)
  const underWay = new Set<string>()

  function mayChange(action: BlockElementAction, press: Press | undefined): boolean {
    const id = operationOf(action.action_id)
    if (!press || press.how === 'form' || press.how === 'share' || press.how === 'shape') return false
    return id === SENTENCE || (changes(id) && operations.get(id)?.asks(press.raw) === false)
  }

  async function pressed(pressing: Pressing): Promise<void> {
    const { body, action, press, client } = pressing
    const origin = await people.atHome(client, originOfInteraction(body, clock()))
    if (pressing.mayChange) return changing(pressing, origin)
    const finger = `${keyOf(origin)} ${matterOf(body, action, origin)}`
    // A second press while the first is under way is the same finger.
    if (underWay.has(finger)) return
    underWay.add(finger)
    try {
      const door = doorOf(parts, { client, origin, trigger: body.trigger_id })
      if (origin.home && operationOf(action.action_id) === HOME)
        await homes.open(client, door.caller, press?.raw)
      else await looking(pressing, door)
    } finally {
      underWay.delete(finger)
    }
  }

  /** Does what leaves everything as it was, or only asks. */
  async function looking({ action, press, client }: Pressing, door: Door): Promise<void> {
    const id = operationOf(action.action_id)
    const operation = operations.get(id)
    if (id === LINK_PRESS) return
    if (!press || !operation) return void (await door.say(OUTDATED))
    if (press.how === 'share') return conversation.share(door, operation, press.raw)
    if (press.how === 'form' || operation.asks(press.raw))
      return conversation.open(door, operation, press.raw)
    await conversation.press(turning(door, press, client), operation, press.raw)
  }

  /** Does what may change something: on the way its message says so, and in the end what came of it. */
  async function changing(pressing: Pressing, origin: Origin): Promise<void> {
    const { body, action, press, client, context, acknowledge } = pressing
    if (!press) return
    const operation = operations.get(operationOf(action.action_id))
    // What is for one person alone leaves a message that others see as it is: they may press the same, or its neighbour.
    const stays = press.how === 'turn' || operation?.private === true
    const place: Place = { origin, about: stays ? undefined : aboutOf(body, action) }
    let waits: Promise<boolean> | undefined
    const request = {
      context,
      key: `press ${keyOf(origin)} ${requestId(body.trigger_id)}`,
      matter: matterOf(body, action, origin),
      async taken(doing: string | undefined) {
        // It is written down: where Slack does not hear so it goes on all the same.
        await acknowledge()
        if (doing && place.about) waits = standing.waits(client, place, sayUnderWay(doing, origin.user))
      },
    }
    const came = { client, origin, trigger: body.trigger_id, request, about: place.about }
    const ends = async (reply: Reply | undefined) => {
      if (await waits) await standing.ends(client, place, reply)
      waits = undefined
    }
    const door = { ...turning(doorOf(parts, came), press, client), ends }
    if (!operation) return conversation.sentence(door, press.raw.sentence ?? '')
    const outcome = await conversation.press(door, operation, press.raw)
    if (outcome.kind !== 'elsewhere') await ends(undefined)
  }

  /** A door whose answers take the place of the question that was answered by the press. */
  function turning(door: Door, press: Press, client: webApi.WebClient): Door {
    if (press.how !== 'turn' || door.origin.home) return door
    const { origin, say } = door
    return {
      ...door,
      say: async (reply, later) => {
        if (reply.to === 'me' && (await replaced(client, origin, reply))) return true
        const told = await say(reply, later)
        if (reply.to === 'channel') await deliver.remove(origin).catch(gone)
        return told
      },
    }
  }

  const replaced = (client: webApi.WebClient, origin: Origin, reply: Reply): Promise<boolean> =>
    deliver.replace(client, { origin }, messageOf(reply)).then(() => true, gone)

  function gone(error: unknown): false {
    log.warn({ reason: withoutAddresses(error) }, 'a message could not be changed')
    return false
  }

  return async ({ body, action, ack, client, context }) => {
    const press = pressOf(action)
    using answer = patiently(parts, () => ack())
    const acknowledge = () => answer.send(() => ack())
    const isChange = mayChange(action, press)
    const pressing = { body, action, press, mayChange: isChange, client, context, acknowledge }
    try {
      if (!isChange) await acknowledge()
      if (await reshape(body, action, client, press)) return
      await pressed(pressing)
    } finally {
      await acknowledge()
    }
  }
}

/** What a press is about: the same button, whoever presses it, as long as it says the same. */
function matterOf(body: BlockAction, action: BlockElementAction, { team }: Origin): string {
  const { container, view } = body
  const where = view ? [view.id, view.hash] : [container.channel_id, container.message_ts, action.block_id]
  const value = 'value' in action ? action.value : ''
  return JSON.stringify(['press', team, ...where, action.action_id, value])
}

const pressOf = (action: BlockElementAction): Press | undefined =>
  action.type === 'button' ? unpackPress(action.value) : undefined
