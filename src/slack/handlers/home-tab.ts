import type { webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import type { Args, OperationId } from '../../core/args.ts'
import type { Caller } from '../../core/authenticate.ts'
import { createCache } from '../../core/cache.ts'
import type { Operation } from '../../core/operation.ts'
import type { Outcome } from '../../core/outcome.ts'
import type { Pipeline } from '../../core/pipeline.ts'
import { actions, type Block, limits, runButton, section } from '../../message/blocks.ts'
import { fitBlocks } from '../../message/fit.ts'
import { blocksOf, type Reply } from '../../message/reply.ts'
import type { ClientFor } from '../delivery/slack-http.ts'

/** The operation whose reply is the Home tab. */
export const HOME: OperationId = 'home.show'

/** A Home tab that a person has opened. */
type Tab = {
  client: webApi.WebClient
  caller: Caller
  /** The arguments of the shown list; undefined if the tab shows another reply. */
  args: Args | undefined
  /** Plans may have changed since the tab was drawn. */
  isDue: boolean
  /** Sequence numbers of the latest and the published drawing; older drawings are not published. */
  latestDrawing: number
  shownDrawing: number
  publishing: Promise<unknown>
}

/** Slack does not report when a Home tab closes: it counts as open for an hour. */
const HOUR_MS = 3_600_000

/** How many other Home tabs of a workspace one change redraws. */
const MAX_REDRAWS = 10

export type Homes = ReturnType<typeof createHomes>

/** Draws Home tabs when they are opened, and again after each change. */
export function createHomes(deps: {
  pipeline: Pick<Pipeline, 'handle'>
  home: Operation | undefined
  clientFor: ClientFor
  clock: () => Date
  log: Logger
}) {
  const { pipeline, home, clientFor, clock, log } = deps
  /** Tabs that may be open, by person. */
  const tabs = createCache<Tab>(HOUR_MS, clock)

  function tabOf(client: webApi.WebClient, caller: Caller): Tab {
    const { key } = caller.person
    const existing = tabs.get(key) ?? {
      args: {},
      isDue: false,
      latestDrawing: 0,
      shownDrawing: 0,
      publishing: Promise.resolve(),
    }
    const tab = Object.assign(existing, { client, caller: { ...caller, incoming: undefined } })
    tabs.set(key, tab)
    return tab
  }

  /** Loads and publishes blocks, unless a later drawing is shown; resolves to whether they were published. */
  async function draw(
    tab: Tab,
    args: Args | undefined,
    load: () => Promise<Block[] | undefined>,
  ): Promise<boolean> {
    const drawing = ++tab.latestDrawing
    Object.assign(tab, { args, isDue: false })
    const blocks = await load()
    if (!blocks) return false
    const { client, caller } = tab
    const publication = tab.publishing.then(async () => {
      if (drawing < tab.shownDrawing) return false
      try {
        await client.views.publish({
          user_id: caller.person.user,
          view: { type: 'home', blocks: fitBlocks(blocks, limits.viewBlocks) },
        })
        tab.shownDrawing = drawing
        return true
      } catch (error) {
        log.warn({ reason: error }, 'a Home is not published')
        return false
      }
    })
    tab.publishing = publication
    return publication
  }

  const loadList = async (tab: Tab, args: Args): Promise<Outcome | undefined> =>
    home && pipeline.handle({ operation: home, args }, tab.caller)

  /** Draws the list of plans below a note; only the note if the list cannot be loaded. */
  const drawList = (tab: Tab, args: Args, note?: Reply): Promise<boolean> =>
    draw(tab, args, async () => {
      const outcome = await loadList(tab, args)
      const noteBlocks = note ? (note.to === 'me' ? blocksOf(note) : [section(note.text)]) : []
      if (outcome?.kind === 'done') return [...noteBlocks, ...blocksOf(outcome.reply)]
      return note && [...noteBlocks, ...homeButton(note, 'Back to Home')]
    })

  /** Redraws the list that a Home tab shows. */
  async function redraw(tab: Tab): Promise<void> {
    tab.isDue = false
    try {
      const client = await clientFor(tab.caller.workspace)
      if (client && tab.args) await drawList(Object.assign(tab, { client }), tab.args)
    } catch (error) {
      log.warn({ reason: error }, 'a Home may not be up to date')
    }
  }

  return {
    /** Draws the Home tab of a person who opens it or turns a page. */
    async open(client: webApi.WebClient, caller: Caller, args: Args = {}): Promise<void> {
      const tab = tabOf(client, caller)
      await draw(tab, args, async () => {
        const outcome = await loadList(tab, args)
        if (outcome?.kind === 'done') return blocksOf(outcome.reply)
        if (outcome?.kind !== 'failed') return undefined
        return [...blocksOf(outcome.reply), ...homeButton(outcome.reply, 'Try again')]
      })
    },

    /**
     * Shows a private reply in the Home tab: above the list after a change, otherwise instead of the list,
     * with a button back. Resolves to whether it was published.
     */
    show(client: webApi.WebClient, caller: Caller, reply: Reply, hasChanged: boolean): Promise<boolean> {
      const tab = tabOf(client, caller)
      if (hasChanged) return drawList(tab, {}, reply)
      return draw(tab, undefined, async () => [...blocksOf(reply), ...homeButton(reply, 'Back to Home')])
    },

    /**
     * Redraws the Home tab of a person who changed something, if this process drew it and the reply has not
     * (`isDrawn`). Marks those of the workspace as due. Never rejects.
     */
    async refresh(client: webApi.WebClient, caller: Caller, note?: Reply, isDrawn = false): Promise<void> {
      const { person, workspace } = caller
      const ownTab = tabs.peek(person.key)
      const others = [...tabs.values()].filter(
        tab => tab !== ownTab && tab.caller.workspace.team === workspace.team,
      )
      for (const tab of others.slice(0, MAX_REDRAWS)) tab.isDue = true
      if (ownTab && !isDrawn) await drawList(tabOf(client, caller), {}, note)
    },

    /** Redraws the Home tabs that are due; never rejects. Called every few seconds. */
    async redrawDue(): Promise<void> {
      await Promise.all([...tabs.values()].filter(({ isDue }) => isDue).map(redraw))
    },
  }
}

/** A button to the Home tab, unless the reply already has one. */
function homeButton({ blocks = [] }: Reply, text: string): Block[] {
  const hasHomeButton = blocks.some(
    block => block.type === 'actions' && block.elements.some(each => each.action_id?.startsWith(`${HOME}:`)),
  )
  return hasHomeButton ? [] : actions(runButton(text, HOME))
}
