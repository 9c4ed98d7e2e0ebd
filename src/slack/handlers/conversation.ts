import { asksSecrets, hasForm, type Operation, type WithForm } from '../../core/operation.ts'
import type { Asking, Failed, Outcome } from '../../core/outcome.ts'
import type { Raw } from '../../core/raw.ts'
import type { Run } from '../../core/run.ts'
import { help } from '../../language/help.ts'
import { sayLeftover } from '../../language/leftover.ts'
import { takeWord } from '../../language/names.ts'
import { type ReadSentence, read } from '../../language/read.ts'
import { withoutSecretWords } from '../../language/secret-words.ts'
import { kindred, nearest, nearestVerbs } from '../../language/suggestions.ts'
import { lackingIn } from '../../language/verbs.ts'
import { mrkdwn } from '../../message/mrkdwn.ts'
import type { Reply } from '../../message/reply.ts'
import type { ChangeView, Door } from '../delivery/door.ts'
import { isShareable, KEPT_PRIVATE, shared, tell } from '../delivery/share.ts'
import { buildNotice, untouched } from '../views/form.ts'
import type { Forms } from '../views/forms.ts'
import { buildInvitation } from '../views/invitation.ts'
import { lackingReply, misnamedReply, neverReply, questionOf, unknownReply } from '../views/questions.ts'

/** A sentence of which the operation is known. */
type Known = Extract<ReadSentence, { kind: 'operation' }>

export type Conversation = ReturnType<typeof createConversation>

type Deps = { run: Run; operations: readonly Operation[]; forms: Forms }

/** What is said and asked at any door: sentences and presses go in, replies and forms come out. */
export function createConversation({ run, operations, forms: { inviting, formFor } }: Deps) {
  const runSentence = (door: Door, reading: Known, sentence: string): Promise<Outcome> =>
    run.sentence({ ...reading, sentence }, door.caller, door.report)

  async function show(door: Door, outcome: Outcome): Promise<void> {
    switch (outcome.kind) {
      case 'done':
      case 'failed':
        return tell(door, outcome)
      case 'elsewhere':
        if (door.repeats || !outcome.repeats) await door.say(outcome.reply)
        return
      case 'choice':
        await door.say(questionOf(outcome))
        return
      case 'issues':
        await openForm(door, outcome)
        return
      default:
        outcome satisfies never
    }
  }

  async function openForm(door: Door, asking: Asking): Promise<ChangeView | undefined> {
    const invited = await inviting(asking, door)
    if (invited) {
      await door.say(invited)
      return undefined
    }
    const { operation } = asking
    const change = hasForm(operation) ? await door.open?.(formFor(operation, asking, door.origin)) : undefined
    if (!change) await door.say(questionOf(asking))
    return change
  }

  /** Opens a form at once, and shows in it what only others know as soon as they have told. */
  async function openSoon(door: Door, asked: Asking | Failed): Promise<void> {
    if (asked.kind === 'failed') return void (await door.say(asked.reply))
    const { operation, raw } = asked
    const change = await openForm(door, asked)
    if (!change || !hasForm(operation) || !operation.shapes(raw)) return
    const shaped = await run.shape(operation, raw, door.caller)
    if (shaped.kind === 'issues') {
      const whole = { ...shaped, issues: { ...asked.issues, ...shaped.issues } }
      await change(formFor(operation, whole, door.origin, untouched(operation, raw, door.origin)))
      return
    }
    await change(buildNotice(operation.form.title, shaped.reply.text))
    await door.say(shaped.reply)
  }

  /** Opens the form for a sentence that lacks something, before anything is asked of anybody but the link. */
  async function complete(door: Door, operation: WithForm, reading: Known, sentence: string) {
    const { rest } = reading
    const guessed = guess(operation, rest)
    const raw = { ...guessed, ...reading.raw }
    const asked = await run.ask({ operation, raw, ...(operation.takes && { sentence }) }, door.caller)
    if (asked.kind !== 'issues' || rest === '' || guessed) return openSoon(door, asked)
    if (!operation.takes) return openSoon(door, { ...asked, issues: { form: sayLeftover(operation, rest) } })

    const { title } = operation.form
    const change = await door.open?.(buildNotice(title, mrkdwn`One moment …`))
    const outcome = onlySaid(await runSentence(door, reading, sentence))
    if (outcome.kind === 'issues' || outcome.kind === 'choice') {
      const invited = await inviting(outcome, door)
      const next = invited ? buildInvitation(title, invited) : formFor(operation, outcome, door.origin)
      if (!(await change?.(next))) await door.say(invited ?? questionOf(outcome))
      return
    }
    await change?.(buildNotice(title, outcome.reply.text))
    return show(door, outcome)
  }

  /** What a sentence shows that changes nothing, where what it names is there: `plan web-prod` is short for `plan show web-prod`. */
  async function seen(sentence: string, door: Door): Promise<Outcome | undefined> {
    const reading = read(sentence, operations)
    if (reading.kind !== 'operation' || reading.rest === '' || reading.operation.effect !== 'read')
      return undefined
    const outcome = await runSentence(door, reading, sentence)
    return outcome.kind === 'issues' ? undefined : outcome
  }

  /** What is said of a sentence that nobody can say; others of its noun may be meant where nothing else comes near. */
  function notKnown(sentence: string, said: string, near: readonly string[], others: readonly string[] = []) {
    if (near.length > 0) return unknownReply(said, near)
    const lacking = lackingIn(sentence, operations)
    if (!lacking) return unknownReply(said, others)
    return lacking.never ? neverReply(lacking.never) : lackingReply(lacking.words, lacking.there)
  }

  return {
    /** Answers what somebody typed. */
    async sentence(door: Door, typed: string): Promise<void> {
      if (typed.length > LONGEST_SENTENCE) return void (await door.say(tooLong(typed.length)))
      const sentence = withoutSecretWords(typed, operations)
      const warns = door.isOverheard && sentence !== typed
      if (warns) await door.say(OVERHEARD)
      const reading = read(sentence, operations)
      if (reading.kind === 'help') return void (await door.say(help(reading.topic, operations)))
      if (reading.kind === 'grace') return void (await door.say(GLADLY))
      if (reading.kind === 'unknown') {
        const said = firstWord(reading.sentence)
        return void (await door.say(notKnown(reading.sentence, said, reading.nearest)))
      }
      const { operation, raw, rest } = reading
      const asks = () => operation.asks(raw, rest) || operation.lacks(raw, rest)
      if (hasForm(operation) && door.open && asks() && nearestVerbs(sentence, operations).length === 0)
        return complete(door, operation, reading, sentence)
      const outcome = await runSentence(door, reading, sentence)
      if (door.isOverheard && !warns && leavesOutSecrets(outcome)) await door.say(OVERHEARD)
      const misnamed = misnamedIn(outcome)
      const verbs = misnamed ? nearestVerbs(sentence, operations) : []
      if (misnamed && verbs.length > 0)
        return void (await door.say(misnamedReply(operation, misnamed.raw, misnamed.issue, verbs)))
      const leftOver = outcome.kind === 'issues' && outcome.issues.form && !operation.form
      if (!leftOver) return show(door, outcome)
      const said = operation.takes ? sentence : firstWord(sentence)
      const near = nearest(sentence, operations)
      const others = kindred(reading, operations)
      const meant = near.length === 0 ? await seen(others[0] ?? '', door) : undefined
      if (meant) return show(door, meant)
      await door.say(notKnown(sentence, said, near, others))
    },

    /** Runs the raw of a button; tells whether something was done. */
    async press(door: Door, operation: Operation, raw: Raw): Promise<Outcome> {
      const outcome = await run.raw(operation, raw, door.caller, door.report)
      await show(door, outcome)
      return outcome
    },

    /** Tells everybody in the channel what the raw of a button brings whoever pressed it. */
    async share(door: Door, operation: Operation, raw: Raw): Promise<void> {
      if (!isShareable(operation)) return void (await door.say(KEPT_PRIVATE))
      const outcome = await run.raw(operation, raw, door.caller)
      if (outcome.kind !== 'done') return show(door, outcome)
      await door.say(shared(outcome.reply, door.caller.person.user))
    },

    /** Opens the form for the raw of a button. */
    async open(door: Door, operation: Operation, raw: Raw): Promise<void> {
      await openSoon(door, await run.ask({ operation, raw }, door.caller))
    },
  }
}

/** What stands behind a word that takes nothing, or that nobody knows, may be a secret: it is not repeated. */
const firstWord = (sentence: string): string => sentence.replace(/\s.*$/s, ' …')

/** In characters: enough for a long list of plans with its reason, and read in an instant whatever it says. */
const LONGEST_SENTENCE = 4000

const tooLong = (length: number): Reply => ({
  text: mrkdwn`That is ${length} characters long, and I read no more than ${LONGEST_SENTENCE}, so nothing was done. Please shorten it.`,
  to: 'me',
})

/** What is said to somebody whose own message shows others what was left out of it as a secret. */
const OVERHEARD: Reply = {
  text: mrkdwn`:warning: Everybody here can read the secret that you typed. Delete your message, and replace the secret with a new one.`,
  to: 'me',
}

/** Whether words found no place behind an operation that asks for secrets: they may be one. */
const leavesOutSecrets = (outcome: Outcome): boolean =>
  outcome.kind === 'issues' && asksSecrets(outcome.operation) && outcome.issues.form !== undefined

const GLADLY: Reply = { text: mrkdwn`Any time. \`/dayshift help\` shows what you can say.`, to: 'me' }

/** What is said of a name that stands for nothing, in the first input. */
function misnamedIn(outcome: Outcome): { raw: Raw; issue: string } | undefined {
  if (outcome.kind !== 'issues') return undefined
  const { operation, raw, issues } = outcome
  const [first] = operation.inputs
  const issue = first && raw[first.key] === undefined ? undefined : issues[first?.key ?? '']
  return issue === undefined ? undefined : { raw, issue }
}

/** What is wrong with what was said: a list from which nobody has picked yet is no mistake, and the form asks for it. */
function onlySaid(outcome: Outcome): Outcome {
  if (outcome.kind !== 'issues') return outcome
  const { operation, raw, issues } = outcome
  const unsaid = operation.inputs.filter(({ key, control }) => control.kind === 'options' && !raw[key])
  const said = Object.entries(issues).filter(([issued]) => unsaid.every(({ key }) => key !== issued))
  return { ...outcome, issues: Object.fromEntries(said) }
}

/** One word, or words in quotes, can only be the name that the first input asks for. */
function guess({ inputs }: Operation, rest: string): Raw | undefined {
  const [first] = inputs
  const { word, rest: behind } = takeWord(rest)
  return first?.control.kind === 'select' && word !== '' && behind === '' ? { [first.key]: word } : undefined
}
