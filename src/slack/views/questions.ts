import { type Choice, type Issues, shownInputs, spellOut } from '../../core/field.ts'
import type { Operation } from '../../core/operation.ts'
import type { Asking } from '../../core/outcome.ts'
import type { Raw } from '../../core/raw.ts'
import { askMeant } from '../../language/counts.ts'
import { sayUsage, usageOf } from '../../language/help.ts'
import { actions, type Button, opens, repeat, section, turns } from '../../message/blocks.ts'
import { cut } from '../../message/limits.ts'
import { lines, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'
import type { Unclear } from './invitation.ts'

/** What a person is asked outside of a form. */
export const questionOf = (unclear: Unclear): Reply =>
  unclear.kind === 'issues'
    ? issuesReply(unclear.operation, unclear.raw, issuesOf(unclear))
    : choiceReply(unclear.operation, unclear.raw, unclear.choice)

const issuesOf = ({ issues, choice }: Asking): Issues =>
  choice ? { [choice.key]: spellOut(choice), ...issues } : issues

/** Asks which of several meanings is meant: a button each, and nothing is done until one is pressed. */
export function choiceReply(operation: Operation, raw: Raw, { why, options }: Choice): Reply {
  const text = mrkdwn`${why}`
  const choices = options.map(option => turns(option.label, operation.id, { ...raw, ...option.raw }))
  const other = opens('Something else', operation.id, raw)
  return {
    text,
    blocks: [section(text), ...actions(...choices, ...(operation.form ? [other] : []))],
    to: 'me',
  }
}

/** Says what is missing or wrong where no form can be opened at once. */
export function issuesReply(operation: Operation, raw: Raw, issues: Issues): Reply {
  const missing = shownInputs(operation.inputs, raw)
    .filter(({ key, optional }) => !optional && raw[key] === undefined && issues[key] === undefined)
    .map(({ label }) => label)
  const { warning = 'Open the form to say what should change.' } = operation.form ?? {}
  const said = Object.values(issues).map(issue => mrkdwn`${issue}`)
  const lacks = missing.length > 0 ? mrkdwn`Still missing: ${missing.join(', ')}.` : undefined
  const text = lines(
    ...said,
    lacks ?? (said.length > 0 ? undefined : mrkdwn`${warning}`),
    mrkdwn`Nothing was done. You can say: \`${usageOf(operation)}\``,
  )
  const open = operation.form ? [openButton(operation, raw)] : []
  return { text, blocks: [section(text), ...actions(...open)], to: 'me' }
}

/** Says that something is called by no name, where a slip in the words before it may be the reason. */
export function misnamedReply(
  operation: Operation,
  raw: Raw,
  issue: string,
  nearest: readonly string[],
): Reply {
  const text = mrkdwn`${issue} Nothing was done. ${askMeant(nearest.length)}`
  const open = operation.form ? [opens('Open the form', operation.id, raw)] : []
  return {
    text,
    blocks: [section(text), ...actions(...nearest.map(near => repeat(near, near)), ...open)],
    to: 'me',
  }
}

/** What is said of a form that was closed before it could be said there: its words are kept in a button. */
export function closedReply({ text, asked }: Reply, operation: Operation, raw: Raw): Reply {
  return { text, asked, blocks: [section(text), ...actions(openButton(operation, raw))], to: 'me' }
}

const openButton = (operation: Operation, raw: Raw): Button => ({
  ...opens('Open the form', operation.id, raw),
  style: 'primary',
})

/** Says that somebody said what nobody can say, and offers what comes near. */
export function unknownReply(words: string, nearest: readonly string[]): Reply {
  const said = mrkdwn`I do not know “${cut(words, MOST_QUOTED)}”, so nothing was done.`
  const text = nearest.length
    ? mrkdwn`${said} ${askMeant(nearest.length)}`
    : mrkdwn`${said} \`/dayshift help\` shows what you can say.`
  return {
    text,
    blocks: [section(text), ...actions(...nearest.map(near => repeat(near, near)))],
    to: 'me',
  }
}

/** Says that there is no such verb of a noun, and which there are. */
export function lackingReply(words: string, there: readonly Operation[]): Reply {
  const said = mrkdwn`There is no “${cut(words, MOST_QUOTED)}”, so nothing was done. Here is what there is:`
  return { text: lines(said, ...there.map(sayUsage)), to: 'me' }
}

/** Says that the service cannot do this with anything of a noun, and offers what comes nearest. */
export function neverReply({ noun, verb, instead }: { noun: string; verb: string; instead: string }): Reply {
  const text = mrkdwn`The scheduling service has no way to ${verb} a ${noun}, so nothing was done. You can say this instead:`
  return reply('me', text, repeat(instead, instead))
}

const MOST_QUOTED = 80
