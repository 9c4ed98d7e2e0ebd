import type { types } from '@slack/bolt'
import type { Caller } from '../../core/authenticate.ts'
import { type FormInput, isSecret, PRIVATELY, shownInputs } from '../../core/field.ts'
import { hasForm, type WithForm } from '../../core/operation.ts'
import type { Asking, Outcome } from '../../core/outcome.ts'
import type { Raw } from '../../core/raw.ts'
import type { Run } from '../../core/run.ts'
import { actions, section } from '../../message/blocks.ts'
import { lines, mention, mrkdwn } from '../../message/mrkdwn.ts'
import type { Reply } from '../../message/reply.ts'
import { TICKET_MINUTES } from '../../storage/tickets.ts'
import type { Origin } from '../origin.ts'
import { buildForm, buildNotice } from './form.ts'

/** Opens a page outside of Slack for the secrets that a raw lacks, and gives its address. */
export type Invite = (waiting: { operation: string; raw: Raw; origin: Origin }) => Promise<string>

/** What a person still has to say before anything can be done. */
export type Unclear = Extract<Outcome, { kind: 'issues' | 'choice' }>

/** What becomes of secrets: where there is a way to invite people to a page for them, no form asks for them. */
export function createInvitations({ attempt }: Pick<Run, 'attempt'>, invite: Invite | undefined) {
  return {
    /** The way to the page, where secrets are all that lacks. */
    async inviting(
      unclear: Unclear,
      { caller, origin }: { caller: Caller; origin: Origin },
    ): Promise<Reply | undefined> {
      const { operation, raw } = unclear
      if (!invite || unclear.kind !== 'issues' || !hasForm(operation) || !lacksSecretsOnly(unclear))
        return undefined
      const url = await attempt({ operation, raw }, caller, () =>
        invite({ operation: operation.id, raw, origin }),
      )
      return typeof url === 'string' ? invitationReply(operation, unclear, url, origin) : url.reply
    },

    /** What is left to say in Slack. */
    sayable<U extends Unclear>(unclear: U): U {
      return invite && unclear.kind === 'issues' ? { ...unclear, ...withoutSecretIssues(unclear) } : unclear
    },

    /** The form of what is left to say in Slack. */
    build: ((operation, ...rest) =>
      buildForm(invite ? withoutSecretInputs(operation) : operation, ...rest)) satisfies typeof buildForm,
  }
}

/** An invitation in the place of a form. */
export const buildInvitation = (title: string, { text, blocks = [] }: Reply): types.ModalView => ({
  ...buildNotice(title, text),
  blocks,
})

function invitationReply(
  { inputs, form }: WithForm,
  { raw, issues }: Asking,
  url: string,
  { user }: Origin,
): Reply {
  const secrets = shownInputs(inputs, raw).filter(isSecret)
  const text = lines(
    issues.form ? mrkdwn`:warning: ${issues.form}` : undefined,
    mrkdwn`${mention(user)}, type this on a private page, so that it does not pass through Slack: ${secrets.map(({ label }) => label).join(', ')}. The button is for you alone: please do not pass it on. It works once, for ${TICKET_MINUTES} minutes. The answer comes here.`,
  )
  const button = { text: `${form.submit} on a private page`, url, style: 'primary' } as const
  return { text, blocks: [section(text), ...actions(button)], to: 'me' }
}

/** Nothing else is wrong, or there is nothing else to say. */
function lacksSecretsOnly({ operation, raw, issues, choice }: Asking): boolean {
  const shown = shownInputs(operation.inputs, raw)
  const secrets = keysOf(shown.filter(isSecret))
  if (secrets.length === 0) return false
  if (secrets.length === shown.length) return true
  const wrong = Object.keys(issues)
  return !choice && wrong.length > 0 && wrong.every(key => secrets.includes(key))
}

/** A form without its secrets. Those that may stay as they are it asks about: whether there are new ones. */
const withoutSecretInputs = (operation: WithForm): WithForm => ({
  ...operation,
  inputs: operation.inputs
    .filter(input => !isSecret(input))
    .map(input => (input.key === PRIVATELY ? asking(input, operation.inputs) : input)),
})

const asking = (input: FormInput, inputs: readonly FormInput[]): FormInput => ({
  ...input,
  label: 'Access data',
  control: { kind: 'checkbox', text: 'Replace it on a private page, after this form' },
  when: raw => shownInputs(inputs, raw).some(each => isSecret(each) && each.optional),
})

function withoutSecretIssues({ operation, issues }: Asking): Pick<Asking, 'issues'> {
  const secrets = keysOf(operation.inputs.filter(isSecret))
  return { issues: Object.fromEntries(Object.entries(issues).filter(([key]) => !secrets.includes(key))) }
}

const keysOf = (inputs: readonly FormInput[]): string[] => inputs.map(({ key }) => key)
