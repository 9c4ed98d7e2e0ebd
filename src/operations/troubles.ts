import { lines, type Mrkdwn, mrkdwn } from '../message/mrkdwn.ts'
import { type Reply, reply, type Trouble } from '../message/reply.ts'

/** Why a part of a change failed, for the person alone; the channel reads what became of the whole. */
export const partial = (
  doing: Mrkdwn,
  { happened, first }: Trouble,
): Pick<Reply, 'isPartial' | 'privateNote'> => ({
  isPartial: true,
  privateNote: reply(
    'me',
    lines(mrkdwn`Part of this did not work:`, mrkdwn`:warning: ${doing}: ${happened}`),
    ...first,
  ),
})
