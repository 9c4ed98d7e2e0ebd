import type { Past } from '../../changes/entry.ts'
import { sayAsked } from '../../language/asked.ts'
import { sayFirst } from '../../language/counts.ts'
import { type Button, runs, turns } from '../../message/blocks.ts'
import { cut } from '../../message/limits.ts'
import { type Mrkdwn, mention, mrkdwn, userIn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'
import { type PersonKey, readPersonKey } from '../../storage/links.ts'
import type { Operation } from '../operation.ts'
import type { Raw } from '../raw.ts'

/** As much of some words as the record keeps. */
export const recorded = (words: string | undefined): string | undefined => words && cut(words, LONGEST_WORDS)

const LONGEST_WORDS = 200

/**
 * What it was about, for people to read; nothing where that is not known. A member may be somebody in Slack, who is
 * mentioned; all else is called as somebody liked, be it like a mention. Of many plans it names few.
 */
export function sayAbout(
  { operation, about }: Pick<Past, 'operation' | 'about'>,
  sayUser: (user: string) => Mrkdwn = mention,
): Mrkdwn | undefined {
  if (about === undefined) return undefined
  const user = operation.startsWith('member.') ? userIn(about) : undefined
  if (user !== undefined) return sayUser(user)
  return mrkdwn`${operation.startsWith('pause.') ? sayFirst(about.split(', '), FEW_PLANS) : about}`
}

const FEW_PLANS = 3

/** `⏳ Pausing …`. */
export const sayDoing = (doing: string): Mrkdwn =>
  mrkdwn`:hourglass_flowing_sand: ${doing.charAt(0).toUpperCase()}${doing.slice(1)} …`

/** `⏳ Pausing … asked by @ana`. */
export const sayUnderWay = (doing: string, user: string): Mrkdwn =>
  mrkdwn`${sayDoing(doing)} asked by ${mention(user)}`

/** Answers a reader who asks for what was asked for before: what became of it, or that it is under way. */
export function sayBefore(past: Past, operation: Operation, raw: Raw, reader: PersonKey): Reply {
  const who = past.person === reader ? mrkdwn`You` : mention(readPersonKey(past.person).user)
  const about = sayAbout(past)
  const told = mrkdwn`${who} asked for this before${about ? mrkdwn` (${about})` : mrkdwn``}${WHAT[past.state]}. Nothing was done a second time. (Reference ${past.id})`
  const underWay = past.state === 'asked' || past.state === 'sent'
  const again = turns('Try again', operation.id, raw)
  const show: Button[] = raw.plan ? [runs('Show plan', 'plan.show', { plan: raw.plan })] : []
  if (underWay)
    return {
      text: mrkdwn`:hourglass_flowing_sand: ${who} asked for this a moment ago, and it is under way. Nothing is done a second time. (Reference ${past.id})`,
      to: 'me',
    }
  return reply('me', told, ...(past.state === 'unknown' ? [again] : []), ...show)
}

const WHAT: Record<Past['state'], string> = {
  asked: '',
  sent: '',
  done: ', and it is done',
  partly: ', and part of it is done',
  failed: ', and it failed',
  unknown: ', and it is not known whether it was done',
}

/** Where what is written down cannot be gone on with by the one who has it: another takes it up. */
export const goesOn = (reference: string): Reply => ({
  text: mrkdwn`Your request is recorded, but I could not finish it just now. I will carry on by myself, and tell you here how it went. (Reference ${reference})`,
  to: 'me',
})

/** Where nobody can tell whether it was done. */
export const sayUnknown = (operation: Operation, raw: Raw, reference: string): Reply => ({
  ...reply(
    'me',
    mrkdwn`This was interrupted, and it is not known whether it was done: please check before you try again. (Reference ${reference})`,
    { text: 'Try again', operation: operation.id, raw, how: operation.form ? 'form' : 'turn' },
  ),
  asked: sayAsked({ operation, raw }),
})

/** Where only another version of the bot knows what was asked for. */
export const sayForeign = (reference: string, fate = 'nothing was done'): Reply =>
  reply('me', mrkdwn`Your request was interrupted, and ${fate}. (Reference ${reference})`)
