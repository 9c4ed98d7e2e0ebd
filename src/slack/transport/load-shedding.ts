import { type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { buildExplanation } from '../views/input-elements.ts'
import { type Body, get, kindOf, type RequestKind } from './request-kinds.ts'

/**
 * The limits of requests in flight: many while they wait for a slow service, far fewer while the processor is
 * busy, so that admitted requests and rejections are answered in time.
 */
const LIMITS = { normal: 400, busy: 32 }
/** How long a sample holds. */
const SAMPLE_MS = 100
/** The utilization above which the event loop counts as busy. */
const BUSY_SHARE = 0.98

/** Creates a check whether the event loop is busy, as of its use since the last sample. */
export function createBusyCheck(): () => boolean {
  let last = performance.eventLoopUtilization()
  let [isBusy, sampledAt] = [false, performance.now()]
  return () => {
    const now = performance.now()
    if (now - sampledAt < SAMPLE_MS) return isBusy
    const current = performance.eventLoopUtilization()
    isBusy = performance.eventLoopUtilization(current, last).utilization > BUSY_SHARE
    last = current
    sampledAt = now
    return isBusy
  }
}

type Deps = {
  isBusy(): boolean
  onReject(kind: RequestKind): void
  limits?: typeof LIMITS
}

export type LoadShedding = Pick<ReturnType<typeof createLoadShedding>, 'admit'>

/** Rejects at once, with a visible reason, requests that cannot be answered within Slack's three seconds. */
export function createLoadShedding({ isBusy, onReject, limits = LIMITS }: Deps) {
  let inFlight = 0
  return {
    inFlight: () => inFlight,

    /** Admits a request and returns a function to call when it is done, or returns its rejection. */
    admit(body: Body): (() => void) | Rejection {
      if (inFlight >= (isBusy() ? limits.busy : limits.normal)) {
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

const BUSY = mrkdwn`I am too busy right now, so this was not done. Please try again in a moment.`

export type Rejection = { status: 200 | 503; content?: object }

/**
 * The rejection of a request that shows the person why and loses nothing: a command and a select show the
 * reason, a form stays as filled in. For a press or a shortcut Slack shows a warning; it retries an event.
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

/** Shows an error at the form's first input; without inputs, Slack shows its own error. */
function errorInForm(view: unknown, reason: string): Rejection {
  const blocks = get(view, 'blocks')
  const input = Array.isArray(blocks) ? blocks.find(block => get(block, 'type') === 'input') : undefined
  const id = get(input, 'block_id')
  if (typeof id !== 'string') return { status: 503 }
  return { status: 200, content: { response_action: 'errors', errors: { [id]: reason } } }
}
