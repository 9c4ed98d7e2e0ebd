import type { Operation } from '../../core/operation.ts'
import { type Block, plain } from '../../message/blocks.ts'
import { limits } from '../../message/limits.ts'
import { type Origin, TELL } from '../origin.ts'

/**
 * Asks which conversation hears of a change, where the form was opened in none: the one before the person, unless they
 * choose another. Slack sends a response_url for it (https://docs.slack.dev/surfaces/modals#modal_response_url).
 */
export function askWhomToTell({ effect, private: kept }: Operation, { channel }: Origin): Block[] {
  if (channel !== undefined || effect !== 'change' || kept) return []
  return [
    {
      type: 'input',
      block_id: TELL,
      label: plain('Tell', limits.label),
      optional: true,
      element: {
        type: 'conversations_select',
        action_id: TELL,
        placeholder: plain('A channel, or nobody but you', limits.placeholder),
        default_to_current_conversation: true,
        response_url_enabled: true,
        filter: { exclude_bot_users: true },
      },
      hint: plain('Where to announce it. Leave it empty to tell only you.', limits.hint),
    },
  ]
}
