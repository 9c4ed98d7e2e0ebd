import { type Action, type Exchange, most, sizeOf, type Wrong } from './action.ts'
import { createBlank } from './blank.ts'
import { print } from './body.ts'
import { createKnown, type Known } from './known.ts'
import type { TypedSecrets } from './sentences.ts'
import { createSentences } from './sentences.ts'

/** An action with the secrets that are known in it, which are dropped with it; `cleared` of them are taken out of it. */
export type Open = { action: Action; known: Known; cleared: number }

/** What an answer is told to be where it came: without the secrets that stand in it yet. */
export type Answered = { status: number; ms: number; content: unknown; wrong?: Wrong | undefined }

type About = { person?: string | undefined; title: string }

/** What the inspector needs of the playground; `secrets` are shown nowhere, wherever they stand. */
export type Around = {
  clock: () => Date
  changed: () => void
  typedSecrets: TypedSecrets
  secrets: readonly string[]
}

/** Keeps actions and their exchanges, as many as there is room for, and nothing of them before its secrets are out. */
export const createRecording = (deps: Around) => {
  const actions: Action[] = []
  const everywhere = new Set(deps.secrets)
  const blank = createBlank({
    keys: deps.typedSecrets.keys,
    sentence: createSentences(deps.typedSecrets),
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

  /** Something begins that is known by what is said `about` it, of content as it may be kept. */
  const begin = (kind: string, content: unknown, about: (content: unknown) => About): Open => {
    for (const secrets of hidden) for (const secret of secrets()) everywhere.add(secret)
    const known = createKnown(everywhere)
    const { person, title } = about(blank(content, known))
    const action: Action = {
      ...{ id: String(++count), kind, at: deps.clock(), person, title },
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

  return {
    actions,
    begin,
    add,
    hides: (secrets: () => readonly string[]) => void hidden.push(secrets),
  }
}
