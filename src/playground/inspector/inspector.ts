import { AsyncLocalStorage } from 'node:async_hooks'
import { performance } from 'node:perf_hooks'
import type { Dispatcher } from 'undici'
import { type Came, type Going, watching } from './going-out.ts'
import { type Answered, type Around, createRecording, type Open } from './recording.ts'
import { titleOf } from './title.ts'
import { wrongOfService, wrongOfSlack } from './wrong.ts'

export type Inspector = ReturnType<typeof createInspector>

/**
 * Keeps for each action what went to the bot, what the bot called at the service and what it sent to Slack, without
 * secrets. What the bot does belongs to the action in whose asynchronous context it does it, however late.
 */
export const createInspector = (around: Around) => {
  const { actions, begin, add, hides } = createRecording(around)
  /** What is on its way to the bot, by what it is known there. */
  const coming: { key: string; open: Open }[] = []
  const here = new AsyncLocalStorage<Open>()

  /** An event on its way to the bot, and what hears of the bot's answer. */
  const sends = (kind: string, payload: Record<string, unknown>, path: string) => {
    const open = begin(kind, payload, cleared => titleOf(kind, cleared))
    coming.push({ key: keyOf(payload), open })
    const answered = add(open, { to: 'bot', name: kind, method: 'POST', path }, payload)
    return (came: Answered) => {
      take(each => each.open === open)
      answered(came)
    }
  }

  /** The first that is still on its way. */
  const take = (is: (each: (typeof coming)[number]) => boolean): Open | undefined => {
    const at = coming.findIndex(is)
    return at < 0 ? undefined : coming.splice(at, 1)[0]?.open
  }

  const goesOut = (to: 'service' | 'Slack') =>
    watching(({ method, path, authorization, content }: Going) => {
      const open = here.getStore()
      if (!open) return undefined
      const [, token] = /^Bearer (.+)$/i.exec(authorization ?? '') ?? []
      if (token) open.known.learn(token)
      const answered = add(open, { to, name: nameOf(to, path), method, path }, content)
      const wrongIn = to === 'Slack' ? wrongOfSlack : wrongOfService
      return ({ broken, ...came }: Came) => {
        const wrong =
          broken === undefined ? wrongIn(came.status, came.content) : { error: broken, messages: [] }
        answered({ ...came, wrong })
      }
    })

  /** To be put between the bot and its ways out. */
  const out: Record<'service' | 'Slack', Dispatcher.DispatcherComposeInterceptor> = {
    service: goesOut('service'),
    Slack: goesOut('Slack'),
  }

  /** The app, in whose work each event's action is known. */
  const watched = <E extends { body: Record<string, unknown> }>(app: {
    processEvent(event: E): Promise<void>
  }) => ({
    processEvent: (event: E): Promise<void> => {
      const key = keyOf(event.body)
      const open = take(each => each.key === key)
      return open ? here.run(open, () => app.processEvent(event)) : app.processEvent(event)
    },
  })

  /** A route of the bot's own at which people type secrets: of what is sent to it nothing is kept. */
  const visited =
    <Q extends { method?: string | undefined }, S extends { statusCode: number }>(
      path: string,
      route: (request: Q, response: S) => unknown,
    ) =>
    async (request: Q, response: S): Promise<void> => {
      const { method = 'GET' } = request
      const title = `${method === 'POST' ? 'sends' : 'opens'} the private page`
      const open = begin('page', '', () => ({ title }))
      const begun = performance.now()
      const answered = add(open, { to: 'bot', name: 'page', method, path }, NOT_KEPT)
      try {
        await here.run(open, () => route(request, response))
      } finally {
        const ms = Math.round(performance.now() - begun)
        answered({ status: response.statusCode, ms, content: NOT_KEPT })
      }
    }

  return {
    /** What was done, the latest last. */
    actions,
    sends,
    out,
    watched,
    visited,
    /** From now on these are shown nowhere, whatever they are when something is done. */
    hides,
    /** Starts over: nothing has been done. */
    reset: () => void actions.splice(0),
  }
}

const NOT_KEPT = 'Not kept: secrets are typed here.'

/** What an event is known by, where it is sent and where it comes in. */
const keyOf = ({ trigger_id, event_id, ...rest }: Record<string, unknown>): string =>
  String(trigger_id ?? event_id ?? JSON.stringify(rest))

const nameOf = (to: 'service' | 'Slack', path: string): string => {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  if (to === 'service') return searchParams.get('action') ?? pathname
  return pathname.startsWith('/respond/') ? 'response_url' : (pathname.split('/').at(-1) ?? pathname)
}
