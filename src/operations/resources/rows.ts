import { moved } from '../../language/orders.ts'
import { actions, type Block, type Button, context, section } from '../../message/blocks.ts'
import { type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { orderRaw, type Sequence, saySequence } from '../fields/sequence.ts'
import { named, pageOf } from '../pages.ts'

/** In characters. Leaves room for the rest of a button's value and of what a form carries unseen. */
const LONGEST_ORDER = 1400

/** As many rows as a phone shows without endless scrolling. */
const ROWS = 12

const shape = (text: string, raw: Button['raw']): Button => ({
  text,
  operation: 'resource.order',
  raw,
  how: 'shape',
})

/**
 * A row a resource with the buttons that move it, a page at a time; a row that is moved takes the page along. A form
 * that could not be sent has lost its rows: a button brings them back, and what was moved stays.
 */
export function drawRows(sequence: Sequence | undefined): Block[] {
  if (!sequence) return actions(shape('Show the order', {}))
  const { plan, resources, order, stale, page: at } = sequence
  if (!resources)
    return [
      section(
        mrkdwn`The service does not list every resource of *${plan.name}*, so their order is not known.`,
      ),
    ]
  if (stale)
    return [
      section(
        mrkdwn`:warning: These moves no longer fit the resources of *${plan.name}*: somebody has changed them meanwhile, or they belong to another plan.`,
      ),
      ...actions(shape('Show the order as it is now', orderRaw('', 1))),
    ]
  if (resources.length === 0) return [section(mrkdwn`*${plan.name}* has no resources yet.`)]
  const here = pageOf(order, at, ROWS)
  const words = saySequence(resources, order)
  const full = words.length > LONGEST_ORDER - ROOM_FOR_A_MOVE
  const turn = (text: string, page: number) => shape(text, orderRaw(words, page))
  return [
    ...(here.pages > 1
      ? [context(mrkdwn`Page ${here.at} of ${here.pages}, ${here.total} resources in all.`)]
      : []),
    ...(full
      ? [section(mrkdwn`:warning: No more moves fit into one change. Save these first, then go on.`)]
      : []),
    ...here.shown.flatMap((place, index) => [
      section(sayRow(resources[place]?.name ?? '', place, here.from + index)),
      ...(full ? [] : actions(...moveButtons(sequence, here.from + index))),
    ]),
    ...actions(
      ...(here.at > 1 ? [turn('Previous page', here.at - 1)] : []),
      ...(here.at < here.pages ? [turn('Next page', here.at + 1)] : []),
    ),
  ]
}

/** A move tears two runs apart at most, and adds one. */
const ROOM_FOR_A_MOVE = 40

const sayRow = (name: string, before: number, now: number): Mrkdwn =>
  mrkdwn`${now + 1}. *${name}*${before === now ? '' : ` (was ${before + 1})`}`

function moveButtons({ resources = [], order }: Sequence, from: number): Button[] {
  const name = resources[order[from] ?? -1]?.name ?? ''
  const move = (text: string, to: number): Button => {
    const raw = orderRaw(saySequence(resources, moved(order, from, to)), Math.floor(to / ROWS) + 1)
    return named(shape(text, raw), name)
  }
  return [
    ...(from > 0 ? [move('Up', from - 1)] : []),
    ...(from < order.length - 1 ? [move('Down', from + 1)] : []),
    ...(from > 0 ? [move('Top', 0)] : []),
  ]
}
