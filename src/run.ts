import type { Logger } from 'pino'
import {
  type Attempt,
  FieldIssue,
  isExpected,
  NoOrganization,
  NotLinked,
  toReply,
  withoutSecrets,
} from './errors.ts'
import type { Choice, Issues } from './field.ts'
import type { Link, Links } from './links/store.ts'
import type { Operation, Reply } from './operation.ts'
import type { Actor, Admission, At, Guest, Linked, Person } from './person.ts'
import type { Raw } from './raw.ts'
import type { Client } from './service/client.ts'
import { ServiceError } from './service/failure.ts'

/** Who came to a door, and how to learn where their clock stands. */
export type Caller = { person: Person; place(): Promise<Pick<At, 'zone' | 'locale'>> }

/** What became of a request; each door shows it in its own way. */
export type Outcome =
  | { kind: 'done'; reply: Reply }
  | { kind: 'failed'; reply: Reply }
  | { kind: 'issues'; operation: Operation; raw: Raw; issues: Issues }
  | { kind: 'choice'; operation: Operation; raw: Raw; choice: Choice }

type Offer =
  | { kind: 'offered'; options: { text: string; value: string }[] }
  | { kind: 'failed'; reply: Reply }

export type Run = ReturnType<typeof createRun>

/** The funnel's middle: a raw is parsed, performed, and answered; an error becomes a reply. */
export function createRun(deps: {
  service: Client
  links: Links
  clock: () => Date
  log: Logger
  reference: () => string
}) {
  const { service, links, clock, log, reference } = deps

  async function linkOf({ key }: Person): Promise<Link> {
    const link = await links.find(key)
    if (link === undefined) throw new NotLinked()
    return link
  }

  /** Tells who acts, asking for nothing twice and only for what the operation needs. */
  function admit({ person, place }: Caller): Admission {
    const guest: Guest = { person, links, callWith: service.call }
    const linked = once(async (): Promise<Linked> => {
      const link = await linkOf(person)
      const at = { now: clock(), ...(await place()) }
      return { ...guest, at, link, call: (endpoint, request) => service.call(endpoint, request, link.token) }
    })
    const actor = once(async (): Promise<Actor> => {
      const me = await linked()
      const { organization } = me.link
      if (organization === undefined) throw new NoOrganization()
      const plans = once(async () => (await me.call('listPlans', { org_id: organization.id })).plans)
      return { ...me, organization, plans }
    })
    return { guest: async () => guest, linked, actor }
  }

  async function attempt(
    asked: Omit<Attempt, 'reference'>,
    caller: Caller,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const { operation, raw } = asked
    const started = performance.now()
    const took = () => ({ ms: Math.round(performance.now() - started) })
    try {
      const outcome = await work()
      log.info(
        { operation: operation.id, person: caller.person.key, outcome: outcome.kind, ...took() },
        'answered',
      )
      return outcome
    } catch (error) {
      if (error instanceof FieldIssue)
        return {
          kind: 'issues',
          operation,
          raw: withoutSecrets(operation, raw),
          issues: { [error.key]: error.message },
        }
      return { kind: 'failed', reply: explained(error, asked, caller, took()) }
    }
  }

  /** Logs an error and makes a reply of it; both bear the same reference. */
  function explained(
    error: unknown,
    asked: Omit<Attempt, 'reference'>,
    caller: Caller,
    measured = {},
  ): Reply {
    const about = {
      operation: asked.operation.id,
      person: caller.person.key,
      reference: reference(),
      ...measured,
    }
    if (isExpected(error)) log.info({ ...about, outcome: nameOf(error) }, 'refused')
    else if (error instanceof ServiceError) log.warn({ ...about, err: error }, 'the service failed')
    else log.error({ ...about, err: error }, 'failed')
    return toReply(error, { ...asked, reference: about.reference })
  }

  async function prepared(operation: Operation, raw: Raw, admission: Admission): Promise<Outcome> {
    const result = await operation.prepare(raw, admission)
    const shown = withoutSecrets(operation, raw)
    if (result.kind === 'issues') return { kind: 'issues', operation, raw: shown, issues: result.issues }
    if (result.kind === 'choice') return { kind: 'choice', operation, raw: shown, choice: result }
    return { kind: 'done', reply: await result.perform() }
  }

  return {
    /** Runs what a form or a button holds. */
    raw: (operation: Operation, raw: Raw, caller: Caller): Promise<Outcome> =>
      attempt({ operation, raw }, caller, () => prepared(operation, raw, admit(caller))),

    /** Runs a sentence of which the operation is known: the rest is split first. */
    sentence: (said: { operation: Operation; raw: Raw; rest: string; sentence: string }, caller: Caller) => {
      const { operation, raw, rest, sentence } = said
      return attempt({ operation, raw, sentence }, caller, async () => {
        const admission = admit(caller)
        const split = await operation.split(rest, admission)
        const whole = { ...split.raw, ...raw }
        if (split.leftover === '') return prepared(operation, whole, admission)
        const issues = { form: `I did not understand “${split.leftover}”.` }
        return { kind: 'issues', operation, raw: whole, issues }
      })
    },

    /** A form for what is still missing, unless the person may not do this at all. Asks only for the link. */
    ask: (asked: Omit<Attempt, 'reference'>, caller: Caller): Promise<Outcome> =>
      attempt(asked, caller, async () => {
        const { operation, raw } = asked
        if (operation.access !== 'guest') {
          const { organization } = await linkOf(caller.person)
          if (operation.access === 'actor' && organization === undefined) throw new NoOrganization()
        }
        return { kind: 'issues', operation, raw: withoutSecrets(operation, raw), issues: {} }
      }),

    /** What a select offers for what was typed into it; an error is a reply here too. */
    async options(operation: Operation, key: string, typed: string, caller: Caller): Promise<Offer> {
      try {
        return { kind: 'offered', options: await operation.options(key, typed, admit(caller)) }
      } catch (error) {
        return { kind: 'failed', reply: explained(error, { operation, raw: {} }, caller) }
      }
    },
  }
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'unknown')

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
