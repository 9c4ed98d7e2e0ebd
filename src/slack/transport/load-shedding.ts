import { frozen } from '../../core/derived.ts'
import type { Overload } from './overload.ts'
import { createRate, type RateOptions } from './rate.ts'
import { BUSY, type Reason, TOO_FAST, type TurnedAway, turnAway, withoutWord } from './rejected.ts'
import { kindOf, type RequestKind, senderOf } from './request-kinds.ts'

/** Far more than a person does, and no trouble for a process: what goes on beyond it is a program that has run wild. */
const ASKING = { burst: 300, perSecond: 30 }

type Body = Readonly<Record<string, unknown>>

type Deps = {
  overload: Pick<Overload, 'enter' | 'isFull'>
  now: RateOptions['now']
  /** Tells somebody who sees nothing of the answer, and never rejects; gives nothing where too many are being told. */
  tell(body: Body, kind: RequestKind, reason: Reason): Promise<void> | undefined
  /** Whether `tell` would tell somebody now. */
  canTell(): boolean
  /** How much one person may ask for. */
  asking?: Pick<RateOptions, 'burst' | 'perSecond'>
  /** Hears of everybody who is turned away. */
  count(kind: RequestKind, why: 'busy' | 'too fast'): void
}

/**
 * Decides at the door who is let in: not who asks for more than a person can, and nobody while this process could not
 * answer in time. Both are told at once, before anything is done for them; where even that is too much, Slack warns them.
 */
export function createGate({ overload, now, tell, canTell, asking = ASKING, count }: Deps) {
  const paceOf = createRate({ ...asking, now })

  function slowDown(body: Body, kind: RequestKind): TurnedAway | undefined {
    const sender = senderOf(body, kind)
    if (sender === undefined || kind === 'other') return undefined
    const pace = paceOf(sender)
    if (pace === 'fits') return undefined
    count(kind, 'too fast')
    const answer = turnAway(body, kind, TOO_FAST, false)
    if (pace === 'first too many') return told(body, kind, TOO_FAST, answer)
    return kind === 'command' ? { status: 200 } : answer
  }

  const told = (body: Body, kind: RequestKind, reason: Reason, answer: TurnedAway): TurnedAway =>
    answer.untold && !tell(body, kind, reason) ? withoutWord(answer, kind) : answer

  return {
    /** Lets a request in, and gives what is to be called when it is done; or gives the answer by which it is turned away. */
    enter(body: Body): (() => void) | TurnedAway {
      const kind = kindOf(body)
      const slower = slowDown(body, kind)
      if (slower) return slower
      const done = overload.enter()
      if (done) return done
      count(kind, 'busy')
      return told(body, kind, BUSY, turnAway(body, kind, BUSY, true))
    },

    /**
     * How a command, or a press of which nobody could be told, is turned away unread where there is no room for it:
     * whoever sent it, they hear the same and nothing is done.
     */
    unread(kind: 'command' | 'press'): TurnedAway | undefined {
      if ((kind === 'press' && canTell()) || !overload.isFull()) return undefined
      count(kind, 'busy')
      return UNREAD[kind]
    },
  }
}

const UNREAD = frozen({
  command: turnAway({}, 'command', BUSY, true),
  press: withoutWord(turnAway({}, 'press', BUSY, true), 'press'),
})

export type Gate = ReturnType<typeof createGate>
