import type { webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import type { Args, OperationId } from '../../core/args.ts'
import { createCache } from '../../core/cache.ts'
import type { Caller } from '../../core/context.ts'
import type { Operation } from '../../core/operation.ts'
import type { Pipeline } from '../../core/pipeline.ts'
import { actions, type Block, limits, runButton, section } from '../../message/blocks.ts'
import { renderBlocks } from '../../message/fit.ts'
import { blocksOf, type Reply } from '../../message/reply.ts'

/** The operation whose reply is the Home tab. */
export const HOME: OperationId = 'home.show'

type Tab = {
  client: webApi.WebClient
  caller: Caller
  /** The arguments of the shown list; undefined if the tab shows another reply. */
  args: Args | undefined
  /** Plans may have changed since the tab was drawn. */
  isDue: boolean
}

/** Slack does not report when a Home tab closes: it counts as open for an hour. */
const HOUR_MS = 3_600_000

/** How many other Home tabs of a workspace one change redraws. */
const MAX_REDRAWS = 10

/** Draws Home tabs when they are opened, and again after each change. */
export function createHomes(deps: {
  pipeline: Pick<Pipeline, 'handle'>
  operations: ReadonlyMap<string, Operation>
  clock: () => Date
  log: Logger
}) {
  const { pipeline, operations, clock, log } = deps
  const home = operations.get(HOME)
  /** Tabs that may be open, by person. */
  const tabs = createCache<Tab>(HOUR_MS, clock)

  /** Publishes blocks as a person's Home tab; resolves to whether Slack accepted them. */
  async function publish(client: webApi.WebClient, caller: Caller, blocks: Block[]): Promise<boolean> {
    try {
      await client.views.publish({
        user_id: caller.person.user,
        view: { type: 'home', blocks: renderBlocks(blocks, limits.viewBlocks) },
      })
      return true
    } catch (error) {
      log.warn({ reason: error }, 'a Home is not published')
      return false
    }
  }

  /** Remembers what a person's Home tab shows from now on. */
  function setTab(client: webApi.WebClient, { incoming: _, ...caller }: Caller, args: Args | undefined) {
    tabs.set(caller.person.key, { client, caller, args, isDue: false })
  }

  const loadList = async ({ incoming: _, ...caller }: Caller, args: Args) =>
    home && pipeline.handle({ operation: home, args }, caller)

  /** Draws the list of plans below a note; only the note, or else the reason, if it cannot be loaded. */
  async function drawList(client: webApi.WebClient, caller: Caller, args: Args, note?: Reply) {
    setTab(client, caller, args)
    const outcome = await loadList(caller, args)
    const noteBlocks = note ? (note.to === 'me' ? blocksOf(note) : [section(note.text)]) : []
    if (outcome?.kind === 'done') return publish(client, caller, [...noteBlocks, ...blocksOf(outcome.reply)])
    if (note) return publish(client, caller, [...noteBlocks, ...homeButton(note, 'Back to Home')])
    if (outcome?.kind !== 'failed') return false
    const { reply } = outcome
    return publish(client, caller, [...blocksOf(reply), ...homeButton(reply, 'Try again')])
  }

  /** Draws the list of a tab again, unless the person has gone on or the list cannot be loaded. */
  async function redraw(tab: Tab): Promise<void> {
    tab.isDue = false
    const { client, caller, args } = tab
    const outcome = args && (await loadList(caller, args))
    if (outcome?.kind === 'done' && tabs.peek(caller.person.key) === tab)
      await publish(client, caller, blocksOf(outcome.reply))
  }

  return {
    /** Draws the Home tab of a person who opens it or turns a page. */
    async open(client: webApi.WebClient, caller: Caller, args: Args = {}): Promise<void> {
      await drawList(client, caller, args)
    },

    /** Shows a reply: above the list after a change, else in its place. Resolves to whether that worked. */
    show(client: webApi.WebClient, caller: Caller, reply: Reply, hasChanged: boolean): Promise<boolean> {
      if (hasChanged) return drawList(client, caller, {}, reply)
      setTab(client, caller, undefined)
      return publish(client, caller, [...blocksOf(reply), ...homeButton(reply, 'Back to Home')])
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
      if (ownTab && !isDrawn) await drawList(client, caller, {}, note)
    },

    /** Redraws the lists of the Home tabs that are due; never rejects. Called every few seconds. */
    async redrawDue(): Promise<void> {
      await Promise.all([...tabs.values()].filter(({ isDue }) => isDue).map(redraw))
    },
  }
}

/** A button to the Home tab, unless the reply already has one. */
function homeButton({ blocks = [] }: Reply, text: string): Block[] {
  const hasHomeButton = blocks.some(
    block =>
      block.type === 'actions' && block.elements.some(each => 'operation' in each && each.operation === HOME),
  )
  return hasHomeButton ? [] : actions(runButton(text, HOME))
}
