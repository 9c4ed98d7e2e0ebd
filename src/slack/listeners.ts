import type { App, BlockAction, BlockElementAction, types, ViewSubmitAction, webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import type { Caller } from '../admission.ts'
import type { Operation, Reply } from '../operation.ts'
import type { Run } from '../run.ts'
import { operationOf, SENTENCE } from './blocks.ts'
import type { Conversation, Door } from './conversation.ts'
import { type Deliver, messageOf } from './deliver.ts'
import { buildExplanation, buildNotice, buildOption, readForm } from './form.ts'
import { mrkdwn, unescapeMrkdwn } from './mrkdwn.ts'
import { keyOf, type Origin, originOfCommand, originOfInteraction } from './origin.ts'
import { patiently } from './patience.ts'
import type { People } from './people.ts'
import { type Press, unpackPress } from './press.ts'
import { settled } from './settled.ts'

export type Doors = {
  operations: readonly Operation[]
  conversation: Conversation
  run: Run
  deliver: Deliver
  people: People
  clock: () => Date
  log: Logger
  /** How long an answer may take before Slack is told that it comes later. Slack itself gives up after 3000 ms. */
  patienceMs: number
}

/** Registers one listener for each kind of request; what it is about is found by map. */
export function listen(app: App, doors: Doors): void {
  const { conversation, run, deliver, people, clock, log, patienceMs } = doors
  const operations = new Map<string, Operation>(doors.operations.map(each => [each.id, each]))

  const callerOf = (origin: Origin, client: webApi.WebClient): Caller => ({
    person: { key: keyOf(origin), user: origin.user },
    place: () => people.place(client, origin),
  })

  function doorOf(origin: Origin, client: webApi.WebClient, trigger: string): Door {
    return {
      origin,
      caller: callerOf(origin, client),
      say: reply => deliver.reply(client, origin, reply),
      open: async view => {
        try {
          const opened = await client.views.open({ trigger_id: trigger, view })
          const id = opened.view?.id
          return id === undefined ? undefined : next => update(client, id, next)
        } catch (error) {
          log.warn(
            { reason: error instanceof Error ? error.message : 'unknown' },
            'a form could not be opened',
          )
          return undefined
        }
      },
    }
  }

  /** Puts another view in place; tells whether it was still open. */
  async function update(client: webApi.WebClient, id: string, view: types.ModalView): Promise<boolean> {
    try {
      await client.views.update({ view_id: id, view })
      return true
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'a form is gone')
      return false
    }
  }

  app.command(/.*/, async ({ command, ack, client }) => {
    const origin = originOfCommand(command, clock())
    const answer = patiently(patienceMs, () => ack())
    const door = doorOf(origin, client, command.trigger_id)
    await conversation.sentence(
      {
        ...door,
        say: async reply => {
          const carried = await answer.send(() =>
            ack({
              ...messageOf(reply),
              response_type: reply.to === 'channel' ? 'in_channel' : 'ephemeral',
            }),
          )
          if (!carried) await door.say(reply)
        },
        open: async view => {
          await answer.send(() => ack())
          return door.open(view)
        },
      },
      sentenceOf(command.command, command.text),
    )
    await answer.send(() => ack())
  })

  app.action<BlockAction>({ type: 'block_actions' }, async ({ body, action, ack, client }) => {
    await ack()
    const origin = originOfInteraction(body, clock())
    const press = `${keyOf(origin)} ${body.container.message_ts} ${action.block_id} ${action.action_id}`
    // A second press while the first is under way is the same finger.
    if (underWay.has(press)) return
    underWay.add(press)
    try {
      await pressed(body, action, doorOf(origin, client, body.trigger_id))
    } finally {
      underWay.delete(press)
    }
  })

  const underWay = new Set<string>()

  async function pressed(body: BlockAction, action: BlockElementAction, door: Door): Promise<void> {
    const press = unpackPress('value' in action ? action.value : undefined)
    const id = operationOf(action.action_id)
    const operation = operations.get(id)
    if (press && id === SENTENCE) return conversation.sentence(turning(door, press), press.raw.sentence ?? '')
    if (!press || !operation) return door.say(OUTDATED)
    if (press.how === 'form') return conversation.open(door, operation, press.raw)
    const outcome = await conversation.press(turning(door, press), operation, press.raw)
    const changed = outcome.kind === 'done' && outcome.reply.to === 'channel'
    if (!changed || press.how === 'turn' || body.container.is_ephemeral === true) return
    await settle(door.origin, settled(body.message, outcome.reply))
  }

  /** A door whose answers take the place of the question that was answered by the press. */
  function turning(door: Door, press: Press): Door {
    if (press.how !== 'turn') return door
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
  async function settle(origin: Origin, message: ReturnType<typeof messageOf> | undefined): Promise<boolean> {
    if (!message) return false
    try {
      await deliver.replace(origin, message)
      return true
    } catch (error) {
      return gone(error)
    }
  }

  function gone(error: unknown): false {
    log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'a message could not be changed')
    return false
  }

  app.view<ViewSubmitAction>(
    { type: 'view_submission', callback_id: /.*/ },
    async ({ body, view, ack, client }) => {
      const title = view.title.text
      const submitted = readForm(view)
      const operation = operations.get(submitted?.operation ?? '')
      if (!submitted || !operation)
        return ack({ response_action: 'update', view: buildNotice(title, OUTDATED.text) })
      const { raw } = submitted
      const origin = { ...originOfInteraction(body, clock()), ...placeOf(submitted.origin) }
      const later = buildNotice(
        title,
        mrkdwn`This takes longer than usual. You can close this: the answer will come.`,
      )
      const answer = patiently(patienceMs, () => ack({ response_action: 'update', view: later }))
      const { say, caller } = doorOf(origin, client, body.trigger_id)
      const change = async (next: types.ModalView) =>
        (await answer.send(() => ack({ response_action: 'update', view: next }))) ||
        (await update(client, view.id, next))
      return conversation.submit(
        {
          caller,
          origin,
          say,
          close: async ({ text }) => {
            if (!(await answer.send(() => ack()))) await update(client, view.id, buildNotice(title, text))
          },
          correct: async (issues, corrected) => {
            const inputs = new Set(view.blocks.map(block => block.block_id))
            const atInputs = Object.keys(issues).every(key => inputs.has(key))
            const told =
              atInputs && (await answer.send(() => ack({ response_action: 'errors', errors: { ...issues } })))
            return told || change(corrected)
          },
          stay: change,
        },
        operation,
        raw,
      )
    },
  )

  app.options<'block_suggestion'>({ type: 'block_suggestion' }, async ({ body, payload, ack, client }) => {
    const answer = patiently(patienceMs, () => ack(explain('The service is slow. Type again in a moment.')))
    const operation = operations.get(body.view?.callback_id ?? '')
    const origin = originOfInteraction(body, clock())
    const offered = await offers(operation, payload.action_id, payload.value, callerOf(origin, client))
    await answer.send(() => ack(offered))
  })

  async function offers(operation: Operation | undefined, key: string, typed: string, caller: Caller) {
    if (!operation) return explain('This form is from an older Dayshift.')
    const found = await run.options(operation, key, typed, caller)
    if ('kind' in found) return explain(found.brief)
    if (found.length === 0) return explain(typed ? `Nothing is called “${typed}”.` : 'There is nothing yet.')
    return { options: found.map(({ text, value }) => buildOption(text, value)) }
  }

  app.error(async error => log.error({ err: error }, 'a request failed'))
}

/** Where the answer to a form belongs; who sent it, only Slack's signed payload tells. */
const placeOf = ({ channel, thread, responseUrl, since }: Origin) => ({ channel, thread, responseUrl, since })

/** What a slash command says: `/pause x` is `/dayshift pause x`. */
function sentenceOf(command: string, text: string): string {
  const noun = command.replace(/^\//, '')
  const typed = unescapeMrkdwn(text).toWellFormed().replace(CONTROL_CHARACTERS, ' ').trim()
  return noun === 'dayshift' ? typed : `${noun} ${typed}`.trim()
}

const CONTROL_CHARACTERS = /[^\P{Cc}\n]/gu

/** A select shows nothing but options: so one of them tells what is the matter. */
const explain = (text: string) => ({ options: [buildExplanation(text)] })

const OUTDATED: Reply = {
  text: mrkdwn`This is from an older Dayshift and does nothing any more. \`/dayshift help\` shows what you can say.`,
  to: 'me',
}
