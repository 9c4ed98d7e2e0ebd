import { pressable } from './buttons.ts'
import type { Modals, OpenView } from './modals.ts'
import type { Asked } from './passes.ts'
import { commandFields, common, messagePayload, viewPayload } from './payloads.ts'
import { createScreen, type Submitted } from './screen.ts'
import type { Answer } from './signed.ts'
import { bot, type Channel, type Message, type Person, type Workspace } from './workspace.ts'

/** What a driver needs of Slack: to send, and to issue the passes that go along. */
export type Post = {
  form: (kind: string, fields: Record<string, string>, judged?: (body: unknown) => void) => Promise<Answer>
  interaction: (payload: Record<string, unknown>, judged?: (body: unknown) => void) => Promise<Answer>
  event: (event: Record<string, unknown>) => Promise<Answer>
  trigger: (person: string) => string
  responseUrl: (asked: Asked) => string
  respond: (asked: Asked, body: unknown) => void
  say: (person: Person, channel: Channel, text: string) => void
}

const isView = (value: object): value is OpenView => 'hash' in value && 'blocks' in value

export type Driver = ReturnType<typeof createDriver>

/** What one person does in Slack and sees there. */
export const createDriver = (deps: { person: Person; workspace: Workspace; modals: Modals; post: Post }) => {
  const { person, workspace, modals, post } = deps

  const place = (name: string): Channel => {
    const found = workspace.channel(name)
    if (!found) throw new Error(`there is no channel ${name}`)
    return found
  }
  const somewhere = (channel: string | undefined) =>
    channel === undefined ? (workspace.first() ?? workspace.dm(person)) : place(channel)

  /**
   * Types a slash command in a channel (the first one unless named) and awaits the ack. An ack's body is a reply;
   * a failure is told to the person as Slack does, and stands in the answer's `error`.
   */
  const command = async (
    line: string,
    where: { channel?: string; thread?: string } = {},
  ): Promise<Answer> => {
    const channel = somewhere(where.channel)
    const asked: Asked = {
      person: person.id,
      channel: channel.id,
      ...(where.thread && { thread: where.thread }),
    }
    const fields = {
      ...commandFields(person, channel, line),
      ...(where.thread && { thread_ts: where.thread }),
      response_url: post.responseUrl(asked),
      trigger_id: post.trigger(person.id),
    }
    const answer = await post.form('command', fields, body => {
      if (body !== '' && body !== undefined)
        post.respond(asked, typeof body === 'string' ? { text: body } : body)
    })
    if (answer.error) {
      post.say(person, channel, `${fields.command} failed with the error "${answer.error}"`)
    }
    return answer
  }

  const act = (payload: Record<string, unknown>, action: Record<string, unknown>) =>
    post.interaction({
      type: 'block_actions',
      ...common(person),
      trigger_id: post.trigger(person.id),
      ...payload,
      actions: [{ ...action, action_ts: workspace.ts() }],
    })

  /** Presses what begins with the words in a message that the person sees. */
  const press = async (message: Message, words: string): Promise<Answer> => {
    const channel = place(message.channel)
    if (!workspace.read(channel, person.id).includes(message)) {
      throw new Error(`${person.name} does not see this message`)
    }
    const { action } = pressable(message.blocks, words)
    const asked = {
      person: person.id,
      channel: channel.id,
      message,
      ...(message.thread_ts && { thread: message.thread_ts }),
    }
    return act({ ...messagePayload(message, channel), response_url: post.responseUrl(asked) }, action)
  }

  const inView = (view: OpenView, action: Record<string, unknown>) =>
    act({ container: { type: 'view', view_id: view.id }, view: viewPayload(modals, view) }, action)

  const screen = createScreen({
    person,
    people: workspace.people,
    modals,
    send: (payload, judged) => post.interaction({ ...common(person), ...payload }, judged),
    trigger: () => post.trigger(person.id),
    dispatch: inView,
  })

  const pressIn = (view: OpenView, words: string) => inView(view, pressable(view.blocks, words).action)

  function fill(values: Record<string, string | string[]>): Promise<void>
  function fill(view: OpenView, values: Record<string, string | string[]>): Promise<void>
  function fill(
    first: OpenView | Record<string, string | string[]>,
    second?: Record<string, string | string[]>,
  ) {
    return isView(first) ? screen.fill(first, second ?? {}) : screen.fill(screen.top(), first)
  }

  const write = (channel: Channel, text: string, thread?: string) =>
    workspace.post({
      channel: channel.id,
      user: person.id,
      text,
      blocks: [],
      ...(thread && { thread_ts: thread }),
    })

  const heard = (type: string, channel: Channel, message: Message) => ({
    type,
    user: person.id,
    channel: channel.id,
    text: message.text,
    ts: message.ts,
    event_ts: message.ts,
    ...(message.thread_ts && { thread_ts: message.thread_ts }),
  })

  /** Writes to the bot by name in a channel: an app_mention. */
  const mention = async (
    text: string,
    where: { channel?: string; thread?: string } = {},
  ): Promise<Answer> => {
    const channel = somewhere(where.channel)
    return post.event(heard('app_mention', channel, write(channel, `<@${bot.user}> ${text}`, where.thread)))
  }

  /** Writes to the bot in its DM: a message.im. */
  const say = async (text: string): Promise<Answer> => {
    const channel = workspace.dm(person)
    return post.event({ ...heard('message', channel, write(channel, text)), channel_type: 'im' })
  }

  /** Opens the bot's App Home. */
  const openHome = (tab: 'home' | 'messages' = 'home'): Promise<Answer> =>
    post.event({
      type: 'app_home_opened',
      user: person.id,
      channel: workspace.dm(person).id,
      tab,
      event_ts: workspace.ts(),
      ...(modals.home(person.id) && { view: modals.home(person.id) }),
    })

  return {
    id: person.id,
    name: person.name,
    command,
    press,
    pressIn,
    fill,
    mention,
    say,
    openHome,
    options: screen.options,
    submit: (view?: OpenView): Promise<Submitted> =>
      screen.submit(view ? modals.current(view) : screen.top()),
    close: (view?: OpenView, all?: boolean) => screen.close(view ? modals.current(view) : screen.top(), all),
    /** What this person reads in a channel, the messages for them alone among it. */
    messages: (channel: string) => workspace.read(place(channel), person.id),
    /** What stands in the bot's DM with this person. */
    dm: () => workspace.read(workspace.dm(person), person.id),
    get view() {
      return modals.top(person.id)
    },
    get views() {
      return modals.stack(person.id)
    },
    get home() {
      return modals.home(person.id)
    },
    get errors() {
      return screen.errors()
    },
  }
}
