import type { App, BlockAction, BlockElementAction } from '@slack/bolt'
import { LINK_PRESS, operationOf, SENTENCE } from './blocks.ts'
import { messageOf, type Shown } from './deliver.ts'
import { type Door, type Doors, doorOf, OUTDATED } from './doors.ts'
import { HOME } from './home.ts'
import { keyOf, type Origin, originOfInteraction } from './origin.ts'
import { type Press, unpackPress } from './press.ts'
import { reasonOf } from './reason.ts'
import { createReshape } from './reshapes.ts'
import { settled } from './settled.ts'

/** Answers whoever presses a button, with their own token. */
export function answerPresses(app: App, doors: Doors): void {
  const { operations, conversation, deliver, homes, clock, log } = doors
  const underWay = new Set<string>()
  const reshape = createReshape(doors)

  app.action<BlockAction>({ type: 'block_actions' }, async ({ body, action, ack, client }) => {
    await ack()
    if (await reshape(body, action, client, pressOf(action))) return
    const origin = originOfInteraction(body, clock())
    const press = `${keyOf(origin)} ${body.container.message_ts} ${action.block_id} ${action.action_id}`
    // A second press while the first is under way is the same finger.
    if (underWay.has(press)) return
    underWay.add(press)
    try {
      const door = doorOf(doors, origin, client, body.trigger_id)
      if (origin.home && operationOf(action.action_id) === HOME)
        await homes.open(client, door.caller, pressOf(action)?.raw)
      else await pressed(body, action, door)
    } finally {
      underWay.delete(press)
    }
  })

  async function pressed(body: BlockAction, action: BlockElementAction, door: Door): Promise<void> {
    const press = pressOf(action)
    const id = operationOf(action.action_id)
    const operation = operations.get(id)
    if (id === LINK_PRESS) return
    if (press && id === SENTENCE) return conversation.sentence(turning(door, press), press.raw.sentence ?? '')
    if (!press || !operation) return door.say(OUTDATED)
    if (press.how === 'share') return conversation.share(door, operation, press.raw)
    if (press.how === 'form' || operation.asks(press.raw))
      return conversation.open(door, operation, press.raw)
    const outcome = await conversation.press(turning(door, press), operation, press.raw)
    const changed = outcome.kind === 'done' && outcome.reply.to === 'channel'
    if (!changed || press.how === 'turn' || body.container.is_ephemeral === true) return
    const changes = (id: string) => operations.get(id)?.effect === 'change'
    await settle(door.origin, settled(body.message, action, outcome.reply, changes))
  }

  /** A door whose answers take the place of the question that was answered by the press. */
  function turning(door: Door, press: Press): Door {
    if (press.how !== 'turn' || door.origin.home) return door
    const { origin, say } = door
    return {
      ...door,
      say: async reply => {
        if (reply.to === 'me' && (await settle(origin, messageOf(reply)))) return
        await say(reply)
        if (reply.to === 'channel') await deliver.remove(origin).catch(gone)
      },
    }
  }

  /** Puts a message in the place of the pressed one; tells whether Slack let us. */
  async function settle(origin: Origin, message: Shown | undefined): Promise<boolean> {
    if (!message) return false
    try {
      await deliver.replace(origin, message)
      return true
    } catch (error) {
      return gone(error)
    }
  }

  function gone(error: unknown): false {
    log.warn({ reason: reasonOf(error) }, 'a message could not be changed')
    return false
  }
}

const pressOf = (action: BlockElementAction): Press | undefined =>
  action.type === 'button' ? unpackPress(action.value) : undefined
