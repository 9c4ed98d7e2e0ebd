import { randomBytes } from 'node:crypto'
import type { Activity } from './activity.ts'
import type { HomeView, InputBlock, ModalView } from './block-schema.ts'
import { controlValue, isOffered } from './controls.ts'
import { bot, type Team, type Workspace } from './local-workspace.ts'
import { SlackRefusal } from './slack-refusal.ts'
import type { TriggerContext } from './triggers.ts'

type Framed<V> = V & ReturnType<typeof frameOf>

/** The properties that Slack gives a view. */
const frameOf = (id: string, team: Team) => ({
  id,
  hash: randomBytes(8).toString('hex'),
  root_view_id: id,
  previous_view_id: null,
  team_id: team.id,
  app_installed_team_id: team.id,
  app_id: bot.app,
  bot_id: bot.id,
})

/** A modal or Home view that a person has. */
export type OpenView = Framed<ModalView> | Framed<HomeView>

export const inputsOf = (view: OpenView): InputBlock[] => view.blocks.filter(block => block.type === 'input')
const keyOf = (input: InputBlock) => `${input.block_id}\n${input.element.action_id}`

export type Modals = ReturnType<typeof createModals>

/** One open modal and one Home view per person, with entered values. */
export const createModals = (
  { team, channel: channelOf }: Pick<Workspace, 'team' | 'channel'>,
  activity: Activity,
) => {
  const { changed } = activity
  const opened = new Map<string, Framed<ModalView>>()
  const homes = new Map<string, Framed<HomeView>>()
  /** Entered values by view id. */
  const entered = new Map<string, Map<string, unknown>>()

  const inputValue = (view: OpenView, input: InputBlock) =>
    controlValue(input.element, entered.get(view.id)?.get(keyOf(input)))
  const type = (view: OpenView, input: InputBlock, value: unknown) => {
    const values = entered.get(view.id) ?? new Map<string, unknown>()
    entered.set(view.id, values.set(keyOf(input), value))
  }

  const framed = <V extends ModalView | HomeView>(
    view: V,
    id = `V${randomBytes(5).toString('hex').toUpperCase()}`,
  ): Framed<V> => ({ ...view, ...frameOf(id, team) })

  /** Selects the current conversation where it is offered. */
  const preselect = (view: OpenView, channel = '') => {
    const current = channelOf(channel)
    if (!current || !isOffered(current)) return
    for (const input of inputsOf(view))
      if (input.element.type === 'conversations_select') type(view, input, current.id)
  }

  const ownerOf = (id: string) => [...opened].find(([, view]) => view.id === id) ?? []

  const close = ({ id }: Pick<OpenView, 'id'>) => {
    const [person] = ownerOf(id)
    if (person === undefined) return
    entered.delete(id)
    opened.delete(person)
    changed()
  }

  const show = (person: string, view: Framed<ModalView>) => {
    opened.set(person, view)
    changed()
    return view
  }

  return {
    opened: (person: string): Framed<ModalView> | undefined => opened.get(person),
    home: (person: string): Framed<HomeView> | undefined => homes.get(person),
    /** The present state of a view that may be outdated. */
    current: (view: OpenView): OpenView =>
      [...opened.values(), ...homes.values()].find(({ id }) => id === view.id) ?? view,
    open: ({ person, channel }: TriggerContext, view: ModalView) => {
      const old = opened.get(person)
      if (old) close(old)
      const fresh = framed(view)
      preselect(fresh, channel)
      return show(person, fresh)
    },
    /**
     * Replaces a view. An input that keeps its block and action id keeps its value, also against a new
     * initial value (slackapi/bolt-js#290).
     */
    update: (id: string, view: ModalView) => {
      const [person, old] = ownerOf(id)
      if (person === undefined || !old) throw new SlackRefusal('not_found')
      const fresh = framed(view, id)
      const remaining = new Set(inputsOf(fresh).map(keyOf))
      const values = inputsOf(old)
        .filter(input => remaining.has(keyOf(input)))
        .map(input => [keyOf(input), inputValue(old, input)] as const)
      entered.set(id, new Map(values))
      return show(person, fresh)
    },
    publish: (person: string, view: HomeView) => {
      const fresh = framed(view, homes.get(person)?.id)
      homes.set(person, fresh)
      changed()
      return fresh
    },
    close,
    reset: () => {
      for (const map of [opened, homes, entered]) map.clear()
      changed()
    },
    /** Enters a value into an input. */
    type,
    /** The value of an input: the one that was entered, else the app's initial value, else empty. */
    inputValue,
  }
}
