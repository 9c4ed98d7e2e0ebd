import { AsyncLocalStorage } from 'node:async_hooks'
import type { Dispatcher } from 'undici'
import { z } from 'zod'
import { parseJson } from '../../message/json.ts'
import { bot } from '../local-workspace.ts'
import { type Completed, createInterceptor } from './interceptor.ts'
import { createRedactor, type Redactor, type TypedSecrets } from './secrets.ts'

export type Failure = { error: string; messages: string[] }

/** A request and its response; no `answer` while the request is in flight. */
export type Exchange = {
  /** `12.3` is the third of action 12. */
  id: string
  to: 'bot' | 'service' | 'Slack'
  /** A Web API method, an `action` of the service, or a kind of request. */
  name: string
  method: string
  path: string
  request: string
  answer?: { status: number; ms: number; body: string; failure?: Failure }
}

/** An action of a person with all requests that it caused. */
export type Action = {
  id: string
  at: Date
  person: string | undefined
  /** The action as a phrase that follows the person's name. */
  title: string
  exchanges: Exchange[]
}

type Recording = { action: Action; redactor: Redactor; secretCount: number }
type Answer = { status: number; content: unknown; failure?: Failure | undefined }

/** The number of recorded actions, and the characters of a body. */
const MAX = { actions: 30, body: 16 * 1024 }

export type Inspector = ReturnType<typeof createInspector>

/** Records requests to the bot, the service and Slack by the action that caused them, without secrets. */
export const createInspector = (deps: {
  clock: () => Date
  notify: () => void
  typedSecrets: TypedSecrets
}) => {
  const actions: Action[] = []
  const globalSecrets = new Set<string>()
  /** Actions whose request has not reached the app yet, by request key. */
  const arrivals = new Map<string, Recording>()
  const current = new AsyncLocalStorage<Recording>()
  let count = 0

  /** Redacts content. A secret found in it is also removed from all earlier records of the action. */
  const redact = (recording: Recording, content: unknown): string => {
    const { action, redactor } = recording
    const text = redactor.redact(content)
    if (redactor.count() === recording.secretCount) return text
    recording.secretCount = redactor.count()
    Object.assign(action, redactor.redactTexts({ title: action.title, exchanges: action.exchanges }))
    return text
  }

  const startAction = (kind: string, content: unknown, title = kind): Recording => {
    const redactor = createRedactor(deps.typedSecrets, globalSecrets)
    const { person, typed } = summarize(parseJson(redactor.redact(content)))
    const words = typed ?? redactor.redactText(title)
    const action: Action = { id: String(++count), at: deps.clock(), person, title: words, exchanges: [] }
    actions.push(action)
    if (actions.length > MAX.actions) actions.shift()
    return { action, redactor, secretCount: redactor.count() }
  }

  const record = (recording: Recording, exchange: Omit<Exchange, 'id' | 'request'>, content: unknown) => {
    const { action, redactor } = recording
    const id = `${action.id}.${action.exchanges.length + 1}`
    const path = redactor.redactText(exchange.path)
    const request = cut(redact(recording, content))
    const index = action.exchanges.push({ ...exchange, id, path, request }) - 1
    deps.notify()
    const start = performance.now()
    return ({ status, content, failure }: Answer) => {
      const ms = Math.round(performance.now() - start)
      const body = cut(redact(recording, content))
      const answer = { status, ms, body, ...(failure && { failure: redactor.redactTexts(failure) }) }
      action.exchanges = action.exchanges.map((each, at) => (at === index ? { ...each, answer } : each))
      deps.notify()
    }
  }

  const interceptorFor = (to: 'service' | 'Slack'): Dispatcher.DispatcherComposeInterceptor =>
    createInterceptor(({ method, path, authorization, content }) => {
      const recording = current.getStore()
      if (!recording) return undefined
      const [, token] = /^Bearer (.+)$/i.exec(authorization ?? '') ?? []
      if (token) recording.redactor.learn(token)
      const finish = record(recording, { to, name: nameOf(to, path), method, path }, content)
      return completed => finish({ ...completed, failure: failureOf(completed) })
    })

  return {
    /** Oldest first. */
    actions,
    /** Records a request to the bot; the returned function records the response. */
    recordRequest: (kind: string, payload: Record<string, unknown>, path: string, title?: string) => {
      const recording = startAction(kind, payload, title)
      const key = keyOf(payload)
      arrivals.set(key, recording)
      const finish = record(recording, { to: 'bot', name: kind, method: 'POST', path }, payload)
      return (answered: Answer) => {
        if (arrivals.get(key) === recording) arrivals.delete(key)
        finish(answered)
      }
    },
    interceptors: { service: interceptorFor('service'), Slack: interceptorFor('Slack') },
    /** Wraps the app so that the requests of its work belong to the action of the event. */
    attributeApp: <E extends { body: Record<string, unknown> }>(app: {
      processEvent(event: E): Promise<void>
    }) => ({
      processEvent: (event: E): Promise<void> => {
        const key = keyOf(event.body)
        const recording = arrivals.get(key)
        arrivals.delete(key)
        return recording ? current.run(recording, () => app.processEvent(event)) : app.processEvent(event)
      },
    }),
    /** Adds secrets that later records must not hold. */
    addSecrets: (secrets: readonly string[]): void => {
      for (const secret of secrets) globalSecrets.add(secret)
    },
    reset: () => void actions.splice(0),
  }
}

const payload = z.object({
  user_id: z.string().optional(),
  user: z.object({ id: z.string() }).optional(),
  command: z.string().optional(),
  text: z.string().optional(),
  event: z.object({ type: z.string(), user: z.string().optional(), text: z.string().optional() }).optional(),
})

/** The person of a redacted payload, and a title if they typed text. */
const summarize = (content: unknown): { person: string | undefined; typed: string | undefined } => {
  const { user_id, user, command, text = '', event } = payload.safeParse(content).data ?? {}
  const typed = command ? `${command} ${text}`.trim() : event?.text && `says “${event.text}”`
  const readable = typed?.replaceAll(`<@${bot.user}>`, '@Dayshift').replace(/<@\w+\|([^>]+)>/g, '@$1')
  const opened = event?.type === 'app_home_opened' ? 'opens the Home' : undefined
  return { person: user?.id ?? user_id ?? event?.user, typed: readable ?? opened }
}

/** Cuts a text between two lines, so that no value is cut. */
const cut = (text: string): string => {
  if (text.length <= MAX.body) return text
  const end = Math.max(text.lastIndexOf('\n', MAX.body), 0)
  return `${text.slice(0, end)}\n… ${text.length - end} more characters, which are not kept`
}

/** Identifies a request both when it is sent and when the app gets it. */
const keyOf = ({ trigger_id, event_id, ...rest }: Record<string, unknown>): string =>
  String(trigger_id ?? event_id ?? JSON.stringify(rest))

const nameOf = (to: 'service' | 'Slack', path: string): string => {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  if (to === 'service') return searchParams.get('action') ?? pathname
  return pathname.startsWith('/respond/') ? 'response_url' : (pathname.split('/').at(-1) ?? pathname)
}

/** A body of Slack's or the service's, which may report an error under HTTP 200. */
const answerSchema = z.object({
  ok: z.boolean().optional(),
  error: z.string().optional().catch(undefined),
  response_metadata: z.object({ messages: z.array(z.string()).optional() }).optional(),
  status: z.number().optional(),
  message: z.string().optional().catch(undefined),
})

const failureOf = ({ status, content, error: networkError }: Completed): Failure | undefined => {
  if (networkError !== undefined) return { error: networkError, messages: [] }
  const { data = {} } = answerSchema.safeParse(content)
  const { ok, error = 'not_ok', response_metadata = {}, status: bodyStatus = 0, message } = data
  if (ok === false) return { error, messages: response_metadata.messages ?? [] }
  const worst = Math.max(status, bodyStatus)
  return worst >= 400 ? { error: `status ${worst}`, messages: message ? [message] : [] } : undefined
}
