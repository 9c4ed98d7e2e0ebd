import type { Block } from './blocks.ts'
import { type Ids, picked, pressed, used } from './buttons.ts'
import type { Delivery, Judge } from './delivery.ts'
import type { Modals, OpenView } from './modals.ts'
import type { Asked, Asker } from './passes.ts'
import { commandFields, common, messagePayload, shortcutPayload, viewPayload } from './payloads.ts'
import { createScreen } from './screen.ts'
import type { Answer } from './signed.ts'
import { createTyping, type Words } from './typing.ts'
import { createVoice, type Where } from './voice.ts'
import { type Message, type Person, slackbot, type Workspace } from './workspace.ts'

/** What a driver needs of Slack. */
export type Doors = {
  workspace: Workspace
  modals: Modals
  delivery: Delivery
  trigger: (asker: Asker) => string
  responseUrl: (asked: Asked) => string
  respond: (asked: Asked, body: unknown) => void
}

/** Finds what is used among the blocks that stand there, and gives what Slack says of it. */
type Find = (blocks: Block[]) => Record<string, unknown>

const isView = (value: OpenView | Words): value is OpenView => 'private_metadata' in value && 'hash' in value

export type Driver = ReturnType<typeof createDriver>

/** What one person does in Slack and sees there. */
export const createDriver = (person: Person, doors: Doors) => {
  const { workspace, modals, delivery } = doors
  const voice = createVoice(person, workspace, delivery)

  /**
   * Types a slash command and awaits the ack. An ack's body is a reply; a failure is told to the person
   * as Slack tells it, and stands in the answer's `error`. Slack takes no slash command in a thread.
   */
  const command = async (line: string, where: Omit<Where, 'thread'> = {}): Promise<Answer> => {
    const channel = voice.place(where)
    const asked = { person: person.id, channel: channel.id }
    const fields = {
      ...commandFields(person, channel, line, workspace.team),
      response_url: doors.responseUrl(asked),
      trigger_id: doors.trigger(asked),
    }
    const answer = await delivery.command(fields, body => {
      if (body !== '') doors.respond(asked, typeof body === 'string' ? { text: body } : body)
    })
    if (answer.error) {
      const text = `${fields.command} failed with the error "${answer.error}"`
      workspace.post({ channel: channel.id, user: slackbot, text, blocks: [], only: person.id })
    }
    return answer
  }

  const act = (where: Record<string, unknown>, action: Record<string, unknown>, channel?: string) =>
    delivery.interaction({
      ...common(person, workspace.team),
      ...where,
      type: 'block_actions',
      trigger_id: doors.trigger({ person: person.id, channel }),
      actions: [{ ...action, action_ts: workspace.ts() }],
    })

  /** Does something in a message that the person sees, as the message stands now. */
  const inMessage = async (message: Pick<Message, 'channel' | 'ts'>, find: Find): Promise<Answer> => {
    const channel = workspace.mustHave(message.channel)
    const now = workspace.read(channel, person.id).find(one => one.ts === message.ts)
    if (!now) throw new Error(`${person.name} does not see this message`)
    const response_url = doors.responseUrl({ person: person.id, channel: channel.id, message: now })
    return act(
      { ...messagePayload(now, channel, workspace.team), response_url },
      find(now.blocks),
      channel.id,
    )
  }

  /** Presses what begins with the words in a message. */
  const press = (message: Message, words: string): Promise<Answer> =>
    inMessage(message, blocks => pressed(blocks, words))

  const useShortcut = (payload: { type: string }, channel: string | undefined) =>
    delivery.interaction({
      ...common(person, workspace.team),
      ...payload,
      action_ts: workspace.ts(),
      trigger_id: doors.trigger({ person: person.id, channel }),
    })

  /**
   * Chooses a shortcut of the app's, by its callback_id, for a message that everybody sees or for none; `before` is the
   * channel that the person has before them then.
   */
  const shortcut = async (callback_id: string, message?: Message, before?: string): Promise<Answer> => {
    const here = before === undefined ? undefined : workspace.mustHave(before).id
    if (!message) return useShortcut(shortcutPayload(workspace.team, callback_id), here)
    const channel = workspace.mustHave(message.channel)
    const response_url = doors.responseUrl({ person: person.id, channel: channel.id })
    return useShortcut(
      { ...shortcutPayload(workspace.team, callback_id, { message, channel }), ...{ response_url } },
      channel.id,
    )
  }

  const dispatch = (view: OpenView, action: Record<string, unknown>) =>
    act({ container: { type: 'view', view_id: view.id }, view: viewPayload(modals, view) }, action)

  /** Does something in a view, the App Home or a modal, as it stands now. */
  const inView = async (view: OpenView, find: Find): Promise<Answer> => {
    const now = modals.current(view)
    return dispatch(now, find(now.blocks))
  }

  const send = <P extends { type: string }>(payload: P, judge?: Judge) =>
    delivery.interaction({ ...common(person, workspace.team), ...payload }, judge)

  const typing = createTyping({ workspace, modals, send, dispatch })
  const screen = createScreen({
    person,
    workspace,
    modals,
    send,
    trigger: () => doors.trigger({ person: person.id }),
    responseUrl: channel => doors.responseUrl({ person: person.id, channel }),
  })

  const shown = (view: OpenView | undefined) => (view ? modals.current(view) : screen.top())

  function fill(words: Words): Promise<void>
  function fill(view: OpenView, words: Words): Promise<void>
  function fill(first: OpenView | Words, second: Words = {}) {
    return isView(first) ? typing.fill(first, second) : typing.fill(screen.top(), first)
  }

  return {
    id: person.id,
    name: person.name,
    command,
    press,
    shortcut,
    /** Presses what begins with the words in a view: the App Home, or a modal. */
    pressIn: (view: OpenView, words: string) => inView(view, blocks => pressed(blocks, words)),
    /** Picks a day, as YYYY-MM-DD, in a calendar of a view. */
    pickDay: (view: OpenView, words: string, day: string) =>
      inView(view, blocks => picked(blocks, words, day)),
    /** Presses a button, or picks a day, by the ids of an element outside of input blocks. */
    use: (where: Pick<Message, 'channel' | 'ts'> | OpenView, ids: Ids, values: string[]) => {
      const find: Find = blocks => used(blocks, ids, values)
      return 'ts' in where ? inMessage(where, find) : inView(where, find)
    },
    put: typing.put,
    optionsAt: typing.optionsAt,
    inputAt: typing.inputAt,
    fill,
    /** What the app offers in an external select for the typed words. */
    options: (view: OpenView, label: string, typed: string) =>
      typing.options(modals.current(view), label, typed),
    submit: (view?: OpenView) => screen.submit(shown(view)),
    /** Closes the modal, of which the app hears nothing. */
    close: async (view?: OpenView) => modals.close(shown(view)),
    chat: voice.chat,
    mention: voice.mention,
    say: voice.say,
    /** Opens the bot's App Home. */
    openHome: () => voice.openHome(modals.home(person.id)),
    /** What this person reads in a channel, the messages for them alone among it. */
    messages: (channel: string) => workspace.read(workspace.mustHave(channel), person.id),
    /** What stands in the bot's DM with this person. */
    get dm() {
      return workspace.read(workspace.dm(person), person.id)
    },
    /** The modal before this person. */
    get view() {
      return modals.opened(person.id)
    },
    get home() {
      return modals.home(person.id)
    },
    /** What stands in the fields of the modal, by label. */
    get values() {
      return screen.values(screen.top())
    },
    /** What the last submit's fields were told, by label. */
    get errors() {
      return screen.errors()
    },
  }
}
