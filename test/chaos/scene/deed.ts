import type { Button } from '../../../src/message/blocks.ts'
import type { Answer } from '../../../src/service/contract/contract.ts'
import type { Desk } from './desk.ts'
import type { Wish } from './wish.ts'

/** How somebody asks: each gives what came of it once it was taken, or may have been. */
export type Ways = {
  types(wish: Wish, line: string): Promise<void>
  mentions(wish: Wish, words: string): Promise<void>
  presses(wish: Wish, button: Button): Promise<void>
  /** Two people press the same button at once. */
  bothPress(wish: Wish, button: Button): Promise<void>
  /** Opens the form of a button, which has these words then, presses in it and submits it. */
  submits(wish: Wish, button: Button, words: string, press?: string): Promise<void>
}

/** A plan as the service has it in the end. */
export type Standing = Omit<Answer<'listPlans'>['plans'][number], 'resources'> & {
  resources: string[]
  state: string | undefined
}

/** One kind of change. */
export type Deed = {
  name: string
  prepare(wish: Wish, desk: Desk): Promise<void>
  asks(wish: Wish, ways: Ways): Promise<void>
  /** How often each part of it is in the service, where all plans of its organization are these. */
  made(wish: Wish, plans: readonly Standing[]): number[]
  /** What is said where it is done. */
  told(wish: Wish): RegExp
}
