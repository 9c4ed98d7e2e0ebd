import { actions, type Block, type Button, context, type LinkButton, section } from './blocks.ts'
import { lines, type Mrkdwn } from './mrkdwn.ts'

/** What people read. The text alone makes sense; the blocks, where given, say the same with buttons. */
export type Reply = {
  text: Mrkdwn
  blocks?: Block[]
  to: 'channel' | 'me'
  /** Says that there is nothing, which nobody else needs to read. */
  empty?: true
  /** What it answers, where it does not say so itself: told with it later, or in another place. */
  asked?: Mrkdwn | undefined
  /** What the button that was pressed was about is over: this stands in its place from now on, for everybody. */
  over?: Mrkdwn | undefined
  /** What only the one who asked reads besides. */
  aside?: Omit<Reply, 'to' | 'aside' | 'asked' | 'detail' | 'over'>
  /** To what something was changed, in plain words for the record: days, hours, roles; no reasons and no secrets. */
  detail?: string | undefined
}

/** A paragraph for the channel, or for one person alone, with buttons for what comes next below it. */
export const reply = (to: Reply['to'], text: Mrkdwn, ...buttons: (Button | LinkButton)[]): Reply => ({
  text,
  blocks: [section(text), ...actions(...buttons)],
  to,
})

/** The same where it stands apart from what it answers. */
export function apart(reply: Reply): Reply {
  const { text, blocks = [section(text)], asked } = reply
  return asked ? { ...reply, text: lines(asked, text), blocks: [context(asked), ...blocks] } : reply
}

/**
 * What stopped a part: what happened and what did not, and what happened alone; buttons for what has to come before
 * another try, and whose it can help; and whether it is sure that nothing was done.
 */
export type Trouble = {
  why: Mrkdwn
  happened: Mrkdwn
  first: readonly Button[]
  helps: 'anybody' | 'others' | 'nobody'
  isSure: boolean
}
