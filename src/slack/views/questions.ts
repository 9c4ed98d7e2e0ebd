import type { Args } from '../../core/args.ts'
import { type FormValues, shownIn, withChoice } from '../../core/field.ts'
import { formatUsage } from '../../core/help.ts'
import type { ChoiceNeeded, Failed, FormNeeded } from '../../core/outcome.ts'
import {
  type Button,
  fitsValue,
  formButton,
  primary,
  replaceButton,
  sentenceButton,
} from '../../message/blocks.ts'
import { cut, lines, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'

/** The message that asks for a choice or for what is missing, instead of a form. */
export const questionOf = (needed: FormNeeded | ChoiceNeeded): Reply =>
  needed.kind === 'choice' ? choiceReply(needed) : issuesReply(needed)

/** Slack may cut the text of a button at this length. */
const MAX_VISIBLE_LABEL = 30

/** Asks for one of several meanings, with a button each; numbers distinguish labels that begin alike. */
function choiceReply({ notice, operation, args, field, choice, values }: ChoiceNeeded): Reply {
  const { question, options } = choice
  const beginnings = new Set(options.map(({ label }) => label.slice(0, MAX_VISIBLE_LABEL)))
  const hasClash = beginnings.size < options.length
  const labels = options.map(({ label }, at) => (hasClash ? `${at + 1}. ${label}` : label))
  const text = lines(notice, mrkdwn`${question}`, ...(hasClash ? labels.map(label => mrkdwn`${label}`) : []))
  const choices = options.map(({ value }, at) => {
    const button = replaceButton(labels[at] ?? '', operation.id, { ...args, [field]: value })
    if (fitsValue(button)) return button
    return { ...button, values: { ...values, ...operation.formatArgs({ [field]: value }).values } }
  })
  const other = operation.form ? [formButton('Something else', operation.id, args, values)] : []
  const { organizationId } = args
  const others = (choice.buttons ?? []).map(each => ({ ...each, args: { organizationId, ...each.args } }))
  return reply('me', text, ...choices, ...others, ...other)
}

/** Lists what is missing or wrong, if no form can be opened. */
function issuesReply(needed: FormNeeded): Reply {
  const { operation, values, data, choice } = needed
  const issues = withChoice(needed.issues, choice)
  const missing = shownIn(operation, needed)
    .filter(({ key, optional }) => !optional && values[key] === undefined && issues[key] === undefined)
    .map(({ label }) => label)
  const { warning = 'Open the form to say what should change.' } = operation.form ?? {}
  const problems = Object.values(issues).map(issue => mrkdwn`${issue}`)
  const missingText = missing.length > 0 ? mrkdwn`Still missing: ${missing.join(', ')}.` : undefined
  const text = lines(
    needed.notice,
    ...problems,
    missingText ?? (problems.length > 0 ? undefined : mrkdwn`${warning}`),
    mrkdwn`Nothing was done. You can say: \`${formatUsage(operation)}\``,
  )
  return reply('me', text, ...(operation.form ? [openButton(operation.id, data.args, values)] : []))
}

const openButton = (operation: string, args: Args, values?: FormValues): Button =>
  primary(formButton('Open the form', operation, args, values))

/** The reply to a form that was closed meanwhile, with a button that opens it again with its content. */
export function closedReply({ reply: { text, requestText }, operation, args, values }: Failed): Reply {
  return { ...reply('me', text, openButton(operation.id, args, values)), requestText }
}

/** Says that a sentence was not understood, or why it cannot be done, and offers similar or common ones. */
export function unknownReply(words: string, similar: readonly string[], why?: string): Reply {
  const suggestions = similar.length > 0 ? similar : COMMON_SENTENCES
  const question = suggestions.length === 1 ? 'Did you mean this?' : 'Did you mean one of these?'
  const example = similar.length > 0 ? mrkdwn`` : mrkdwn` For example: \`/pause web-prod tomorrow\`.`
  const text = why
    ? mrkdwn`${why}`
    : mrkdwn`I did not understand “${cut(words, MAX_QUOTED_LENGTH)}”, so nothing was done. ${question}${example}`
  return reply('me', text, ...suggestions.map(each => sentenceButton(each, each)))
}

/** Says why a change was not made, and offers to make it. */
export function confirmationReply(sentence: string, why: string): Reply {
  const words = cut(sentence, MAX_QUOTED_LENGTH)
  const text = mrkdwn`Nothing was done, as ${why}. Shall I do it? \`${words}\``
  const button = sentenceButton('Do it', sentence)
  return reply('me', text, ...(fitsValue(button) ? [button] : []))
}

const COMMON_SENTENCES = ['plan', 'pause list', 'help']

const MAX_QUOTED_LENGTH = 80
