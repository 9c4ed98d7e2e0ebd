import type { types } from '@slack/bolt'
import type { Caller } from '../../core/authenticate.ts'
import type { Reply } from '../../message/reply.ts'
import type { Origin } from '../origin.ts'
import type { Later } from './deliver.ts'

/** Where somebody came in, and the ways to answer them there. */
export type Door = {
  caller: Caller
  origin: Origin
  /** Tells whether it arrived; what did not is not lost, where the journal has it and it is told `later`. */
  say(reply: Reply, later?: Later): Promise<boolean>
  /** What else tells of it where it was asked for, and is to be put right before it is told. */
  ends?(reply: Reply): Promise<unknown>
  /** Says how far long work is; what is said in the end takes its place. */
  report(reply: Reply): void
  /** Whether somebody may ask the same twice, and not Slack by itself. */
  repeats: boolean
  /** Whether others read what was typed there. */
  isOverheard: boolean
  /** Opens a view where Slack lets us, and tells how to change it; nothing where that is over. */
  open?: OpenView | undefined
}

type OpenView = (view: types.ModalView) => Promise<ChangeView | undefined>

/** Puts another view in place; false where the person has closed it meanwhile. */
export type ChangeView = (view: types.ModalView) => Promise<boolean>
