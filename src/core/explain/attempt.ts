import {
  type Button,
  formButton,
  primary,
  replaceButton,
  runButton,
  SENTENCE,
  sentenceButton,
} from '../../message/blocks.ts'
import { cutMrkdwn, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import type { ServiceError } from '../../service/contract/failure.ts'
import { type Args, type Next, nounOf } from '../args.ts'
import { type FormValues, parseReference } from '../field.ts'
import { asksSecrets, type Operation, referencesIn } from '../operation.ts'

/** A failed request: what its explanation and another try need. */
export type Attempt = {
  operation: Operation
  /** Without secrets. */
  args: Args
  /** Secrets were left out, so another try needs the form. */
  lacksSecrets?: boolean
  sentence?: string
  /** Form values that were not parsed yet, without secrets. */
  values?: FormValues
  reference: string
  /** Whom to ask if the service refuses the person. */
  ask?: Mrkdwn | undefined
  /** Nothing was sent to the service. */
  isUnsent?: boolean
  /** Recovery is still checking what the service did. */
  isRecovering?: boolean
}

type Asked = Pick<Attempt, 'operation' | 'args' | 'sentence'>

/** The sentence, unless it may hold a secret: those of operations that ask for secrets are not repeated. */
const repeatableSentence = ({ operation, sentence }: Asked): string | undefined =>
  asksSecrets(operation) ? undefined : sentence

/** Builds the button that retries at once, or opens the form if a secret has to be typed again. */
export function tryAgain(attempt: Attempt): Button {
  const { operation, args, lacksSecrets } = attempt
  const sentence = repeatableSentence(attempt)
  const { organizationId } = args
  if (sentence !== undefined) return replaceButton('Try again', SENTENCE, { organizationId, sentence })
  return lacksSecrets || attempt.values
    ? formButton('Try again', operation.id, args, attempt.values)
    : replaceButton('Try again', operation.id, args)
}

/** The request for a button to continue with; undefined if it does not fit into the button's value. */
export function nextOf(attempt: Attempt): Next | undefined {
  const sentence = repeatableSentence(attempt)
  const { operation, args, values } = attempt
  const next =
    sentence === undefined ? { operation: operation.id, args, ...(values && { values }) } : { sentence }
  return JSON.stringify(next).length <= MAX_NEXT_LENGTH ? next : undefined
}

/** Leaves room for an organization in a button's value of 2000 characters. */
const MAX_NEXT_LENGTH = 1500

/** Builds the button that continues with a request. */
export function nextButton(next: Next, operations: ReadonlyMap<string, Operation>): Button {
  if ('sentence' in next) return sentenceButton(next.sentence, next.sentence)
  const operation = operations.get(next.operation)
  const { args, values } = next
  const typed = Object.values(values ?? {}).map(text => parseReference(text)?.name ?? text)
  const text = [operation?.command.words[0] ?? next.operation, ...namesIn(args), ...typed].join(' ')
  return values ? formButton(text, next.operation, args, values) : replaceButton(text, next.operation, args)
}

const namesIn = (args: Args): string[] => referencesIn(Object.values(args).flat()).map(({ name }) => name)

/** The steps that a person without a link or organization has to take first. */
export const LINK = { text: 'Link account', operation: 'account.link' } as const
export const USE = { text: 'Use organization', operation: 'organization.use' } as const

/** Builds the button for such a step; the request continues after it. */
export function firstButton(attempt: Attempt, { text, operation }: typeof LINK | typeof USE): Button {
  const next = nextOf(attempt)
  return primary(formButton(text, operation, next ? { next } : {}))
}

/** Buttons to try again and, if the outcome is unknown, to check the present state first. */
export function retryButtons({ outcome }: ServiceError, attempt: Attempt): Button[] {
  if (outcome === 'not done') return [tryAgain(attempt)]
  const { operation, args } = attempt
  const { organizationId } = args
  const [plan, another] = referencesIn(args.plan ?? args.plans)
  const look = plan && !another ? runButton('Show plan', 'plan.show', { plan }) : LISTS[nounOf(operation.id)]
  const looks = look ? [{ ...look, args: { ...look.args, organizationId } }] : []
  return attempt.isRecovering ? looks : [...looks, tryAgain(attempt)]
}

/** Buttons that show the present state, by the noun of the operation whose outcome is unknown. */
const LISTS: Readonly<Record<string, Button>> = {
  plan: runButton('Show plans', 'plan.list'),
  credential: runButton('Show credentials', 'credential.list'),
  member: runButton('Show members', 'member.list'),
  billing: runButton('Show billing', 'billing.show'),
  organization: runButton('Show organizations', 'organization.list'),
}

/** `You asked: “pause web-prod tomorrow”`: the sentence as typed, or else command, names and days. */
export function formatAsked(asked: Asked): Mrkdwn {
  const { operation, args } = asked
  const days = ['period', 'change'].map(name => operation.formatArg(name, args[name]).text)
  const words = [operation.command.words[0], ...namesIn(args), ...days.filter(text => text !== '')]
  const text = mrkdwn`${repeatableSentence(asked) ?? words.join(' ')}`
  return mrkdwn`You asked: “${{ mrkdwn: cutMrkdwn(text, MAX_ASKED_LENGTH) }}”`
}

const MAX_ASKED_LENGTH = 150
