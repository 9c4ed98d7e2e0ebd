import { actions, type Block, context, section, sentenceButton } from '../message/blocks.ts'
import { join, lines, mrkdwn } from '../message/mrkdwn.ts'
import type { Reply } from '../message/reply.ts'
import { nounOf, type OperationId } from './args.ts'
import type { Operation } from './operation.ts'

/** The most common operations: as many as fit on a phone's screen. */
const FIRST: readonly OperationId[] = ['plan.list', 'pause.add', 'pause.remove', 'pause.list', 'account.link']

/** Builds the help on a topic, or for a start, from the operations. */
export function help(topic: string, all: readonly Operation[]): Reply {
  const operations = all.filter(({ isHidden }) => !isHidden)
  const sought = topic
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^\/(dayshift )?/, '')
  const about = sought === '' ? [] : operationsAbout(sought, operations)
  if (about.length === 0) return beginning(sought, operations)

  const blocks: Block[] = about.map(operation =>
    section(
      lines(
        mrkdwn`*${formatUsage(operation)}*`,
        mrkdwn`${operation.summary}`,
        operation.form?.about ? mrkdwn`${operation.form.about}` : undefined,
        ...operation.examples.map(each => mrkdwn`e.g. \`${slashCommand(each)}\``),
      ),
    ),
  )
  return {
    text: mrkdwn`Help on ${sought}: ${about.map(formatUsage).join('; ')}`,
    blocks: [...blocks, ...actions(BACK)],
    to: 'me',
  }
}

const BACK = sentenceButton('All topics', 'help')

/** The operations whose noun or command words match the longest possible beginning of the topic. */
function operationsAbout(topic: string, operations: readonly Operation[]): readonly Operation[] {
  const words = topic.split(' ')
  const beginnings = words.map((_, last) => words.slice(0, last + 1).join(' ')).reverse()
  const isAbout = ({ id, command }: Operation, beginning: string) =>
    nounOf(id) === beginning || command.words.some(each => `${each} `.startsWith(`${beginning} `))
  const known = beginnings.find(beginning => operations.some(each => isAbout(each, beginning)))
  return known === undefined ? [] : operations.filter(each => isAbout(each, known))
}

/** The most common operations, and a button for the help on each noun. */
function beginning(unknown: string, operations: readonly Operation[]): Reply {
  const first = FIRST.flatMap(id => operations.find(each => each.id === id) ?? [])
  const text = lines(
    unknown ? mrkdwn`There is no help on “${unknown}”.` : undefined,
    mrkdwn`Here is what you can say, for a start:`,
    ...first.map(each => mrkdwn`• \`${formatUsage(each)}\`  ${each.summary}`),
  )
  const about = first.flatMap(({ form }) => (form?.about ? mrkdwn`${form.about}` : []))
  const nouns = new Set(operations.toSorted(daily).map(({ id }) => nounOf(id)))
  const topics = [...nouns].map(noun => sentenceButton(noun, `help ${noun}`))
  return {
    text,
    blocks: [section(text), context(join([DAYS, ...about], ' ')), ...actions(...topics)],
    to: 'me',
  }
}

const DAYS = mrkdwn`Days are words such as _tomorrow to friday_, _until next wednesday_ or _24 dec – 2 jan_.`

/** The usage of an operation: `/pause <plan> <days> [reason]`. */
export const formatUsage = ({ command: { words, usage } }: Operation): string =>
  slashCommand([words[0], usage].filter(Boolean).join(' '))

const SHORT = /^(plan|pause|resume)\b/

/** Sorts the nouns with a slash command of their own first. */
const daily = (one: Operation, other: Operation): number =>
  Number(SHORT.test(other.id)) - Number(SHORT.test(one.id))

/** The slash command for a sentence; everyday nouns have their own. */
const slashCommand = (sentence: string): string =>
  SHORT.test(sentence) ? `/${sentence}` : `/dayshift ${sentence}`
