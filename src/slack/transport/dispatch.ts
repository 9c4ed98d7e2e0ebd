import {
  type App,
  AuthorizationError,
  ReceiverInconsistentStateError,
  ReceiverMultipleAckError,
} from '@slack/bolt'
import { unhurried } from './defer-ack.ts'
import type { Gate } from './load-shedding.ts'
import { STARTING, type TurnedAway, TurnedDown, turnAway, withoutWord } from './rejected.ts'
import { kindOf, type RequestKind } from './request-kinds.ts'

export type Log = {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What Slack sends, however it comes: which try it is after the first, and why, where it says so. */
export type Sent = {
  body: Record<string, unknown>
  retryNum: number | undefined
  retryReason: string | undefined
}

/** The way back to Slack, over which one answer goes: one of these is called, once. */
export type Back = {
  /** Acknowledges; false where nobody reads any more what that says. */
  acknowledge(content: unknown): boolean
  turnAway(answer: TurnedAway): void
  /** There is no acknowledgement, as this status of HTTP would say it. */
  fail(status: 401 | 404 | 500): void
}

/** What is asked and told of whatever Slack sends, whichever way it comes, and how long is waited for it. */
export type Entrance = {
  /** Asked before an event is handed to the app: gives how it is turned away, or what is called when the app is done. */
  gate: Gate
  /** Hears of each event when the app is done with it, and how long that took; `ackMs` where Slack was acknowledged. */
  handled(body: Readonly<Record<string, unknown>>, ms: number, ackMs: number | undefined): void
  /** Does all the work of one request. */
  within(work: () => Promise<void>): Promise<void>
  /** An event that nobody acknowledged by then is lost to Slack, which itself waits for 3 seconds. */
  ackTimeoutMs?: number
  /** What Slack tells by itself is acknowledged by then, whatever it still takes to answer it. */
  eventPatienceMs?: number
  /** How long `stop` waits for what is under way. */
  stopGraceMs?: number
}

type Deps = Pick<Entrance, 'gate' | 'handled'> & { log: Log; ackTimeoutMs: number; eventPatienceMs: number }

/**
 * Makes what hands to the app whatever Slack sends and the gate lets in, and its answer back; resolves when the app is
 * done with it. What Slack tells by itself is acknowledged once it is written down, the app is done with it, or the
 * patience is over. An acknowledgement counts once, and in time: any other rejects, so that the answer goes another way.
 * Where there is no app yet, everybody is told that it is just starting, as far as the answer itself can tell it.
 */
export function createHandOver(deps: Deps) {
  const { gate, handled } = deps

  return (app: Pick<App, 'processEvent'> | undefined, sent: Sent, back: Back): void | Promise<void> => {
    const { body } = sent
    const done = app ? gate.enter(body) : starting(body, kindOf(body))
    if (typeof done === 'object') return back.turnAway(done)
    return app && enter(app, sent, back, done)
  }

  async function enter(
    app: Pick<App, 'processEvent'>,
    { body, ...retry }: Sent,
    back: Back,
    done: () => void,
  ) {
    const { log, ackTimeoutMs, eventPatienceMs } = deps
    const event = body.type ?? body.command
    const begun = performance.now()
    let ackMs: number | undefined
    let isOver = false
    const timer = setTimeout(() => fail(404, {}, 'An event was not acknowledged in time'), ackTimeoutMs)

    function fail(status: 401 | 404 | 500, fields: object, message: string) {
      log.error({ ...fields, event }, message)
      if (isOver) return
      end()
      back.fail(status)
    }
    function end() {
      isOver = true
      clearTimeout(timer)
    }
    const now = async (content?: unknown) => {
      if (ackMs !== undefined) throw new ReceiverMultipleAckError()
      if (isOver) throw new ReceiverInconsistentStateError('Acknowledged too late.')
      const isSent = back.acknowledge(content)
      end()
      if (!isSent) throw new ReceiverInconsistentStateError('The connection is gone.')
      ackMs = performance.now() - begun
    }

    const { event: answering, ...late } = unhurried(body, {
      now,
      isOver: () => isOver,
      patienceMs: eventPatienceMs,
    })
    try {
      await app.processEvent({ body, ...answering, ...retry })
      await late.end()
      if (!isOver) fail(404, {}, 'An event was acknowledged by nobody')
    } catch (error) {
      if (!(error instanceof TurnedDown)) {
        const status = error instanceof AuthorizationError ? 401 : 500
        fail(status, { err: error, acknowledged: ackMs !== undefined }, 'An event failed')
      } else {
        const isUntold = isOver || error.answer.untold
        if (!isOver) {
          end()
          back.turnAway(error.answer)
        }
        if (isUntold) await error.tell()
      }
    }
    late.forget()
    done()
    handled(body, performance.now() - begun, ackMs)
  }
}

const starting = (body: Sent['body'], kind: RequestKind): TurnedAway =>
  withoutWord(turnAway(body, kind, STARTING, true), kind)
