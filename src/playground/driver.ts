import type { Block, Interactive } from './block-schema.ts'
import type { Answer, ApplyAnswer, Delivery } from './delivery.ts'
import { bot, type Channel, type Message, type Person, slackbot, type Workspace } from './local-workspace.ts'
import type { Modals, OpenView } from './modals.ts'
import { commandFields, commonFields, messagePayload, messageShortcut, viewPayload } from './payloads.ts'
import { createForms, type ElementIds } from './submit-form.ts'
import type { ResponseContext, TriggerContext } from './triggers.ts'

/** A channel (by default the first), and optionally a thread in it. */
export type Where = { channel?: string; thread?: string }

/** The message or view in which a person presses a button or picks a day. */
export type Target = Pick<Message, 'channel' | 'ts'> | OpenView

type Deps = {
  workspace: Workspace
  modals: Modals
  delivery: Delivery
  trigger: (context: TriggerContext) => string
  responseUrl: (context: ResponseContext) => string
  respond: (context: ResponseContext, body: unknown) => void
}

type ElementInBlock = { block_id: string; element: Interactive }

export const elementsIn = (blocks: Block[]): ElementInBlock[] =>
  blocks.flatMap(block => {
    const { block_id } = block
    if (block.type === 'actions') return block.elements.map(element => ({ block_id, element }))
    return block.type === 'section' && block.accessory ? [{ block_id, element: block.accessory }] : []
  })

export const labelOf = ({ element }: ElementInBlock) =>
  element.type === 'button' ? element.text.text : (element.placeholder?.text ?? '')

/** An entry of `actions`: the pressed button, or the datepicker with the picked day. */
const actionOf = ({ block_id, element }: ElementInBlock, day: string) => {
  const { type, action_id } = element
  if (element.type === 'datepicker') return { type, action_id, block_id, selected_date: day }
  const { accessibility_label: _, ...button } = element
  return { ...button, block_id }
}

const titleOf = (target: ElementInBlock, day: string) =>
  target.element.type === 'button' ? `presses ${labelOf(target)}` : `picks ${day}`

export type Driver = ReturnType<typeof createDriver>

export const createDriver = (person: Person, deps: Deps) => {
  const { workspace, modals, delivery } = deps
  const { team } = workspace

  const channelAt = ({ channel }: Where): Channel => {
    const match = channel ? workspace.requireChannel(channel) : workspace.first()
    if (!workspace.isMember(match, person.id)) throw new Error(`${person.name} is not in ${match.name}`)
    return match
  }

  const post = ({ id: channel }: Channel, text: string, thread?: string) =>
    workspace.post({ channel, user: person.id, text, blocks: [], ...(thread && { thread_ts: thread }) })

  const messageEvent = (type: Record<string, string>, { blocks: _, ...message }: Message) =>
    delivery.event({
      ...type,
      ...message,
      event_ts: message.ts,
      ...(person.team && { user_team: person.team }),
    })

  /** Types a slash command. Posts the ack's body as a reply, or shows the person the failure, as in Slack. */
  const command = async (line: string, where: Omit<Where, 'thread'> = {}): Promise<Answer> => {
    const channel = channelAt(where)
    const context = { person: person.id, channel: channel.id }
    const fields = {
      ...commandFields(person, channel, line, team),
      response_url: deps.responseUrl(context),
      trigger_id: deps.trigger(context),
    }
    const answer = await delivery.command(fields, body => {
      if (body !== '') deps.respond(context, typeof body === 'string' ? { text: body } : body)
    })
    if (answer.error) {
      const text = `${fields.command} failed with the error "${answer.error}"`
      workspace.post({ channel: channel.id, user: slackbot, text, blocks: [], only: person.id })
    }
    return answer
  }

  const send = <P extends { type: string }>(payload: P, title: string, apply?: ApplyAnswer) =>
    delivery.interaction({ ...commonFields(person, team), ...payload }, title, apply)

  const sendAction = (where: object, action: object, title: string, channel?: string) => {
    const trigger_id = deps.trigger({ person: person.id, channel })
    const actions = [{ ...action, action_ts: workspace.ts() }]
    return send({ ...where, type: 'block_actions', trigger_id, actions }, title)
  }

  const dispatch = (view: OpenView, action: object, title: string) => {
    const where = { container: { type: 'view', view_id: view.id }, view: viewPayload(modals, view) }
    return sendAction(where, action, `${title} in ${view.type === 'home' ? 'the Home' : view.title.text}`)
  }

  const current = (target: Target): Message | OpenView => {
    if (!('ts' in target)) return modals.current(target)
    const messages = workspace.read(workspace.requireChannel(target.channel), person.id)
    const message = messages.find(({ ts }) => ts === target.ts)
    if (!message) throw new Error('This message is no longer there.')
    return message
  }

  const use = async (target: Target, { block, action: id }: ElementIds, [day = '']: string[]) => {
    const present = current(target)
    const match = elementsIn(present.blocks).find(
      ({ block_id, element }) => block_id === block && element.action_id === id,
    )
    if (!match) throw new Error('This is no longer there.')
    const [action, title] = [actionOf(match, day), titleOf(match, day)]
    if (!('ts' in present)) return dispatch(present, action, title)
    const channel = workspace.requireChannel(present.channel)
    const response_url = deps.responseUrl({ person: person.id, channel: channel.id, message: present })
    return sendAction({ ...messagePayload(present, channel, team), response_url }, action, title, channel.id)
  }

  /** Uses a shortcut by its callback_id: on a message, or globally with `current` as the open channel. */
  const shortcut = (callback_id: string, message?: Message, current?: string): Promise<Answer> => {
    const channel = message?.channel ?? current
    const place = channel === undefined ? undefined : workspace.requireChannel(channel)
    const trigger_id = deps.trigger({ person: person.id, channel: place?.id })
    const fields = { callback_id, trigger_id, action_ts: workspace.ts() }
    const title = `uses the shortcut ${callback_id}`
    if (!message || !place) return send({ type: 'shortcut', ...fields }, title)
    const response_url = deps.responseUrl({ person: person.id, channel: place.id })
    return send({ ...fields, ...messageShortcut(message, place, team), response_url }, title)
  }

  const forms = createForms({
    person,
    workspace,
    modals,
    send,
    dispatch,
    trigger: () => deps.trigger({ person: person.id }),
    responseUrl: channel => deps.responseUrl({ person: person.id, channel }),
  })

  const currentView = (view: OpenView | undefined) => (view ? modals.current(view) : forms.currentModal())

  return {
    id: person.id,
    name: person.name,
    command,
    shortcut,
    current,
    use,
    enter: forms.enter,
    suggest: forms.suggest,
    submit: (view?: OpenView) => forms.submit(currentView(view)),
    close: async (view?: OpenView) => modals.close(currentView(view)),
    /** Posts in a channel without mentioning the bot, which gets no event. */
    chat: (text: string, where: Where = {}) => post(channelAt(where), text, where.thread),
    /** Mentions the bot in a channel: at the start, unless the text contains the mention. */
    mention: async (text: string, where: Where = {}) => {
      const place = channelAt(where)
      if (place.bot === false) throw new Error(`the bot hears nothing of ${place.name}: it is no member`)
      const words = text.includes(`<@${bot.user}`) ? text : `<@${bot.user}> ${text}`
      return messageEvent({ type: 'app_mention' }, post(place, words, where.thread))
    },
    say: (text: string, { thread }: Pick<Where, 'thread'> = {}) =>
      messageEvent({ type: 'message', channel_type: 'im' }, post(workspace.dm(person), text, thread)),
    openHome: () => {
      const view = modals.home(person.id)
      const details = { user: person.id, channel: workspace.dm(person).id, event_ts: workspace.ts() }
      return delivery.event({ type: 'app_home_opened', tab: 'home', ...details, ...(view && { view }) })
    },
    messages: (channel: string) => workspace.read(workspace.requireChannel(channel), person.id),
    get dm() {
      return workspace.read(workspace.dm(person), person.id)
    },
    get view() {
      return modals.modal(person.id)
    },
    get home() {
      return modals.home(person.id)
    },
    get values() {
      return forms.values(forms.currentModal())
    },
    get errors() {
      return forms.errors()
    },
  }
}
