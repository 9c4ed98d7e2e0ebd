import type { Dice } from '../dice.ts'
import type { Call } from '../scene/front.ts'
import type { Replica } from '../scene/replica.ts'

/** What a process may be at when it is killed. */
type Moment = 'anything' | 'a call comes' | 'a call is done'

/** How long somebody who is to die at something particular is waited for. */
const LONGEST_MS = 700

/** Kills replicas, so many times while so many requests are begun, and often right when the world has heard of them. */
export function createKiller(deps: { dice: Dice; kills: number; requests: number }) {
  const { dice } = deps
  let replicas: readonly Replica[] = []
  const due = Array.from({ length: deps.kills }, () => dice.upTo(deps.requests)).sort((a, b) => a - b)
  let begun = 0
  let armed: { moment: Moment; slack: boolean; timer: NodeJS.Timeout } | undefined

  function kill(replica: Replica): void {
    clearTimeout(armed?.timer)
    armed = undefined
    if (!replica.kill()) due.unshift(begun)
    arm()
  }

  function arm(): void {
    const [next] = due
    if (armed || next === undefined || next > begun) return
    due.shift()
    const moment = dice.one<Moment>(['anything', 'a call comes', 'a call is done'])
    const waits = moment === 'anything' ? dice.upTo(200) : LONGEST_MS
    const timer = setTimeout(() => kill(dice.one(replicas)), waits)
    armed = { moment, slack: dice.happens(0.5), timer }
  }

  function hears(at: Moment, slack: boolean, { replica }: Call): void {
    const dies = replicas.find(({ index }) => index === replica)
    if (dies && armed?.moment === at && armed.slack === slack) kill(dies)
  }

  return {
    /** Whom there is to kill. */
    knows: (all: readonly Replica[]): void => {
      replicas = all
    },
    /** One more request begins. */
    begins(): void {
      begun += 1
      arm()
    },
    comes: (slack: boolean, call: Call) => hears('a call comes', slack, call),
    done: (slack: boolean, call: Call) => hears('a call is done', slack, call),
    /** Kills as often as it still has to, one after the other, and tells when it is done. */
    async finish(): Promise<void> {
      begun = deps.requests
      while (armed || due.length > 0) {
        arm()
        await new Promise(resolve => setTimeout(resolve, 50))
      }
    },
  }
}
