import type { types } from '@slack/bolt'
import type { Caller } from '../admission.ts'
import { type Choice, type Issues, spellOut } from '../field.ts'
import { type Operation, type Reply, withoutSecrets } from '../operation.ts'
import type { Raw } from '../raw.ts'
import type { Outcome, Run } from '../run.ts'
import { help } from '../text/help.ts'
import { kindred, nearest, type Reading, read } from '../text/read.ts'
import { buildForm, buildNotice } from './form.ts'
import { mrkdwn } from './mrkdwn.ts'
import type { Origin } from './origin.ts'
import { choiceReply, closedReply, issuesReply, unknownReply } from './questions.ts'

/** Where somebody came in, and the ways to answer them there. */
export type Door = {
  caller: Caller
  origin: Origin
  say(reply: Reply): Promise<void>
  /** Opens a view, and tells how to change it; nothing where Slack no longer lets us. */
  open(view: types.ModalView): Promise<ChangeView | undefined>
}

/** Puts another view in place; false where the person has closed it meanwhile. */
type ChangeView = (view: types.ModalView) => Promise<boolean>

/** A form that was submitted: it closes, or stays and says what is wrong. */
export type FormDoor = Pick<Door, 'caller' | 'origin' | 'say'> & {
  close(said: Reply): Promise<void>
  /** Says it at the inputs, or with the view where that is too late. */
  correct(issues: Issues, view: types.ModalView): Promise<boolean>
  stay: ChangeView
}

export type Conversation = ReturnType<typeof createConversation>

/** What is said and asked at any door: sentences, presses and forms go in, replies and forms come out. */
export function createConversation({ run, operations }: { run: Run; operations: readonly Operation[] }) {
  async function show(door: Door, outcome: Outcome): Promise<void> {
    switch (outcome.kind) {
      case 'done':
      case 'failed':
        return door.say(outcome.reply)
      case 'choice':
        return door.say(questionOf(outcome))
      case 'issues': {
        const opened = outcome.operation.form && (await door.open(formFor(outcome, door.origin)))
        if (!opened) await door.say(questionOf(outcome))
      }
    }
  }

  /** Opens the form for a sentence that lacks something, before anything is asked of anybody but the link. */
  async function complete(door: Door, reading: Extract<Reading, { kind: 'operation' }>, sentence: string) {
    const { operation, rest } = reading
    const guessed = guess(operation, rest)
    const raw = { ...guessed, ...reading.raw }
    const asked = await run.ask({ operation, raw, ...(operation.takes && { sentence }) }, door.caller)
    if (asked.kind !== 'issues' || rest === '' || guessed) return show(door, asked)
    if (!operation.takes) return show(door, { ...asked, issues: { form: LEFT_OUT } })

    const title = operation.form?.title ?? ''
    const change = await door.open(buildNotice(title, mrkdwn`One moment …`))
    const outcome = await run.sentence({ ...reading, sentence }, door.caller)
    if (outcome.kind === 'issues' || outcome.kind === 'choice') {
      const shown = await change?.(formFor(outcome, door.origin))
      return shown ? undefined : door.say(questionOf(outcome))
    }
    await change?.(buildNotice(title, outcome.reply.text))
    return door.say(outcome.reply)
  }

  return {
    /** Answers what somebody typed. */
    async sentence(door: Door, sentence: string): Promise<void> {
      const reading = read(sentence, operations)
      if (reading.kind === 'help') return door.say(help(reading.topic, operations))
      if (reading.kind === 'unknown')
        return door.say(unknownReply(firstWord(reading.sentence), reading.nearest))
      if (reading.operation.form && reading.operation.lacks(reading.raw, reading.rest))
        return complete(door, reading, sentence)
      const outcome = await run.sentence({ ...reading, sentence }, door.caller)
      const leftOver = outcome.kind === 'issues' && outcome.issues.form && !reading.operation.form
      if (!leftOver) return show(door, outcome)
      const near = nearest(sentence, operations)
      const said = reading.operation.takes ? sentence : firstWord(sentence)
      return door.say(unknownReply(said, near.length > 0 ? near : kindred(reading, operations)))
    },

    /** Runs the raw of a button; tells whether something was done. */
    async press(door: Door, operation: Operation, raw: Raw): Promise<Outcome> {
      const outcome = await run.raw(operation, raw, door.caller)
      await show(door, outcome)
      return outcome
    },

    /** Opens the form for the raw of a button. */
    async open(door: Door, operation: Operation, raw: Raw): Promise<void> {
      await show(door, await run.ask({ operation, raw }, door.caller))
    },

    /** Runs the raw of a form; where that fails the form stays, with its words. */
    async submit(door: FormDoor, operation: Operation, raw: Raw): Promise<void> {
      const outcome = await run.raw(operation, raw, door.caller)
      switch (outcome.kind) {
        case 'done':
          await door.close(outcome.reply)
          return door.say(outcome.reply)
        case 'failed': {
          const shown = withoutSecrets(operation, raw)
          const form = buildForm(operation, shown, door.origin, { notice: outcome.reply.text })
          if (!(await door.stay(form))) await door.say(closedReply(outcome.reply, operation, shown))
          return
        }
        case 'issues':
        case 'choice':
          if (!(await door.correct(issuesOf(outcome), formFor(outcome, door.origin))))
            await door.say(questionOf(outcome))
      }
    },
  }
}

type Unclear = Extract<Outcome, { kind: 'issues' | 'choice' }>

/** What stands behind a word that takes nothing, or that nobody knows, may be a secret: it is not repeated. */
const firstWord = (sentence: string): string => sentence.replace(/\s.*$/s, ' …')

const LEFT_OUT = 'What you typed behind the command was left out. Please fill in the form.'

/** What a person is asked outside of a form. */
const questionOf = (outcome: Unclear): Reply =>
  outcome.kind === 'issues'
    ? issuesReply(outcome.operation, outcome.raw, outcome.issues)
    : choiceReply(outcome.operation, outcome.raw, outcome.choice)

const issuesOf = (outcome: Unclear): Issues =>
  outcome.kind === 'issues' ? outcome.issues : choiceAsIssue(outcome.choice)

const choiceAsIssue = (choice: Choice): Issues => ({ [choice.key]: spellOut(choice) })

const formFor = (outcome: Unclear, origin: Origin) =>
  buildForm(outcome.operation, outcome.raw, origin, { issues: issuesOf(outcome) })

/** One word, or words in quotes, can only be the name that the first input asks for. */
function guess({ inputs }: Operation, rest: string): Raw | undefined {
  const [first] = inputs
  const [, quoted, word] = /^(?:"([^"]+)"|(\S+))$/.exec(rest) ?? []
  const name = quoted ?? word
  return first?.control.kind === 'select' && name !== undefined ? { [first.key]: name } : undefined
}
