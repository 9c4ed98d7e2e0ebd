import { randomBytes } from 'node:crypto'
import type { Activity } from './activity.ts'
import type { HomeView, InputBlock, ModalView } from './block-schema.ts'
import { controlValue, isSelectable } from './controls.ts'
import { bot, type Team, type Workspace } from './local-workspace.ts'
import { SlackRefusal } from './slack-refusal.ts'
import type { TriggerContext } from './triggers.ts'

type Stored<V> = V & ReturnType<typeof slackFields>

/** The properties that Slack adds to a view. */
const slackFields = (id: string, team: Team) => ({
  id,
  hash: randomBytes(8).toString('hex'),
  root_view_id: id,
  previous_view_id: null,
  team_id: team.id,
  app_installed_team_id: team.id,
  app_id: bot.app,
  bot_id: bot.id,
})

/** An open modal or a Home view. */
export type OpenView = Stored<ModalView> | Stored<HomeView>

export const inputsOf = (view: OpenView): InputBlock[] => view.blocks.filter(block => block.type === 'input')
const keyOf = (input: InputBlock) => `${input.block_id}\n${input.element.action_id}`

export type Modals = ReturnType<typeof createModals>

/** One open modal and one Home view per person, with entered values. */
export const createModals = (
  { team, channel: channelOf }: Pick<Workspace, 'team' | 'channel'>,
  activity: Activity,
) => {
  const { notify } = activity
  const openModals = new Map<string, Stored<ModalView>>()
  const homes = new Map<string, Stored<HomeView>>()
  /** Entered values by view id. */
  const enteredValues = new Map<string, Map<string, unknown>>()

  const inputValue = (view: OpenView, input: InputBlock) =>
    controlValue(input.element, enteredValues.get(view.id)?.get(keyOf(input)))
  const enter = (view: OpenView, input: InputBlock, value: unknown) => {
    const values = enteredValues.get(view.id) ?? new Map<string, unknown>()
    enteredValues.set(view.id, values.set(keyOf(input), value))
  }

  const withSlackFields = <V extends ModalView | HomeView>(
    view: V,
    id = `V${randomBytes(5).toString('hex').toUpperCase()}`,
  ): Stored<V> => ({ ...view, ...slackFields(id, team) })

  /** Selects the current conversation in inputs that offer it. */
  const preselect = (view: OpenView, channel = '') => {
    const current = channelOf(channel)
    if (!current || !isSelectable(current)) return
    for (const input of inputsOf(view))
      if (input.element.type === 'conversations_select') enter(view, input, current.id)
  }

  const ownerOf = (id: string) => [...openModals].find(([, view]) => view.id === id) ?? []

  const close = ({ id }: Pick<OpenView, 'id'>) => {
    const [person] = ownerOf(id)
    if (person === undefined) return
    enteredValues.delete(id)
    openModals.delete(person)
    notify()
  }

  const show = (person: string, view: Stored<ModalView>) => {
    openModals.set(person, view)
    notify()
    return view
  }

  return {
    modal: (person: string): Stored<ModalView> | undefined => openModals.get(person),
    home: (person: string): Stored<HomeView> | undefined => homes.get(person),
    /** The current state of a view. */
    current: (view: OpenView): OpenView =>
      [...openModals.values(), ...homes.values()].find(({ id }) => id === view.id) ?? view,
    open: ({ person, channel }: TriggerContext, view: ModalView) => {
      const old = openModals.get(person)
      if (old) close(old)
      const fresh = withSlackFields(view)
      preselect(fresh, channel)
      return show(person, fresh)
    },
    /**
     * Replaces a view. An input with the same block and action id keeps its value, even if the new view has
     * another initial value (slackapi/bolt-js#290).
     */
    update: (id: string, view: ModalView) => {
      const [person, old] = ownerOf(id)
      if (person === undefined || !old) throw new SlackRefusal('not_found')
      const fresh = withSlackFields(view, id)
      const newKeys = new Set(inputsOf(fresh).map(keyOf))
      const values = inputsOf(old)
        .filter(input => newKeys.has(keyOf(input)))
        .map(input => [keyOf(input), inputValue(old, input)] as const)
      enteredValues.set(id, new Map(values))
      return show(person, fresh)
    },
    publish: (person: string, view: HomeView) => {
      const fresh = withSlackFields(view, homes.get(person)?.id)
      homes.set(person, fresh)
      notify()
      return fresh
    },
    close,
    reset: () => {
      for (const map of [openModals, homes, enteredValues]) map.clear()
      notify()
    },
    /** Enters a value into an input. */
    enter,
    /** The value of an input: the entered one, else the app's initial value, else empty. */
    inputValue,
  }
}
