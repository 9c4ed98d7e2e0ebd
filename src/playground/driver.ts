import { pickable, pressable } from './buttons.ts'
import type { Delivery } from './delivery.ts'
import type { Modals, OpenView } from './modals.ts'
import type { Asked, Asker } from './passes.ts'
import { commandFields, common, messagePayload, shortcutPayload, viewPayload } from './payloads.ts'
import { createScreen, type Words } from './screen.ts'
import type { Answer } from './signed.ts'
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
      ...commandFields(person, channel, line),
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
      ...common(person),
      ...where,
      type: 'block_actions',
      trigger_id: doors.trigger({ person: person.id, channel }),
      actions: [{ ...action, action_ts: workspace.ts() }],
    })

  /** Presses what begins with the words in a message that the person sees, as the message stands now. */
  const press = async (message: Message, words: string): Promise<Answer> => {
    const channel = workspace.mustHave(message.channel)
    const now = workspace.read(channel, person.id).find(one => one.ts === message.ts)
    if (!now) throw new Error(`${person.name} does not see this message`)
    const response_url = doors.responseUrl({ person: person.id, channel: channel.id, message: now })
    const { action } = pressable(now.blocks, words)
    return act({ ...messagePayload(now, channel), response_url }, action, channel.id)
  }

  const useShortcut = (payload: { type: string }, channel: string | undefined) =>
    delivery.interaction({
      ...common(person),
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
    if (!message) return useShortcut(shortcutPayload(callback_id), here)
    const channel = workspace.mustHave(message.channel)
    const response_url = doors.responseUrl({ person: person.id, channel: channel.id })
    return useShortcut(
      { ...shortcutPayload(callback_id, { message, channel }), ...{ response_url } },
      channel.id,
    )
  }

  const inView = (view: OpenView, action: Record<string, unknown>) =>
    act({ container: { type: 'view', view_id: view.id }, view: viewPayload(modals, view) }, action)

  const screen = createScreen({
    person,
    workspace,
    modals,
    send: (payload, judge) => delivery.interaction({ ...common(person), ...payload }, judge),
    trigger: () => doors.trigger({ person: person.id }),
    responseUrl: channel => doors.responseUrl({ person: person.id, channel }),
    dispatch: inView,
  })

  const shown = (view: OpenView | undefined) => (view ? modals.current(view) : screen.top())

  function fill(words: Words): Promise<void>
  function fill(view: OpenView, words: Words): Promise<void>
  function fill(first: OpenView | Words, second: Words = {}) {
    return isView(first) ? screen.fill(first, second) : screen.fill(screen.top(), first)
  }

  return {
    id: person.id,
    name: person.name,
    command,
    press,
    shortcut,
    /** Presses what begins with the words in a view: the App Home, or a modal. */
    pressIn: (view: OpenView, words: string) => {
      const now = modals.current(view)
      return inView(now, pressable(now.blocks, words).action)
    },
    /** Picks a day, as YYYY-MM-DD, in a calendar of a view. */
    pickDay: (view: OpenView, words: string, day: string) => {
      const now = modals.current(view)
      return inView(now, pickable(now.blocks, words, day))
    },
    fill,
    /** What the app offers in an external select for the typed words. */
    options: (view: OpenView, label: string, typed: string) =>
      screen.options(modals.current(view), label, typed),
    submit: (view?: OpenView) => screen.submit(shown(view)),
    close: (view?: OpenView, all?: boolean) => screen.close(shown(view), all),
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
    /** The view on top of this person's screen. */
    get view() {
      return modals.top(person.id)
    },
    get views() {
      return modals.stack(person.id)
    },
    get home() {
      return modals.home(person.id)
    },
    /** What stands in the fields of the view on top, by label. */
    get values() {
      return screen.values(screen.top())
    },
    /** What the last submit's fields were told, by label. */
    get errors() {
      return screen.errors()
    },
  }
}
