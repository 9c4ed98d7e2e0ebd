import { AsyncLocalStorage } from 'node:async_hooks'
import { performance } from 'node:perf_hooks'
import type { Dispatcher } from 'undici'
import { type Action, type Exchange, most, sizeOf, type Wrong } from './action.ts'
import { createBlank } from './blank.ts'
import { print } from './body.ts'
import { type Came, type Going, watching } from './going-out.ts'
import { createKnown, type Known } from './known.ts'
import { type Asks, createSentences, secretKeys } from './sentences.ts'
import { titleOf } from './title.ts'
import { wrongOfService, wrongOfSlack } from './wrong.ts'

/** An action with the secrets that are known in it, which are dropped with it; `cleared` of them are taken out of it. */
type Open = { action: Action; known: Known; cleared: number }

/** What an answer is told to be where it came: without the secrets that stand in it yet. */
type Answered = { status: number; ms: number; content: unknown; wrong?: Wrong | undefined }

export type Inspector = ReturnType<typeof createInspector>

/**
 * Keeps for each action what went to the bot, what the bot called at the service and what it sent to Slack, without
 * secrets. What the bot does belongs to the action in whose asynchronous context it does it, however late.
 * @param secrets what is never shown, wherever it stands
 */
export const createInspector = (deps: {
  clock: () => Date
  changed: () => void
  operations: readonly Asks[]
  secrets: readonly string[]
}) => {
  const actions: Action[] = []
  /** What is on its way to the bot, by what it is known there. */
  const coming: { key: string; open: Open }[] = []
  const here = new AsyncLocalStorage<Open>()
  const everywhere = new Set(deps.secrets)
  const blank = createBlank({
    keys: secretKeys(deps.operations),
    sentence: createSentences(deps.operations),
  })
  const hidden: (() => readonly string[])[] = []
  let count = 0

  const forget = () => {
    const size = () => actions.reduce((sum, action) => sum + sizeOf(action), 0)
    while (actions.length > most.actions || (actions.length > 1 && size() > most.all)) actions.shift()
  }

  /** The content as it may be kept; what became known with it is taken out of what is kept already. */
  const cleared = (open: Open, content: unknown) => {
    const body = print(blank(content, open.known))
    if (open.known.count() > open.cleared) clearAll(open)
    return body
  }

  const clearAll = (open: Open) => {
    const { action, known } = open
    open.cleared = known.count()
    action.title = known.clearWritten(action.title)
    for (const { asked, answer } of action.exchanges) {
      for (const body of answer ? [asked, answer.body] : [asked]) body.text = known.clearWritten(body.text)
      if (answer?.wrong) answer.wrong = wrongWithout(answer.wrong, known)
    }
  }

  const wrongWithout = ({ error, messages }: Wrong, known: Known): Wrong => ({
    error: known.clear(error),
    messages: messages.map(known.clear),
  })

  const begin = (kind: string, title: string, person?: string): Open => {
    for (const secrets of hidden) for (const secret of secrets()) everywhere.add(secret)
    const known = createKnown(everywhere)
    const action: Action = {
      ...{ id: String(++count), kind, at: deps.clock(), person, title: known.clear(title) },
      ...{ exchanges: [], left: 0 },
    }
    actions.push(action)
    forget()
    return { action, known, cleared: 0 }
  }

  const add = (open: Open, about: Omit<Exchange, 'id' | 'asked'>, content: unknown) => {
    const { action, known } = open
    const path = known.clear(about.path)
    const id = `${action.id}.${action.exchanges.length + 1}`
    const exchange: Exchange = { ...about, id, path, asked: cleared(open, content) }
    if (action.exchanges.length < most.exchanges) action.exchanges.push(exchange)
    else action.left += 1
    deps.changed()
    return ({ status, ms, content, wrong }: Answered) => {
      const body = cleared(open, content)
      exchange.answer = { status, ms, body, ...(wrong && { wrong: wrongWithout(wrong, known) }) }
      forget()
      deps.changed()
    }
  }

  /** An event on its way to the bot, and what hears of the bot's answer. */
  const sends = (kind: string, payload: Record<string, unknown>, path: string) => {
    const open = begin(kind, kind)
    const cleared = blank(payload, open.known)
    Object.assign(open.action, titleOf(kind, cleared))
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
      const open = begin('page', `${method === 'POST' ? 'sends' : 'opens'} the private page`)
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
    hides: (secrets: () => readonly string[]) => void hidden.push(secrets),
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
