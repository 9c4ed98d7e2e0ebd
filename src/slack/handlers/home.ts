import type { types, webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import type { Caller } from '../../core/authenticate.ts'
import { createBounded } from '../../core/bounded.ts'
import type { Operation } from '../../core/operation.ts'
import type { Outcome } from '../../core/outcome.ts'
import type { OperationId, Raw } from '../../core/raw.ts'
import type { Run } from '../../core/run.ts'
import { actions, type Block, type Button, section } from '../../message/blocks.ts'
import { fitting } from '../../message/fit.ts'
import { limits } from '../../message/limits.ts'
import type { Reply } from '../../message/reply.ts'
import type { Openings } from '../../storage/home-openings.ts'
import { withoutAddresses } from '../without-addresses.ts'

/** The operation whose reply is the Home. */
export const HOME: OperationId = 'home.show'

/** A Home tab that somebody has before them. A drawing has the number of the turn in which it began. */
type Tab = {
  client: webApi.WebClient
  caller: Caller
  begun: number
  shown: number
  publishing: Promise<unknown>
  note?: Reply
}

export type Homes = ReturnType<typeof createHomes>

/**
 * The Home tabs of those who opened theirs: drawn when they are opened and when their person has changed something,
 * wherever that was. What is told a person before their Home is shown there.
 */
export function createHomes(deps: {
  run: Run
  home: Operation | undefined
  /** Who may have a Home before them that another replica has drawn, or this one before it was started anew. */
  openings: Openings
  /** For Homes that are drawn anew, with the token of now; nothing where the bot is not installed any more. */
  clientAt(workspace: Caller['workspace']): Promise<webApi.WebClient | undefined>
  log: Logger
}) {
  const { run, home, openings, clientAt, log } = deps
  const tabs = createBounded<Tab>()
  /** Who changed something, whose Home does not show it yet: a caller comes with one request. */
  const changed = new WeakSet<Caller>()

  function tabOf(client: webApi.WebClient, caller: Caller): Tab {
    const { key } = caller.person
    const tab = tabs.get(key) ?? { begun: 0, shown: 0, publishing: Promise.resolve() }
    // Without what this once brought them here.
    const known = Object.assign(tab, { client, caller: { ...caller, request: undefined } })
    tabs.set(key, known)
    return known
  }

  /** Publishes one after the other, and nothing that began before what is shown already; tells whether it was. */
  function publish(tab: Tab, turn: number, blocks: Block[]): Promise<boolean> {
    const { client, caller } = tab
    const published = tab.publishing.then(async () => {
      if (turn < tab.shown) return false
      try {
        await client.views.publish({ user_id: caller.person.user, view: homeView(blocks) })
        tab.shown = turn
        return true
      } catch (error) {
        log.warn({ reason: withoutAddresses(error) }, 'a Home is not published')
        return false
      }
    })
    tab.publishing = published
    return published
  }

  async function outcomeOf(tab: Tab, raw: Raw): Promise<Outcome | undefined> {
    return home && (await run.raw(home, raw, tab.caller))
  }

  return {
    /** Draws the Home of whoever opens it, or asks for another page of it. */
    async open(client: webApi.WebClient, caller: Caller, raw: Raw = {}): Promise<void> {
      const tab = tabOf(client, caller)
      const turn = ++tab.begun
      const [outcome] = await Promise.all([outcomeOf(tab, raw), noteOpening(caller)])
      if (outcome?.kind === 'done') await publish(tab, turn, blocksOf(outcome.reply))
      if (outcome?.kind === 'failed')
        await publish(tab, turn, [...blocksOf(outcome.reply), ...back(outcome.reply, 'Try again')])
    },

    /**
     * Shows what is told a person before their Home: in its place with a way back, or above it where they have changed
     * something, which draws it anew. False where it has to be told elsewhere, or there too.
     */
    async tell(client: webApi.WebClient, caller: Caller, reply: Reply): Promise<boolean> {
      const tab = tabOf(client, caller)
      if (reply.to === 'channel') {
        if (changed.has(caller)) tab.note = reply
        return false
      }
      if (changed.delete(caller)) return draw(tab, reply)
      return publish(tab, ++tab.begun, [...blocksOf(reply), ...back(reply, 'Back to Home')])
    },

    /** The same run, which notices who changes something. */
    watching: (watched: Run): Run => ({
      ...watched,
      raw: async (operation, raw, caller, tell) =>
        noticed(operation, caller, await watched.raw(operation, raw, caller, tell)),
      sentence: async (said, caller, tell) =>
        noticed(said.operation, caller, await watched.sentence(said, caller, tell)),
      resume: async (operation, entry, said, caller) =>
        noticed(operation, caller, await watched.resume(operation, entry, said, caller)),
    }),

    /** Draws the Home of somebody who has changed something. What cannot be drawn stays as it is. */
    async refresh(caller: Caller): Promise<void> {
      if (changed.delete(caller)) await redraw(caller)
    },
  }

  async function noteOpening({ person }: Caller): Promise<void> {
    try {
      await openings.note(person.key)
    } catch (error) {
      log.warn({ err: error }, 'it is not kept that a Home was opened')
    }
  }

  function noticed(operation: Operation, caller: Caller, outcome: Outcome): Outcome {
    if (outcome.kind === 'done' && operation.effect === 'change') changed.add(caller)
    return outcome
  }

  /** The Home that somebody may have before them, whichever process has drawn it. */
  async function standing(changer: Caller): Promise<Tab | undefined> {
    const { key } = changer.person
    const tab = tabs.get(key)
    try {
      if (!tab && !(await openings.includes(key))) return undefined
      const before = tab?.caller ?? changer
      const client = await clientAt(before.workspace)
      return client && tabOf(client, before)
    } catch (error) {
      log.warn({ err: error }, 'it is not known whether a Home can be drawn anew')
      return tab
    }
  }

  async function redraw(caller: Caller): Promise<void> {
    const tab = await standing(caller)
    if (!tab) return
    const { note } = tab
    delete tab.note
    await draw(tab, note)
  }

  /** Draws the Home with a note above it, or what there is of the two; tells whether it is shown. */
  async function draw(tab: Tab, note: Reply | undefined): Promise<boolean> {
    const turn = ++tab.begun
    const outcome = await outcomeOf(tab, {})
    const told = note ? (note.to === 'me' ? blocksOf(note) : [section(note.text)]) : []
    if (outcome?.kind === 'done') return publish(tab, turn, [...told, ...blocksOf(outcome.reply)])
    return note !== undefined && publish(tab, turn, [...told, ...back(note, 'Back to Home')])
  }
}

const blocksOf = ({ text, blocks = [section(text)] }: Reply): Block[] => blocks

/** A button to the Home, where a reply has none. */
function back({ blocks = [] }: Reply, text: string): Block[] {
  const leads = blocks.some(
    block => block.type === 'actions' && block.elements.some(each => each.action_id?.startsWith(`${HOME}:`)),
  )
  const button: Button = { text, operation: HOME, raw: {} }
  return leads ? [] : actions(button)
}

function homeView(blocks: Block[]): types.HomeView {
  return { type: 'home', blocks: fitting(blocks, limits.viewBlocks) }
}
