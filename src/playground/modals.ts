import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Activity } from './activity.ts'
import { type HomeView, type InputBlock, isFocused, type ModalView } from './blocks.ts'
import { held } from './controls.ts'
import { emptyShelf, type Shelf } from './kept/shelf.ts'
import type { Asker } from './passes.ts'
import { SlackRefusal } from './refusal.ts'
import { bot, type Team } from './workspace.ts'

/** What Slack adds to the app's definition of a view. */
export const frame = z.object({
  id: z.string(),
  hash: z.string(),
  team_id: z.string(),
  app_id: z.string(),
  bot_id: z.string(),
  app_installed_team_id: z.string(),
  root_view_id: z.string(),
  previous_view_id: z.null(),
})

type Framed<V> = V & z.output<typeof frame>

/** A view on somebody's screen. */
export type OpenView = Framed<ModalView> | Framed<HomeView>

/** What was published last as somebody's Home. */
export type Home = { person: string; view: Framed<HomeView> }

export const inputsOf = (view: OpenView): InputBlock[] => view.blocks.filter(block => block.type === 'input')
const keyOf = (input: InputBlock) => `${input.block_id}\n${input.element.action_id}`

export type Modals = ReturnType<typeof createModals>

/**
 * The open modals and the App Homes, one of each a person, with what was typed into them. The Homes that are kept are
 * there from the beginning.
 */
export const createModals = (team: Team, activity: Activity, kept: Shelf<Home> = emptyShelf()) => {
  const opened = new Map<string, Framed<ModalView>>()
  const homes = new Map(kept.found.map(({ person, view }) => [person, view]))
  const typed = new Map<string, Map<string, unknown>>()
  const focused = new Map<string, string>()

  const typedInto = (view: OpenView, input: InputBlock) => typed.get(view.id)?.get(keyOf(input))

  const framed = <V extends ModalView | HomeView>(view: V, id = newId()): Framed<V> => ({
    ...view,
    id,
    hash: randomBytes(8).toString('hex'),
    team_id: team.id,
    app_id: bot.app,
    bot_id: bot.id,
    app_installed_team_id: team.id,
    root_view_id: id,
    previous_view_id: null,
  })

  /** The focus goes where the app wants it. Where it says nothing more of that, the field that came with it stays chosen. */
  const focus = (view: OpenView) => {
    const inputs = inputsOf(view)
    const chosen = inputs.find(isFocused) ?? inputs.find(input => hasFocus(view, input))
    if (chosen) focused.set(view.id, keyOf(chosen))
    else focused.delete(view.id)
  }
  const hasFocus = (view: OpenView, input: InputBlock) => focused.get(view.id) === keyOf(input)

  const type = (view: OpenView, input: InputBlock, value: unknown) => {
    const values = typed.get(view.id) ?? new Map<string, unknown>()
    typed.set(view.id, values.set(keyOf(input), value))
  }

  /** Picks the conversation before the person where the app asked for it: never the bot's own DM if it is filtered out. */
  const preselect = (view: OpenView, channel: string | undefined) => {
    for (const input of inputsOf(view)) {
      const { element } = input
      if (element.type !== 'conversations_select' || !element.default_to_current_conversation) continue
      const isBots = channel?.startsWith('D') && element.filter?.exclude_bot_users
      if (channel && !isBots) type(view, input, channel)
    }
  }

  /** Lets a modal be before nobody any more. */
  const close = ({ id }: OpenView) => {
    const [person] = before(id)
    if (person === undefined) return
    typed.delete(id)
    focused.delete(id)
    opened.delete(person)
    activity.changed()
  }

  /** Who has the modal with this id before them, and as it stands now. */
  const before = (id: string) => [...opened].find(([, view]) => view.id === id) ?? []

  const open = ({ person, channel }: Asker, view: ModalView) => {
    const old = opened.get(person)
    if (old) close(old)
    const fresh = framed(view)
    preselect(fresh, channel)
    focus(fresh)
    opened.set(person, fresh)
    activity.changed()
    return fresh
  }

  /**
   * Puts another view in a view's place. A field whose block and action keep their ids keeps what it holds,
   * and a new initial value there counts for nothing (slackapi/bolt-js#290).
   */
  const update = (id: string, view: ModalView) => {
    const [person, old] = before(id)
    if (person === undefined || !old) throw new SlackRefusal('not_found')
    const fresh = framed(view, id)
    const kept = new Set(inputsOf(fresh).map(keyOf))
    const values = inputsOf(old)
      .filter(input => kept.has(keyOf(input)))
      .map(input => [keyOf(input), held(input.element, typedInto(old, input))] as const)
    typed.set(id, new Map(values))
    focus(fresh)
    opened.set(person, fresh)
    activity.changed()
    return fresh
  }

  const publish = (person: string, view: HomeView) => {
    const fresh = framed(view, homes.get(person)?.id)
    focus(fresh)
    homes.set(person, fresh)
    kept.put({ person, view: fresh })
    activity.changed()
    return fresh
  }

  const reset = () => {
    for (const views of [opened, homes, typed, focused]) views.clear()
    kept.clear()
    activity.changed()
  }

  /** The view as it stands now: an older copy may have been updated since. */
  const current = (view: OpenView): OpenView =>
    [...opened.values(), ...homes.values()].find(({ id }) => id === view.id) ?? view

  return {
    /** The modal before a person. */
    opened: (person: string): Framed<ModalView> | undefined => opened.get(person),
    home: (person: string): Framed<HomeView> | undefined => homes.get(person),
    current,
    open,
    update,
    publish,
    close,
    reset,
    type,
    typedInto,
    /** Whether a field is where somebody begins who sees its view for the first time, also once that was updated. */
    hasFocus,
  }
}

const newId = () => `V${randomBytes(5).toString('hex').toUpperCase()}`
