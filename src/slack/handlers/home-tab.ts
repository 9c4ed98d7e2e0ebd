import type { types, webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import type { Args, OperationId } from '../../core/args.ts'
import type { Caller } from '../../core/authenticate.ts'
import { createBounded } from '../../core/bounded.ts'
import type { Operation } from '../../core/operation.ts'
import type { Outcome } from '../../core/outcome.ts'
import { readPersonKey } from '../../core/person.ts'
import type { Pipeline } from '../../core/pipeline.ts'
import { actions, type Block, runButton, section } from '../../message/blocks.ts'
import { fitting } from '../../message/fit.ts'
import { limits } from '../../message/limits.ts'
import { blocksOf, type Reply } from '../../message/reply.ts'
import type { Openings } from '../../storage/home-openings.ts'
import { withoutAddresses } from '../without-addresses.ts'
import { callerOf } from './exchange.ts'
import type { People } from './locales.ts'

/** The operation whose reply is the Home tab. */
export const HOME: OperationId = 'home.show'

/** A Home tab that its person has opened. Drawings are numbered: an older one never replaces a newer one. */
type Tab = {
  client: webApi.WebClient
  caller: Caller
  /** Of the list that it shows; undefined where something else was looked up in it. */
  args: Args | undefined
  latest: number
  shown: number
  publishing: Promise<unknown>
}

export type Homes = ReturnType<typeof createHomes>

/** Draws Home tabs: when they are opened, and after each change, wherever that was asked for. */
export function createHomes(deps: {
  pipeline: Pick<Pipeline, 'handle'>
  home: Operation | undefined
  /** Who may have a Home open that another replica has drawn, or this one before a restart. */
  openings: Openings
  /** A client with the current token; undefined where the app is not installed any more. */
  clientAt(workspace: Caller['workspace']): Promise<webApi.WebClient | undefined>
  people: People
  log: Logger
}) {
  const { pipeline, home, openings, clientAt, people, log } = deps
  const tabs = createBounded<Tab>()
  /** By workspace, what is to be redrawn: changes that come until then share one drawing. */
  const changed = new Map<string, Changed>()

  function tabOf(client: webApi.WebClient, caller: Caller): Tab {
    const { key } = caller.person
    const tab = tabs.get(key) ?? { args: {}, latest: 0, shown: 0, publishing: Promise.resolve() }
    const known = Object.assign(tab, { client, caller: { ...caller, incoming: undefined } })
    tabs.set(key, known)
    return known
  }

  /** Publishes in order, and skips a drawing that is older than what is shown; resolves to whether it was published. */
  function publish(tab: Tab, number: number, blocks: Block[]): Promise<boolean> {
    const { client, caller } = tab
    const published = tab.publishing.then(async () => {
      if (number < tab.shown) return false
      try {
        await client.views.publish({ user_id: caller.person.user, view: homeView(blocks) })
        tab.shown = number
        return true
      } catch (error) {
        log.warn({ reason: withoutAddresses(error) }, 'a Home is not published')
        return false
      }
    })
    tab.publishing = published
    return published
  }

  async function load(tab: Tab, args: Args): Promise<Outcome | undefined> {
    return home && pipeline.handle({ operation: home, args }, tab.caller)
  }

  /** Draws the Home with a note above it, or as much as there is; resolves to whether it is shown. */
  async function draw(tab: Tab, note: Reply | undefined): Promise<boolean> {
    const number = ++tab.latest
    tab.args = {}
    const outcome = await load(tab, tab.args)
    const above = note ? (note.to === 'me' ? blocksOf(note) : [section(note.text)]) : []
    if (outcome?.kind === 'done') return publish(tab, number, [...above, ...blocksOf(outcome.reply)])
    return note !== undefined && publish(tab, number, [...above, ...homeButton(note, 'Back to Home')])
  }

  /** Draws the list of plans anew, where a Home shows it. */
  async function redraw(tab: Tab): Promise<void> {
    if (!tab.args) return
    const number = ++tab.latest
    const outcome = await load(tab, tab.args)
    if (outcome?.kind === 'done') await publish(tab, number, blocksOf(outcome.reply))
  }

  /** Redraws the Homes that people may be looking at in a workspace, but that of the only one who changed something. */
  async function redrawAll({ by, workspace }: Changed): Promise<void> {
    const { team, enterprise } = workspace
    const [client, keys] = await Promise.all([clientAt(workspace), openings.latest(team, MAX_REDRAWN)])
    if (!client) return
    await Promise.all(
      keys
        .filter(key => key !== by)
        .map(key => {
          const origin = { team, enterprise, user: readPersonKey(key).user, since: 0, home: true }
          return redraw(tabs.get(key) ?? tabOf(client, callerOf(people, { client, origin })))
        }),
    )
  }

  async function noteOpening({ person, workspace }: Caller): Promise<void> {
    try {
      await openings.note(person.key, workspace)
    } catch (error) {
      log.warn({ err: error }, 'the opening of a Home is not recorded')
    }
  }

  /** A Home that this process drew, with a client that works. */
  async function withClient(tab: Tab): Promise<Tab | undefined> {
    try {
      const client = await clientAt(tab.caller.workspace)
      return client && tabOf(client, tab.caller)
    } catch (error) {
      log.warn({ err: error }, 'a Home may not be up to date')
      return tab
    }
  }

  return {
    /** Draws the Home of a person who opens it, or turns its pages. */
    async open(client: webApi.WebClient, caller: Caller, args: Args = {}): Promise<void> {
      const tab = tabOf(client, caller)
      tab.args = args
      const number = ++tab.latest
      const [outcome] = await Promise.all([load(tab, args), noteOpening(caller)])
      if (outcome?.kind === 'done') await publish(tab, number, blocksOf(outcome.reply))
      if (outcome?.kind === 'failed')
        await publish(tab, number, [...blocksOf(outcome.reply), ...homeButton(outcome.reply, 'Try again')])
    },

    /**
     * Shows a private reply in the Home: above it after a change, otherwise in its place with a button that leads back.
     * Resolves to whether it is shown.
     */
    async show(
      client: webApi.WebClient,
      caller: Caller,
      reply: Reply,
      hasChanged: boolean,
    ): Promise<boolean> {
      const tab = tabOf(client, caller)
      if (hasChanged) return draw(tab, reply)
      tab.args = undefined
      return publish(tab, ++tab.latest, [...blocksOf(reply), ...homeButton(reply, 'Back to Home')])
    },

    /**
     * Redraws the Home of a person who changed something, unless it `isDrawn`; never rejects. All others are due, and so is
     * one that another process drew.
     */
    async refresh({ person: { key }, workspace }: Caller, note?: Reply, isDrawn = false): Promise<void> {
      const tab = tabs.get(key)
      const known = changed.get(workspace.team)
      const isOnly = !known || known.by === key
      changed.set(workspace.team, { workspace, by: tab && isOnly ? key : undefined })
      const own = tab && !isDrawn ? await withClient(tab) : undefined
      if (own) await draw(own, note)
    },

    /** Redraws the Homes that are due; never rejects. Called every few seconds. */
    async redrawDue(): Promise<void> {
      const due = [...changed.values()]
      changed.clear()
      await Promise.all(due.map(redrawAll)).catch((error: unknown) => {
        log.warn({ reason: withoutAddresses(error) }, 'the Homes of others may not be up to date')
      })
    },
  }
}

/** A workspace in which plans may look different, and who alone changed that. */
type Changed = { workspace: Caller['workspace']; by: string | undefined }

/** So many people are taken to look at their Home at the same time. */
const MAX_REDRAWN = 10

/** A button to the Home, where a reply has none. */
function homeButton({ blocks = [] }: Reply, text: string): Block[] {
  const hasOne = blocks.some(
    block => block.type === 'actions' && block.elements.some(each => each.action_id?.startsWith(`${HOME}:`)),
  )
  return hasOne ? [] : actions(runButton(text, HOME))
}

function homeView(blocks: Block[]): types.HomeView {
  return { type: 'home', blocks: fitting(blocks, limits.viewBlocks) }
}
