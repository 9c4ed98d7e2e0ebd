import { expect } from 'vitest'
import { z } from 'zod'
import { stateOf } from '../../src/playground/controls.ts'
import type { Answer } from '../../src/playground/delivery.ts'
import type { Message } from '../../src/playground/local-workspace.ts'
import { inputsOf, type OpenView } from '../../src/playground/modals.ts'
import { commonFields, viewPayload } from '../../src/playground/payloads.ts'
import type { ElementIds } from '../../src/playground/submit-form.ts'
import { type Name, openStory, type Story } from '../story.ts'

/** Everybody who may come by a button, and what is special about them. */
export const people = {
  Ana: 'its owner',
  Bo: 'another who is linked',
  Cleo: 'one who is linked and allowed nothing',
  Dev: 'one who is not linked',
  Eve: 'one of another workspace',
} as const satisfies Record<Name, string>

const names: readonly Name[] = ['Ana', 'Bo', 'Cleo', 'Dev', 'Eve']

/** A token that whoever links their account has typed: it is theirs. */
export const TYPED = 'made-up-s3cr3t'

/** Those for whom nothing can be changed, in the order in which they come by. */
export const strangers: readonly Name[] = ['Dev', 'Eve', 'Cleo']

/**
 * A story with all of them. Cleo acts with the token of a viewer. Somebody has the id that Eve has, in the workspace where
 * the bot is, and acts as Ana: whoever takes Eve for them gives her Ana's token.
 */
export async function openWithFive(given: Parameters<typeof openStory>[0]) {
  const story = await openStory({ ...given, stranger: 'Eve' })
  const organization = await story.acme()
  const tokens: Partial<Record<Name, string>> = {
    Ana: story.tokenOf('Ana'),
    Bo: story.tokenOf('Bo'),
    Cleo: story.tokenOf('Dev'),
  }
  await story.links.save(story.keyOf('Cleo'), { token: story.tokenOf('Dev'), organization })
  await story.links.save(story.keyOf('Eve'), { token: story.tokenOf('Ana'), organization })
  return { story, ...createPresses(story, tokens) }
}

/** The response to a press, and whether the person can see an answer. */
export type Pressed = { answer: Pick<Answer, 'status' | 'body' | 'error'>; isAnswered: boolean }

function createPresses({ slack, outgoing, sendRaw }: Story, tokens: Partial<Record<Name, string>>) {
  const { workspace, modals } = slack
  /** What stood in the inputs of a form when it was copied first. */
  const typed = new Map<OpenView, unknown[]>()
  const idOf = (name: Name) => slack.person(name).id

  const saying = ({ ts, text, blocks }: Message) => ({ ts, text, blocks })

  /** What everybody reads, and what nobody does but one. */
  const shared = () => slack.channel('ops').map(saying)
  const ownOf = (name: Name): string => {
    const { messages, dm, view, home } = slack.person(name)
    const alone = messages('ops').filter(({ only }) => only !== undefined)
    return JSON.stringify([...[...alone, ...dm].map(saying), view, home])
  }

  /**
   * Somebody does something: it is taken in time, the service hears of it with their own token alone, or of nothing where
   * they have none, and nobody else has anything new before them.
   */
  async function does(name: Name, what: () => Promise<Pressed['answer']>): Promise<Pressed> {
    const others = () => names.filter(each => each !== name).map(ownOf)
    const before = {
      others: others(),
      own: ownOf(name),
      shared: JSON.stringify(shared()),
      calls: outgoing.calls.length,
    }
    const answer = await what()
    await slack.settled(2)
    expect({ name, status: answer.status, error: answer.error }).toEqual({
      name,
      status: 200,
      error: undefined,
    })
    const used = outgoing.calls.slice(before.calls).map(({ token }) => token)
    const foreign = used.filter(token => token !== tokens[name] && token !== TYPED)
    expect([name, foreign]).toEqual([name, []])
    expect(others()).toEqual(before.others)
    const isAnswered =
      ownOf(name) !== before.own || JSON.stringify(shared()) !== before.shared || hasWords(answer.body)
    return { answer, isAnswered }
  }

  /** The same message, Home or form before somebody else, as if it were theirs. */
  function copyFor(name: Name, of: Message): Message
  function copyFor(name: Name, of: OpenView): OpenView
  function copyFor(name: Name, of: Message | OpenView): Message | OpenView
  function copyFor(name: Name, of: Message | OpenView): Message | OpenView {
    return 'ts' in of ? messageFor(name, of) : viewFor(name, of)
  }

  function messageFor(name: Name, message: Message): Message {
    const { ts: _, only, channel, ...text } = message
    if (only !== undefined) return workspace.post({ ...text, channel, only: idOf(name) })
    const isDm = channel.startsWith('D')
    return isDm ? workspace.post({ ...text, channel: workspace.dm({ id: idOf(name) }).id }) : message
  }

  function viewFor(name: Name, view: OpenView): OpenView {
    if (view.type === 'home') return modals.publish(idOf(name), view)
    const private_metadata = withoutWay(view.private_metadata ?? '')
    const copy = modals.open({ person: idOf(name) }, { ...view, private_metadata })
    const inputs = inputsOf(view)
    const words = typed.get(view) ?? inputs.map(input => modals.inputValue(view, input))
    typed.set(view, words)
    for (const [at, input] of inputs.entries()) modals.enter(copy, input, words[at])
    return copy
  }

  return {
    shared,
    copyFor,
    /** Puts a message back as it was, as it stands on a screen that is behind. */
    restores: (message: Message) =>
      void workspace.edit(message, { text: message.text, blocks: message.blocks }),
    /** Uses a button, or picks values in what stands outside of inputs. */
    uses: (name: Name, where: Message | OpenView, ids: ElementIds, values: string[] = []) =>
      does(name, () => slack.person(name).use(where, ids, values)),
    /** Changes what stands in an input: the app hears of it. */
    changes: (name: Name, view: OpenView, ids: ElementIds) =>
      does(name, async () => {
        const person = workspace.person(name)
        const now = modals.current(view)
        const input = inputsOf(now).find(
          each => each.block_id === ids.block && each.element.action_id === ids.action,
        )
        if (!person || !input) throw new Error('This is gone')
        const { status, text } = await sendRaw({
          payload: JSON.stringify({
            ...commonFields(person, workspace.team),
            type: 'block_actions',
            trigger_id: '1.1',
            container: { type: 'view', view_id: now.id },
            view: viewPayload(modals, now),
            actions: [
              {
                ...stateOf(input.element, modals.inputValue(now, input)),
                action_id: ids.action,
                block_id: ids.block,
              },
            ],
          }),
        })
        return { status, body: text }
      }),
    /** Looks what a select offers. */
    looks: (name: Name, view: OpenView, ids: ElementIds) =>
      does(name, async () => {
        const options = await slack.person(name).optionsAt(modals.current(view), ids, '')
        return { status: 200, body: options }
      }),
    submits: (name: Name, view: OpenView) =>
      does(name, async () => {
        const { answer } = await slack.person(name).submit(view)
        if (!answer) throw new Error('Slack itself objects to what stands in the form')
        return answer
      }),
  }
}

const hasWords = (body: unknown): boolean =>
  Array.isArray(body)
    ? body.length > 0
    : typeof body === 'object' && body !== null
      ? Object.keys(body).length > 0
      : Boolean(body)

/** A form that was opened somewhere carries the way back there, which is its owner's. */
function withoutWay(metadata: string): string {
  if (metadata === '') return metadata
  const { origin, ...carried } = z.looseObject({ origin: z.looseObject({}) }).parse(JSON.parse(metadata))
  return JSON.stringify({ ...carried, origin: { ...origin, responseUrl: undefined } })
}
