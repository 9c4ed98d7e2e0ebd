import type { Call } from '../harness/fault-proxy.ts'
import type { Side } from '../harness/harness.ts'
import type { Replica } from '../harness/replica.ts'
import type { Random } from '../random.ts'

/** The moment at which a process is killed. */
type Moment = 'any time' | 'at a call' | 'after a call'

/** The longest wait for such a moment. */
const LONGEST_MS = 700

/** Kills replicas while requests are sent, often at the moment of a call. */
export function createKiller(deps: { random: Random; kills: number; requests: number }) {
  const { random } = deps
  let replicas: readonly Replica[] = []
  /** The numbers of the requests at which to kill. */
  const due = Array.from({ length: deps.kills }, () => random.below(deps.requests)).sort((a, b) => a - b)
  let sent = 0
  let armed: { moment: Moment; side: Side; timer: NodeJS.Timeout } | undefined

  function kill(replica: Replica): void {
    clearTimeout(armed?.timer)
    armed = undefined
    if (!replica.kill()) due.unshift(sent)
    arm()
  }

  function arm(): void {
    const [next] = due
    if (armed || next === undefined || next > sent) return
    due.shift()
    const moment = random.pick<Moment>(['any time', 'at a call', 'after a call'])
    const waitMs = moment === 'any time' ? random.below(200) : LONGEST_MS
    const timer = setTimeout(() => kill(random.pick(replicas)), waitMs)
    armed = { moment, side: random.pick<Side>(['service', 'slack']), timer }
  }

  function killAt(moment: Moment, side: Side, call: Call): void {
    const replica = replicas.find(({ index }) => index === call.replica)
    if (replica && armed?.moment === moment && armed.side === side) kill(replica)
  }

  return {
    watch: (all: readonly Replica[]): void => {
      replicas = all
    },
    onRequest(): void {
      sent += 1
      arm()
    },
    onCall: (side: Side, call: Call) => killAt('at a call', side, call),
    onDone: (side: Side, call: Call) => killAt('after a call', side, call),
    /** Resolves when all kills are done. */
    async finish(): Promise<void> {
      sent = deps.requests
      while (armed || due.length > 0) {
        arm()
        await new Promise(resolve => setTimeout(resolve, 50))
      }
    },
  }
}
