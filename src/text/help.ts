import { type Block, context, section } from '../block-kit/blocks.ts'
import { lines, type Mrkdwn, mrkdwn } from '../block-kit/mrkdwn.ts'
import type { Operation } from '../operation.ts'
import { nounOf } from '../raw.ts'
import type { Reply } from '../reply.ts'

/** What people can say: everything, or what is about the topic. Derived from the operations. */
export function help(topic: string, operations: readonly Operation[]): Reply {
  const sought = topic
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^\/(dayshift )?/, '')
  const about = sought === '' ? [] : operationsAbout(sought, operations)
  if (about.length === 0) return overview(sought, operations)

  const blocks: Block[] = about.map(operation =>
    section(
      lines(
        mrkdwn`*${usageOf(operation)}*`,
        mrkdwn`${operation.summary}`,
        ...operation.examples.map(example),
      ),
    ),
  )
  return { text: mrkdwn`Help on ${sought}: ${about.map(usageOf).join('; ')}`, blocks, to: 'me' }
}

/** The operations of a noun, or whose sentences begin so; else those about as many of the first words as are known. */
function operationsAbout(sought: string, operations: readonly Operation[]): readonly Operation[] {
  const about = operations.filter(
    ({ id, sentences }) =>
      nounOf(id) === sought || sentences.some(words => `${words} `.startsWith(`${sought} `)),
  )
  const fewer = sought.replace(/ ?\S+$/, '')
  return about.length > 0 || fewer === '' ? about : operationsAbout(fewer, operations)
}

function overview(unknown: string, operations: readonly Operation[]): Reply {
  const nouns = Map.groupBy(operations.toSorted(daily), ({ id }) => nounOf(id))
  const intro = unknown
    ? mrkdwn`There is no help on “${unknown}”. This is what you can say:`
    : mrkdwn`This is what you can say:`
  return {
    text: lines(intro, ...[...nouns.values()].flat().map(sayUsage)),
    blocks: [
      section(intro),
      ...[...nouns].map(([noun, about]) => section(lines(mrkdwn`*${noun}*`, ...about.map(sayUsage)))),
      context(
        mrkdwn`\`${commandFor('help pause')}\` tells more of one. Days are words such as _tomorrow to friday_, _until next wednesday_ or _24 dec – 2 jan_.`,
      ),
    ],
    to: 'me',
  }
}

/** What an operation is asked for with, and what it does, in a line. */
export const sayUsage = (operation: Operation): Mrkdwn =>
  mrkdwn`• \`${usageOf(operation)}\`  ${operation.summary}`

const example = (sentence: string): Mrkdwn => mrkdwn`e.g. \`${commandFor(sentence)}\``

/** How an operation is asked for: `/pause <plan> <days> [reason]`. */
export function usageOf({ sentences, usage }: Operation): string {
  return commandFor([sentences[0], usage].filter(Boolean).join(' '))
}

const SHORT = /^(plan|pause|resume)\b/

/** What people do every day comes first. */
const daily = (one: Operation, other: Operation): number =>
  Number(SHORT.test(other.id)) - Number(SHORT.test(one.id))

/** The slash command for a sentence: the nouns of every day have one of their own. */
const commandFor = (sentence: string): string =>
  SHORT.test(sentence) ? `/${sentence}` : `/dayshift ${sentence}`
