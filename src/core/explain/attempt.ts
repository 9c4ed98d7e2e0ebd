import {
  type Button,
  formButton,
  primary,
  replaceButton,
  runButton,
  sentenceButton,
} from '../../message/blocks.ts'
import type { Mrkdwn } from '../../message/mrkdwn.ts'
import type { ServiceError } from '../../service/contract/failure.ts'
import { type Args, type Next, nounOf } from '../args.ts'
import { type FormValues, parseReference } from '../field.ts'
import { asksSecrets, type Operation, referencesIn } from '../operation.ts'

/** What was under way when an error came: enough to say what did not happen, and to try it again. */
export type Attempt = {
  operation: Operation
  /** Without secrets. */
  args: Args
  /** Secrets were left out: another try needs the form. */
  lacksSecrets?: boolean
  /** What was typed. */
  sentence?: string
  /** What a form held that was not read yet, without secrets. */
  values?: FormValues
  reference: string
  /** Whom to ask where the service refuses the person. */
  ask?: Mrkdwn | undefined
  /** Nothing was sent to the service. */
  isUnsent?: boolean
  /** Recovery is still looking what became of it. */
  isRecovering?: boolean
}

/** The sentence, where it can be repeated: behind an operation that asks for secrets it may hold one. */
export const repeatableSentence = ({ operation, sentence }: Attempt): string | undefined =>
  asksSecrets(operation) ? undefined : sentence

/** Asks again: at once, or in a form where something secret is to be typed. */
export function tryAgain(attempt: Attempt): Button {
  const { operation, args, lacksSecrets } = attempt
  const sentence = repeatableSentence(attempt)
  if (sentence !== undefined) return sentenceButton('Try again', sentence)
  return lacksSecrets || attempt.values
    ? { ...formButton('Try again', operation.id, args), ...(attempt.values && { values: attempt.values }) }
    : replaceButton('Try again', operation.id, args)
}

/** The request that waits behind a button; undefined where a button has no room for it. */
export function nextOf(attempt: Attempt): Next | undefined {
  const sentence = repeatableSentence(attempt)
  const { operation, args, values } = attempt
  const next =
    sentence === undefined ? { operation: operation.id, args, ...(values && { values }) } : { sentence }
  return JSON.stringify(next).length <= MAX_NEXT_LENGTH ? next : undefined
}

/** Leaves room for an organization within the 2000 characters of a button's value. */
const MAX_NEXT_LENGTH = 1500

/** The button that goes on with a request that waited. */
export function nextButton(next: Next, operations: ReadonlyMap<string, Operation>): Button {
  if ('sentence' in next) return sentenceButton(next.sentence, next.sentence)
  const operation = operations.get(next.operation)
  const { args, values } = next
  const typed = Object.values(values ?? {}).map(text => parseReference(text)?.name ?? text)
  const text = [operation?.command.words[0] ?? next.operation, ...namesIn(args), ...typed].join(' ')
  return values
    ? { ...formButton(text, next.operation, args), values }
    : replaceButton(text, next.operation, args)
}

const namesIn = (args: Args): string[] => referencesIn(Object.values(args).flat()).map(({ name }) => name)

/** What has to come first, where the person has no link or no organization. */
export const LINK = { text: 'Link account', operation: 'account.link' } as const
export const USE = { text: 'Use organization', operation: 'organization.use' } as const

/** A button for what has to come first; the request waits behind it. */
export function firstButton(attempt: Attempt, { text, operation }: typeof LINK | typeof USE): Button {
  const next = nextOf(attempt)
  return primary(formButton(text, operation, next ? { next } : {}))
}

/** Another try; where it is not known whether it was done, a look at what it was about too. */
export function retryButtons({ outcome }: ServiceError, attempt: Attempt): Button[] {
  if (outcome === 'not done') return [tryAgain(attempt)]
  const { operation, args } = attempt
  const { organizationId } = args
  const [plan, another] = referencesIn(args.plan ?? args.plans)
  const look =
    plan && !another
      ? runButton('Show plan', 'plan.show', { plan, organizationId })
      : LISTS[nounOf(operation.id)]
  const looks = look ? [look] : []
  return attempt.isRecovering ? looks : [...looks, tryAgain(attempt)]
}

/** What shows how things are, by the noun of the operation that may or may not have changed it. */
const LISTS: Readonly<Record<string, Button>> = {
  plan: runButton('Show plans', 'plan.list'),
  credential: runButton('Show credentials', 'credential.list'),
  member: runButton('Show members', 'member.list'),
  billing: runButton('Show billing', 'billing.show'),
  organization: runButton('Show organizations', 'organization.list'),
}

/** What a person asked for, in a few words: as they typed it, else the command, what it is about and the days. */
export function describeAsked(attempt: Pick<Attempt, 'operation' | 'args' | 'sentence'>): string {
  const { operation, args, sentence } = attempt
  const days = ['period', 'change'].map(name => operation.formatArg(name, args[name]).text)
  return (
    sentence ?? [operation.command.words[0], ...namesIn(args), ...days.filter(text => text !== '')].join(' ')
  )
}
