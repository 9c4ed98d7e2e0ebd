import type { Block, Interactive } from './block-schema.ts'
import { findByLabel } from './controls.ts'
import type { Answer, ApplyAnswer, Delivery } from './delivery.ts'
import { bot, type Channel, type Message, type Person, slackbot, type Workspace } from './local-workspace.ts'
import type { Modals, OpenView } from './modals.ts'
import { commandFields, common, messagePayload, messageShortcut, viewPayload } from './payloads.ts'
import { createForms, type Ids, type Words } from './submit-form.ts'
import type { ResponseContext, TriggerContext } from './triggers.ts'

/** A channel, by default the first, and perhaps a thread there. */
export type Where = { channel?: string; thread?: string }

/** Where a person presses a button or picks a day. */
export type Target = Pick<Message, 'channel' | 'ts'> | OpenView

type Deps = {
  workspace: Workspace
  modals: Modals
  delivery: Delivery
  trigger: (context: TriggerContext) => string
  responseUrl: (context: ResponseContext) => string
  respond: (context: ResponseContext, body: unknown) => void
}

/** An element outside of input blocks, with the id of its block. */
type Found = { block_id: string; element: Interactive }
type Find = (found: Found[]) => Found

const elementsIn = (blocks: Block[]): Found[] =>
  blocks.flatMap(block => {
    const { block_id } = block
    if (block.type === 'actions') return block.elements.map(element => ({ block_id, element }))
    return block.type === 'section' && block.accessory ? [{ block_id, element: block.accessory }] : []
  })

const labelOf = ({ element }: Found) =>
  element.type === 'button' ? element.text.text : (element.placeholder?.text ?? '')

const byLabel =
  (type: Interactive['type'], words: string): Find =>
  all => {
    const elements = all.filter(({ element }) => element.type === type)
    const found = findByLabel(elements, labelOf, words)
    if (found) return found
    throw new Error(`nothing to press begins with "${words}"; there is: ${elements.map(labelOf).join(', ')}`)
  }

const byIds =
  ({ block, action }: Ids): Find =>
  all => {
    const found = all.find(({ block_id, element }) => block_id === block && element.action_id === action)
    if (!found) throw new Error('This is no longer there.')
    return found
  }

/** An entry of `actions`: a button that was pressed, or a datepicker where `day` was picked. */
const actionOf = ({ block_id, element }: Found, day: string) => {
  const { type, action_id } = element
  if (element.type === 'datepicker') return { type, action_id, block_id, selected_date: day }
  const { accessibility_label: _, ...button } = element
  return { ...button, block_id }
}

const titleOf = (found: Found, day: string) =>
  found.element.type === 'button' ? `presses ${labelOf(found)}` : `picks ${day}`

export type Driver = ReturnType<typeof createDriver>

export const createDriver = (person: Person, deps: Deps) => {
  const { workspace, modals, delivery } = deps
  const { team } = workspace

  const placeOf = ({ channel }: Where): Channel => {
    const place = channel ? workspace.mustHave(channel) : workspace.first()
    if (!workspace.isMember(place, person.id)) throw new Error(`${person.name} is not in ${place.name}`)
    return place
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

  /** Types a slash command. An ack's body is a reply; a failure is shown to the person, as Slack does. */
  const command = async (line: string, where: Omit<Where, 'thread'> = {}): Promise<Answer> => {
    const channel = placeOf(where)
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
    delivery.interaction({ ...common(person, team), ...payload }, title, apply)

  const act = (where: object, action: object, title: string, channel?: string) => {
    const trigger_id = deps.trigger({ person: person.id, channel })
    const actions = [{ ...action, action_ts: workspace.ts() }]
    return send({ ...where, type: 'block_actions', trigger_id, actions }, title)
  }

  const dispatch = (view: OpenView, action: object, title: string) => {
    const where = { container: { type: 'view', view_id: view.id }, view: viewPayload(modals, view) }
    return act(where, action, `${title} in ${view.type === 'home' ? 'the Home' : view.title.text}`)
  }

  /** The target as it is now. */
  const visible = (target: Target): Message | OpenView => {
    if (!('ts' in target)) return modals.current(target)
    const read = workspace.read(workspace.mustHave(target.channel), person.id)
    const message = read.find(({ ts }) => ts === target.ts)
    if (!message) throw new Error('This message is no longer there.')
    return message
  }

  /** Presses a button, or picks a day. */
  const use = async (target: Target, find: Find, day = ''): Promise<Answer> => {
    const now = visible(target)
    const found = find(elementsIn(now.blocks))
    const [action, title] = [actionOf(found, day), titleOf(found, day)]
    if (!('ts' in now)) return dispatch(now, action, title)
    const channel = workspace.mustHave(now.channel)
    const response_url = deps.responseUrl({ person: person.id, channel: channel.id, message: now })
    return act({ ...messagePayload(now, channel, team), response_url }, action, title, channel.id)
  }

  /** Uses a shortcut by its callback_id: for a message, or a global one with `current` as the open channel. */
  const shortcut = (callback_id: string, message?: Message, current?: string): Promise<Answer> => {
    const channel = message?.channel ?? current
    const place = channel === undefined ? undefined : workspace.mustHave(channel)
    const trigger_id = deps.trigger({ person: person.id, channel: place?.id })
    const shared = { callback_id, trigger_id, action_ts: workspace.ts() }
    const title = `uses the shortcut ${callback_id}`
    if (!message || !place) return send({ type: 'shortcut', ...shared }, title)
    const response_url = deps.responseUrl({ person: person.id, channel: place.id })
    return send({ ...shared, ...messageShortcut(message, place, team), response_url }, title)
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

  const shown = (view: OpenView | undefined) => (view ? modals.current(view) : forms.top())

  return {
    id: person.id,
    name: person.name,
    command,
    shortcut,
    press: (target: Target, words: string) => use(target, byLabel('button', words)),
    /** Picks a day, as YYYY-MM-DD, in the datepicker whose placeholder begins with the words. */
    pickDay: (target: Target, words: string, day: string) => use(target, byLabel('datepicker', words), day),
    use: (target: Target, ids: Ids, [day]: string[]) => use(target, byIds(ids), day),
    put: forms.put,
    optionsAt: (view: OpenView, ids: Ids, typed: string) =>
      forms.suggest(view, forms.inputAt(view, ids), typed),
    fill: async (words: Words) => forms.fill(forms.top(), words),
    /** The app's options in an external select for the typed words. */
    options: (view: OpenView, label: string, typed: string) => {
      const now = modals.current(view)
      return forms.suggest(now, forms.inputByLabel(now, label), typed)
    },
    submit: (view?: OpenView) => forms.submit(shown(view)),
    close: async (view?: OpenView) => modals.close(shown(view)),
    /** Writes in a channel without naming the bot, which hears nothing. */
    chat: (text: string, where: Where = {}) => post(placeOf(where), text, where.thread),
    /** Mentions the bot in a channel, at the start unless the text has the mention. */
    mention: async (text: string, where: Where = {}) => {
      const place = placeOf(where)
      if (place.bot === false) throw new Error(`the bot hears nothing of ${place.name}: it is no member`)
      const words = text.includes(`<@${bot.user}`) ? text : `<@${bot.user}> ${text}`
      return messageEvent({ type: 'app_mention' }, post(place, words, where.thread))
    },
    say: (text: string, { thread }: Pick<Where, 'thread'> = {}) =>
      messageEvent({ type: 'message', channel_type: 'im' }, post(workspace.dm(person), text, thread)),
    openHome: () => {
      const view = modals.home(person.id)
      const about = { user: person.id, channel: workspace.dm(person).id, event_ts: workspace.ts() }
      return delivery.event({ type: 'app_home_opened', tab: 'home', ...about, ...(view && { view }) })
    },
    /** The messages that this person reads in a channel. */
    messages: (channel: string) => workspace.read(workspace.mustHave(channel), person.id),
    get dm() {
      return workspace.read(workspace.dm(person), person.id)
    },
    get view() {
      return modals.opened(person.id)
    },
    get home() {
      return modals.home(person.id)
    },
    get values() {
      return forms.values(forms.top())
    },
    get errors() {
      return forms.errors()
    },
  }
}
