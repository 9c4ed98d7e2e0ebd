import { operationOf, parseButtonValue } from '../src/message/blocks.ts'
import type { Reply } from '../src/message/reply.ts'
import { messageBlocks } from '../src/playground/block-schema.ts'
import { printMessage } from '../src/playground/local/terminal.ts'
import { messageOf } from '../src/slack/delivery/deliver.ts'

/** Renders a reply and its buttons as Slack shows them. @throws if Slack would refuse it */
export function renderReply(reply: Reply) {
  const { text, blocks } = messageOf(reply)
  const parsed = messageBlocks.parse(blocks)
  const buttons = parsed.flatMap(block =>
    block.type === 'actions'
      ? block.elements.flatMap(each =>
          each.type === 'button'
            ? [
                {
                  text: each.text.text,
                  operation: operationOf(each.action_id),
                  ...parseButtonValue(each.value),
                },
              ]
            : [],
        )
      : [],
  )
  return { to: reply.to, text, printed: printMessage({ text, blocks: parsed }), buttons }
}
