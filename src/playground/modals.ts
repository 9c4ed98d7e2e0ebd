import { randomBytes } from 'node:crypto'
import type { Activity } from './activity.ts'
import type { HomeView, InputBlock, ModalView } from './blocks.ts'
import { held } from './controls.ts'
import { emptyShelf, type Shelf } from './kept/shelf.ts'
import { limits } from './limits.ts'
import type { Asker } from './passes.ts'
import { SlackRefusal } from './refusal.ts'
import { bot, type Team } from './workspace.ts'

/** What Slack adds to the app's definition of a view. */
type Frame = {
  id: string
  hash: string
  team_id: string
  app_id: string
  bot_id: string
  app_installed_team_id: string
  root_view_id: string
  previous_view_id: string | null
}

/** A view on somebody's screen. */
export type OpenView = (ModalView | HomeView) & Frame

/** What was published last as somebody's Home. */
export type Home = { person: string; view: HomeView & Frame }

export const inputsOf = (view: OpenView): InputBlock[] => view.blocks.filter(block => block.type === 'input')
const keyOf = (input: InputBlock) => `${input.block_id}\n${input.element.action_id}`

export type Modals = ReturnType<typeof createModals>

/**
 * The stacks of open modals and the App Homes, one of each a person, with what was typed into them. The Homes that are
 * kept are there from the beginning.
 */
export const createModals = (team: Team, activity: Activity, kept: Shelf<Home> = emptyShelf()) => {
  const stacks = new Map<string, OpenView[]>()
  const homes = new Map(kept.found.map(({ person, view }) => [person, view]))
  const typed = new Map<string, Map<string, unknown>>()

  const stack = (person: string) => stacks.get(person) ?? []
  const top = (person: string) => stack(person).at(-1)
  const all = () => [...stacks.values()].flat()

  const typedInto = (view: OpenView, input: InputBlock) => typed.get(view.id)?.get(keyOf(input))

  const set = (person: string, views: OpenView[]) => {
    for (const { id } of stack(person)) if (!views.some(one => one.id === id)) typed.delete(id)
    stacks.set(person, views)
    activity.changed()
  }

  const mustBeUnique = ({ external_id }: ModalView, except?: OpenView) => {
    const taken = all().some(one => one.external_id === external_id && one.id !== except?.id)
    if (external_id && taken) throw new SlackRefusal('duplicate_external_id')
  }

  const frame = <V extends ModalView | HomeView>(view: V, before?: OpenView): V & Frame => {
    const id = `V${randomBytes(5).toString('hex').toUpperCase()}`
    return {
      ...view,
      id,
      hash: randomBytes(8).toString('hex'),
      team_id: team.id,
      app_id: bot.app,
      bot_id: bot.id,
      app_installed_team_id: team.id,
      root_view_id: before?.root_view_id ?? id,
      previous_view_id: before?.id ?? null,
    }
  }

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

  const open = ({ person, channel }: Asker, view: ModalView) => {
    mustBeUnique(view)
    const opened = frame(view)
    preselect(opened, channel)
    set(person, [opened])
    return opened
  }

  const push = ({ person, channel }: Asker, view: ModalView) => {
    const open = stack(person)
    if (open.length === 0) throw new SlackRefusal('not_found')
    if (open.length >= limits.view.depth) throw new SlackRefusal('push_limit_reached')
    mustBeUnique(view)
    const pushed = frame(view, open.at(-1))
    preselect(pushed, channel)
    set(person, [...open, pushed])
    return pushed
  }

  /**
   * Puts another view in a view's place. A field whose block and action keep their ids keeps what it holds,
   * and a new initial value there counts for nothing (slackapi/bolt-js#290).
   */
  const replace = (old: OpenView, view: ModalView) => {
    mustBeUnique(view, old)
    const { id, root_view_id, previous_view_id } = old
    const fresh: OpenView = { ...frame(view), id, root_view_id, previous_view_id }
    const kept = new Set(inputsOf(fresh).map(keyOf))
    const values = inputsOf(old)
      .filter(input => kept.has(keyOf(input)))
      .map(input => [keyOf(input), held(input.element, typedInto(old, input))] as const)
    typed.set(old.id, new Map(values))
    for (const [person, views] of stacks) {
      if (views.some(one => one.id === old.id)) {
        set(
          person,
          views.map(one => (one.id === old.id ? fresh : one)),
        )
      }
    }
    return fresh
  }

  const update = (which: { view_id?: string; external_id?: string; hash?: string }, view: ModalView) => {
    const old = all().find(one =>
      which.view_id ? one.id === which.view_id : which.external_id && one.external_id === which.external_id,
    )
    if (!old) throw new SlackRefusal('not_found')
    if (which.hash && which.hash !== old.hash) throw new SlackRefusal('hash_conflict')
    return replace(old, view)
  }

  const publish = (person: string, view: HomeView, hash?: string) => {
    const old = homes.get(person)
    if (hash && old && hash !== old.hash) throw new SlackRefusal('hash_conflict')
    const fresh = { ...frame(view), ...(old && { id: old.id, root_view_id: old.id }) }
    homes.set(person, fresh)
    kept.put({ person, view: fresh })
    activity.changed()
    return fresh
  }

  const remove = (person: string, view: OpenView) =>
    set(
      person,
      stack(person).filter(one => one.id !== view.id),
    )
  const clear = (person: string) => set(person, [])

  const reset = () => {
    for (const views of [stacks, homes, typed]) views.clear()
    kept.clear()
    activity.changed()
  }
  const home = (person: string) => homes.get(person)

  /** The view as it stands now: an older copy may have been updated since. */
  const current = (view: OpenView) => [...all(), ...homes.values()].find(one => one.id === view.id) ?? view

  return {
    top,
    stack,
    current,
    open,
    push,
    update,
    replace,
    publish,
    remove,
    clear,
    reset,
    home,
    type,
    typedInto,
  }
}
