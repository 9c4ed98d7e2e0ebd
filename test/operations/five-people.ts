import { expect } from 'vitest'
import { z } from 'zod'
import { stateOf } from '../../src/playground/controls.ts'
import type { Answer } from '../../src/playground/delivery.ts'
import type { Message } from '../../src/playground/local-workspace.ts'
import { inputsOf, type OpenView } from '../../src/playground/modals.ts'
import { commonFields, viewPayload } from '../../src/playground/payloads.ts'
import type { ElementIds } from '../../src/playground/submit-form.ts'
import { type Name, openStory, type Story } from '../story.ts'

/** The people who may press a button, and their relation to it. */
export const people = {
  Ana: 'its owner',
  Bo: 'another linked person',
  Cleo: 'a linked person without permissions',
  Dev: 'a person without a link',
  Eve: 'a person of another workspace',
} as const satisfies Record<Name, string>

const names: readonly Name[] = ['Ana', 'Bo', 'Cleo', 'Dev', 'Eve']

/** The token that people type to link their own account. */
export const TYPED = 'made-up-s3cr3t'

/** People who may change nothing, in the order of their presses. */
export const strangers: readonly Name[] = ['Dev', 'Eve', 'Cleo']

/**
 * Opens a story with all of them. Cleo has the token of a viewer. A person of the bot's workspace has the id of
 * Eve and Ana's token: mistaking Eve for that person would give her this token.
 */
export async function openWithFive(options: Parameters<typeof openStory>[0]) {
  const story = await openStory({ ...options, stranger: 'Eve' })
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
export type PressResult = { answer: Pick<Answer, 'status' | 'body' | 'error'>; isAnswered: boolean }

function createPresses({ slack, outgoing, sendRaw }: Story, tokens: Partial<Record<Name, string>>) {
  const { workspace, modals } = slack
  /** The values of a form's inputs when it was first copied. */
  const originalValues = new Map<OpenView, unknown[]>()
  const idOf = (name: Name) => slack.person(name).id

  const contentOf = ({ ts, text, blocks }: Message) => ({ ts, text, blocks })

  /** The public messages, and everything visible to only one person. */
  const shared = () => slack.channel('ops').map(contentOf)
  const screenOf = (name: Name): string => {
    const { messages, dm, view, home } = slack.person(name)
    const ephemeral = messages('ops').filter(({ only }) => only !== undefined)
    return JSON.stringify([...[...ephemeral, ...dm].map(contentOf), view, home])
  }

  /**
   * Performs an interaction, and checks that it is acknowledged, that every call carries the person's own token
   * (none for people without one), and that nothing changes for anybody else.
   */
  async function perform(name: Name, interact: () => Promise<PressResult['answer']>): Promise<PressResult> {
    const others = () => names.filter(each => each !== name).map(screenOf)
    const before = {
      others: others(),
      own: screenOf(name),
      shared: JSON.stringify(shared()),
      calls: outgoing.calls.length,
    }
    const answer = await interact()
    await slack.settled(2)
    expect({ name, status: answer.status, error: answer.error }).toEqual({
      name,
      status: 200,
      error: undefined,
    })
    const usedTokens = outgoing.calls.slice(before.calls).map(({ token }) => token)
    const foreignTokens = usedTokens.filter(token => token !== tokens[name] && token !== TYPED)
    expect([name, foreignTokens]).toEqual([name, []])
    expect(others()).toEqual(before.others)
    const isAnswered =
      screenOf(name) !== before.own || JSON.stringify(shared()) !== before.shared || hasWords(answer.body)
    return { answer, isAnswered }
  }

  /** Copies a message, Home or form to another person. */
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
    const private_metadata = withoutResponseUrl(view.private_metadata ?? '')
    const copy = modals.open({ person: idOf(name) }, { ...view, private_metadata })
    const inputs = inputsOf(view)
    const words = originalValues.get(view) ?? inputs.map(input => modals.inputValue(view, input))
    originalValues.set(view, words)
    for (const [at, input] of inputs.entries()) modals.enter(copy, input, words[at])
    return copy
  }

  return {
    shared,
    copyFor,
    /** Restores a message, as on a screen that is out of date. */
    restoreMessage: (message: Message) =>
      void workspace.edit(message, { text: message.text, blocks: message.blocks }),
    /** Uses a button, or selects values in an element outside of inputs. */
    uses: (name: Name, where: Message | OpenView, ids: ElementIds, values: string[] = []) =>
      perform(name, () => slack.person(name).use(where, ids, values)),
    /** Changes an input that notifies the app. */
    changesInput: (name: Name, view: OpenView, ids: ElementIds) =>
      perform(name, async () => {
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
    /** Loads the options of a select. */
    loadsOptions: (name: Name, view: OpenView, ids: ElementIds) =>
      perform(name, async () => {
        const options = await slack.person(name).suggest(modals.current(view), ids, '')
        return { status: 200, body: options }
      }),
    submits: (name: Name, view: OpenView) =>
      perform(name, async () => {
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

/** Removes the owner's response_url from the metadata of a form. */
function withoutResponseUrl(metadata: string): string {
  if (metadata === '') return metadata
  const { origin, ...carried } = z.looseObject({ origin: z.looseObject({}) }).parse(JSON.parse(metadata))
  return JSON.stringify({ ...carried, origin: { ...origin, responseUrl: undefined } })
}
