import { lines, type Mrkdwn, mrkdwn } from '../message/mrkdwn.ts'
import { type Reply, reply, type Trouble } from '../message/reply.ts'

/** Why a part of a change failed, for the one who asked alone: the others read what became of the whole. */
export const whyNot = (doing: Mrkdwn, { happened, first }: Trouble): NonNullable<Reply['aside']> =>
  reply('me', lines(mrkdwn`Part of this did not work:`, mrkdwn`:warning: ${doing}: ${happened}`), ...first)
