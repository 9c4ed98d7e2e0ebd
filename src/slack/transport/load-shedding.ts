import { type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { buildExplanation } from '../views/input-elements.ts'
import { type Body, get, kindOf, type RequestKind } from './request-kinds.ts'

/**
 * Requests in flight: as many as wait for a slow service, and far fewer while the processor is what they wait
 * for, so that those that are admitted, and rejections, are in time.
 */
const LIMITS = { normal: 400, whenBusy: 100 }
const SAMPLE_MS = 100
/** The part of the time above which the event loop counts as busy. */
const BUSY_SHARE = 0.98

/** Whether the event loop was busy in the last sample. Samples until disposed of. */
export function watchEventLoop(): Disposable & { isBusy(): boolean } {
  let last = performance.eventLoopUtilization()
  let [isBusy, sampledAt] = [false, performance.now()]
  const timer = setInterval(() => {
    const current = performance.eventLoopUtilization()
    isBusy = performance.eventLoopUtilization(current, last).utilization > BUSY_SHARE
    last = current
    sampledAt = performance.now()
  }, SAMPLE_MS).unref()
  return {
    // After a long turn of the loop the timer comes behind what waits.
    isBusy: () => isBusy || performance.now() - sampledAt > 2 * SAMPLE_MS,
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

type Deps = {
  isBusy(): boolean
  /** Hears of each rejected request. */
  onReject(kind: RequestKind): void
  limits?: typeof LIMITS
}

export type LoadShedding = Pick<ReturnType<typeof createLoadShedding>, 'admit'>

/** Rejects at once, and visibly, what could not be answered within Slack's three seconds. */
export function createLoadShedding({ isBusy, onReject, limits = LIMITS }: Deps) {
  let inFlight = 0
  return {
    inFlight: () => inFlight,

    /** Admits a request of Slack's, and returns what to call when it is done; or returns the answer that rejects it. */
    admit(body: Body): (() => void) | Rejection {
      if (inFlight >= (isBusy() ? limits.whenBusy : limits.normal)) {
        const kind = kindOf(body)
        onReject(kind)
        return rejectionOf(body, kind, BUSY)
      }
      inFlight += 1
      return () => {
        inFlight -= 1
      }
    },
  }
}

const BUSY = mrkdwn`I have too much to do right now, so this was not done. Please try again in a moment.`

/** The answer to a rejected request. */
export type Rejection = { status: 200 | 503; content?: object }

/**
 * Rejects a request so that the person sees why and loses nothing: a command and a select say it, and a form
 * stays as it was filled in. For a press or a shortcut Slack shows a warning; an event it sends again.
 */
export function rejectionOf(body: Body, kind: RequestKind, { mrkdwn: reason }: Mrkdwn): Rejection {
  switch (kind) {
    case 'command':
      return { status: 200, content: { response_type: 'ephemeral', text: reason } }
    case 'suggestion':
      return { status: 200, content: { options: [buildExplanation(reason)] } }
    case 'submission':
      return errorInForm(get(body, 'view'), reason)
    case 'typing':
      return { status: 200 }
    default:
      return { status: 503 }
  }
}

/** The form as it is, with an error at its first input; where it has none Slack says that it failed. */
function errorInForm(view: unknown, reason: string): Rejection {
  const blocks = get(view, 'blocks')
  const input = Array.isArray(blocks) ? blocks.find(block => get(block, 'type') === 'input') : undefined
  const id = get(input, 'block_id')
  if (typeof id !== 'string') return { status: 503 }
  return { status: 200, content: { response_action: 'errors', errors: { [id]: reason } } }
}
