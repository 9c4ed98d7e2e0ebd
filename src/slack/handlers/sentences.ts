import { z } from 'zod'
import type { Args } from '../../core/args.ts'
import { help } from '../../core/help.ts'
import { asksSecrets, hasForm, type Operation } from '../../core/operation.ts'
import type { Outcome } from '../../core/outcome.ts'
import { findCommand, type ParsedCommand, parseCommand } from '../../language/commands.ts'
import { parseWord } from '../../language/names.ts'
import { looksSecret, withoutSecretWords } from '../../language/secret-words.ts'
import { findWish } from '../../language/wishes.ts'
import { mrkdwn, unescapeMrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, withNote } from '../../message/reply.ts'
import { responseOf } from '../delivery/deliver.ts'
import { confirmationReply, unknownReply } from '../views/questions.ts'
import { createExchange, type Exchange, findOrigin, formatDoing, type SlackRequest } from './exchange.ts'
import type { HandlerParts } from './handler-parts.ts'
import { openThenFill, respond } from './respond.ts'

const commandSchema = z.object({
  command: z.string(),
  text: z.string().nullish(),
})

/**
 * Answers slash commands by the acknowledgement if the reply is ready in time, else by the response_url. A
 * late acknowledgement cannot be changed afterwards, so its text must stay true.
 */
export const createCommandHandler =
  (parts: HandlerParts) =>
  async (request: SlackRequest): Promise<void> => {
    const { body, client, ack } = request
    const { command, text } = commandSchema.parse(body)
    ack.onTimeout = () => responseOf(lateReply(request.doing))
    const exchange = createExchange(parts, client, await findOrigin(parts, request), {
      request,
      incoming: {},
    })
    await answerSentence(parts, exchange, await sentenceOf(command, text ?? ''))
  }

const lateReply = (doing: string | undefined): Reply => ({
  text:
    doing === undefined
      ? mrkdwn`:hourglass_flowing_sand: This is taking longer than usual: the answer is on its way.`
      : mrkdwn`${formatDoing(doing)} This is taking longer than usual: the result will follow.`,
  to: 'me',
})

/** `/pause x` is `/dayshift pause x`; so is `/acme-pause x`, renamed because another app has the same. */
async function sentenceOf(command: string, text: string): Promise<string> {
  const [, noun = command.slice(1)] = /[/_-](dayshift|plan|pause|resume)$/.exec(command) ?? []
  const typed = await plainTextOf(text)
  return noun === 'dayshift' ? typed : `${noun} ${typed}`.trim()
}

/** Answers a sentence, with the `args` of its button. If Slack delivered it late, a change is offered, not made. */
export async function answerSentence(
  parts: HandlerParts,
  exchange: Exchange,
  typed: string,
  args: Args = {},
  late?: { sentAt: Date; reason: string },
): Promise<void> {
  if (typed.length > MAX_LENGTH) return void (await exchange.send(tooLong(typed.length)))
  const { catalog: operations, pipeline } = parts
  const ask = async (reply: Reply) => exchange.send(await pipeline.bind(reply, exchange.caller, args))
  const text = withoutSecretWords(typed, operations)
  const hasSecret = text !== typed
  const isPublic = exchange.isMessage && exchange.origin.channel !== undefined
  if (isPublic && hasSecret) await exchange.send(SECRET_IS_PUBLIC)
  const parsed = parse(text, operations, late !== undefined)
  switch (parsed.kind) {
    case 'help':
      return void (await exchange.send(help(parsed.topic, operations)))
    case 'courtesy':
      return void (await exchange.send(COURTESY))
    case 'unknown': {
      const { sentence, suggestions, why } = parsed
      if (ASKS_UNDO.test(sentence)) return void (await exchange.send(UNDO))
      const hasSimilar = suggestions.length > 0
      if (await suggest(parts, exchange, text, { ...args, hasSimilar })) return
      const reply = unknownReply(unknownWords(sentence, operations), suggestions, why)
      const mayBePublic = isPublic && !hasSecret && sentence.split(/\s+/).some(looksSecret)
      return void (await ask(mayBePublic ? withNote(reply, SECRET_MAY_BE_PUBLIC) : reply))
    }
    case 'question':
    case 'operation': {
      const { operation, rest } = parsed
      const request = { operation, args: { ...args, ...parsed.args }, sentence: { text, rest } }
      const isForm = opensFormFirst(operation, request.args, rest)
      if (exchange.open && isForm) return openThenFill(parts, exchange, request)
      if (parsed.kind === 'question' && !isForm && !asksSecrets(operation))
        return void (await ask(
          confirmationReply(parsed.sentence, late?.reason ?? 'this ends with a question mark'),
        ))
      const { incoming } = exchange.caller
      // “tomorrow” in a late pause is the day after it was said. Other answers describe the present.
      const isPreview = late && incoming && operation.id === 'pause.preview'
      const caller = isPreview
        ? { ...exchange.caller, incoming: { ...incoming, sentAt: late.sentAt } }
        : exchange.caller
      const outcome = await pipeline.handle(request, caller, exchange.report)
      if (isPublic && !hasSecret && mayContainSecret(outcome)) await exchange.send(SECRET_IS_PUBLIC)
      if (!late || outcome.kind !== 'done') return respond(parts, exchange, outcome)
      const reply = { ...outcome.reply, requestText: mrkdwn`${late.reason}.` }
      return respond(parts, exchange, { ...outcome, reply })
    }
    default:
      parsed satisfies never
  }
}

/**
 * Answers an unknown sentence with a card for the plans that it names. Resolves to false if it names none, or
 * if similar sentences fit better. Asks unlinked people to link only if the sentence expresses a wish.
 */
async function suggest(
  parts: HandlerParts,
  exchange: Exchange,
  text: string,
  args: Args & { hasSimilar: boolean },
): Promise<boolean> {
  const operation = parts.operations.get('pause.suggest')
  const isWish = findWish(text) !== undefined
  if (!operation || (!isWish && args.hasSimilar)) return false
  const request = { operation, args, sentence: { text, rest: text } }
  const outcome = await parts.pipeline.handle(request, exchange.caller)
  if (outcome.kind === 'done' ? outcome.reply.isEmpty : !isWish) return false
  await respond(parts, exchange, outcome)
  return true
}

/** Parses a sentence. Words after an operation that asks for secrets may be one, so no reply repeats them. */
function parse(
  text: string,
  operations: readonly Operation[],
  isQuestion: boolean,
): ParsedCommand<Operation> {
  const parsed = parseCommand(text, operations, isQuestion)
  if (parsed.kind !== 'unknown') return parsed
  const match = findCommand(parsed.sentence, operations)
  if (match && asksSecrets(match.operation))
    return { kind: 'operation', operation: match.operation, args: {}, rest: match.rest }
  const suggestions = parsed.suggestions.map(each => {
    const hit = findCommand(each, operations)
    return hit && asksSecrets(hit.operation) ? `${hit.words} ${parseWord(hit.rest).word}`.trim() : each
  })
  return { ...parsed, suggestions }
}

/** Whether the form opens first: the sentence cannot be complete, or the operation always asks. */
const opensFormFirst = (operation: Operation, args: Args, rest: string): boolean =>
  hasForm(operation) && (operation.opensForm(args, rest) || operation.isIncomplete(args, rest))

/** The words up to the first unknown one. Later words, and words with unusual characters, may be a secret. */
function unknownWords(sentence: string, operations: readonly Operation[]): string {
  const words = sentence.split(/\s+/)
  const commands = operations.flatMap(({ command }) => command.words)
  const unknownAt = words.findIndex((_, at) => {
    const beginning = `${words.slice(0, at + 1).join(' ')} `.toLowerCase()
    return !commands.some(command => `${command} `.startsWith(beginning))
  })
  const count = unknownAt < 0 ? words.length : unknownAt
  const mayBeSecret = (word: string) => (count > 0 ? /[^\p{Ll}]/u.test(word) : looksSecret(word))
  const parts = words.slice(0, count + 1).map((word, at) => (at === count && mayBeSecret(word) ? '…' : word))
  return [...parts, ...(words.length > parts.length ? ['…'] : [])].join(' ')
}

/** In characters: enough for a long list of plans with a reason. */
const MAX_LENGTH = 4000

const tooLong = (length: number): Reply => ({
  text: mrkdwn`That is ${length} characters long, and I read no more than ${MAX_LENGTH}, so nothing was done. Please shorten it.`,
  to: 'me',
})

const SECRET_MAY_BE_PUBLIC = mrkdwn`:warning: If that was a secret, everyone here can read it. Delete your message, and replace the secret with a new one.`

const SECRET_IS_PUBLIC: Reply = {
  text: mrkdwn`:warning: Everyone here can read the secret that you typed. Delete your message, and replace the secret with a new one.`,
  to: 'me',
}

/** Whether unread words follow an operation that asks for secrets: they may be one. */
const mayContainSecret = (outcome: Outcome): boolean =>
  outcome.kind === 'form' && asksSecrets(outcome.operation) && outcome.issues.form !== undefined

const ASKS_UNDO =
  /^(?:(?:undo|revert|cancel|stop|forget)(?:\s+(?:it|that|this))?|no|nope|never ?mind|nvm)[.!?]*$/i

const UNDO: Reply = {
  text: mrkdwn`Nothing was done. The message of a change has a button that takes it back: *Undo*, or *Resume now* for a pause.`,
  to: 'me',
}

const COURTESY: Reply = { text: mrkdwn`Any time. \`/dayshift help\` shows what you can say.`, to: 'me' }

/**
 * The typed text without Slack's markup
 * (https://docs.slack.dev/messaging/formatting-message-text#retrieving-messages): links as written, people as
 * `<@U1|ana>`, channels as `<#C1|ops>`, `:rocket:` as the emoji; custom emoji keep their names.
 */
export async function plainTextOf(text: string): Promise<string> {
  if (!SPECIAL.test(text)) return text.trim()
  const emoji = EMOJI.test(text) ? await import('../../message/emoji.ts') : undefined
  const words = text
    .replace(TYPED_CHANNEL, '&lt; #')
    .replace(MARKUP, (whole, target?: string, label?: string, name = '', tone?: string) =>
      target === undefined ? (emoji?.emojiOf(name, tone) ?? whole) : linkText(target, label),
    )
  return unescapeMrkdwn(words).toWellFormed().replace(CONTROL_CHARACTERS, ' ').replace(CODE, '$1').trim()
}

/** Channel markup typed by hand is no reference: Slack has not checked that the person can see a channel. */
const TYPED_CHANNEL = /&lt;#(?=[CG][A-Z0-9]+)/g

/** Characters that need processing; most sentences have none. */
const SPECIAL = /[^ -~]|[<&`]|:[^\s:]+:/

const LINK = /<([@#][A-Z0-9]+|![a-z][^<>|]*|(?:https?|mailto|tel):[^<>|]+)(?:\|([^<>]*))?>/
/** A name between colons, except inside a time or a path. */
const EMOJI = /(?:(?<![\p{L}\d])|(?=:[\w+'-]+:(?![\p{L}\d]))):([\w+'-]+):(?::skin-tone-([2-6]):)?/u
const MARKUP = new RegExp(`${LINK.source}|${EMOJI.source}`, 'gu')
const CONTROL_CHARACTERS = /[^\P{Cc}\n]/gu

/** A sentence copied from the help with its backticks. */
const CODE = /^\s*`+([^`]+)`+\s*$/

function linkText(target: string, label: string | undefined): string {
  if (/^[@#]/.test(target)) return label ? `<${target}|${label}>` : `<${target}>`
  if (target.startsWith('!')) return label || target.replace(/^!/, '@')
  const address = target.replace(/^(?:mailto|tel):/, '')
  if (!label || address.endsWith(label)) return label || address
  return address.startsWith(label) ? address : `${label} (${address})`
}
