import type { types, webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import { z } from 'zod'
import {
  type FormInput,
  type FormState,
  type FormValues,
  formDataSchema,
  type Issues,
  isSecret,
  shownIn,
  shownInputs,
} from '../../core/field.ts'
import { hasForm, keptValues, type Operation, type WithForm } from '../../core/operation.ts'
import type { FormNeeded } from '../../core/outcome.ts'
import { lines, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'
import { TICKET_MINUTES, type Tickets } from '../../storage/entries.ts'
import { type Origin, originSchema } from '../origin.ts'
import { buildForm, type SubmittedForm } from './form-view.ts'

/** A request that lacks its secrets: the form's other values and data, and its origin. */
export type PendingRequest = z.output<typeof pendingSchema>

export const pendingSchema = z.object({
  operation: z.string(),
  values: z.record(z.string(), z.string()),
  data: formDataSchema,
  origin: originSchema,
})

/** The path of the private page. The ticket is in the query, which is never logged. */
export const PAGE_PATH = '/private'

/** Creates forms. If private pages are available, at a public address, no form asks for secrets. */
export function createForms(publicUrl: string | undefined, { issue }: Pick<Tickets, 'issue'>) {
  return {
    build(operation: WithForm, state: FormState, origin: Origin, previous?: SubmittedForm): types.ModalView {
      if (!publicUrl) return buildForm(operation, state, origin, previous)
      const issues = withoutSecretIssues(operation, state.issues)
      return buildForm(withoutSecretInputs(operation), { ...state, issues }, origin, previous)
    },

    /** Removes the issues of secrets, which the private page reports. */
    withoutSecrets: (needed: FormNeeded): FormNeeded =>
      publicUrl ? { ...needed, issues: withoutSecretIssues(needed.operation, needed.issues) } : needed,

    /** Whether the person chose to replace secrets on a private page after the form. */
    wantsPage: (values: FormValues): boolean => publicUrl !== undefined && values[PRIVATE_PAGE] === 'yes',

    /** The reply that links to a private page, if only secrets are missing or `isWanted`. */
    async invitation(needed: FormNeeded, origin: Origin, isWanted = false): Promise<Reply | undefined> {
      const { operation, data } = needed
      if (!publicUrl || !hasForm(operation) || !(isWanted || lacksSecretsOnly(needed))) return undefined
      const { [PRIVATE_PAGE]: _, ...values } = keptValues(operation, needed.values)
      const { source: __, progress: ___, ...replyOrigin } = origin
      const pending: PendingRequest = { operation: operation.id, values, data, origin: replyOrigin }
      const ticket = await issue(pending, origin)
      return invitationReply(operation, needed, `${publicUrl}${PAGE_PATH}?ticket=${ticket}`, origin)
    },
  }
}

function invitationReply(
  operation: WithForm,
  { issues, ...form }: FormNeeded,
  url: string,
  { user }: Origin,
): Reply {
  const labels = secretsOf(operation, form).map(({ label }) => label)
  const text = lines(
    issues.form ? mrkdwn`:warning: ${issues.form}` : undefined,
    mrkdwn`${mention(user)}, enter this on a private page, so that it does not pass through Slack: ${labels.join(', ')}. The button is for you alone: please do not pass it on. It works once, within ${TICKET_MINUTES} minutes. The answer will appear here.`,
  )
  const button = { text: `${operation.form.submit} on a private page`, url, style: 'primary' } as const
  return reply('me', text, button)
}

/** The secrets that a form with these values asks for. */
export const secretsOf = (operation: Operation, form: Pick<FormState, 'values' | 'data'>): FormInput[] =>
  shownIn(operation, form).filter(isSecret)

/** Whether only secrets have issues, or the form has no other inputs. */
function lacksSecretsOnly(needed: FormNeeded): boolean {
  const { issues, choice } = needed
  const visible = shownIn(needed.operation, needed)
  const secrets = visible.filter(isSecret)
  if (secrets.length === 0) return false
  if (secrets.length === visible.length) return true
  const keys = Object.keys(issues)
  return !choice && keys.length > 0 && keys.every(key => secrets.some(secret => secret.key === key))
}

/** The checkbox that stands in for optional secrets. */
const PRIVATE_PAGE = 'private_page'

/** A form without secrets, and with a checkbox to replace the optional ones. */
function withoutSecretInputs(operation: WithForm): WithForm {
  const replaceable = operation.inputs.filter(input => isSecret(input) && input.optional)
  const [first] = replaceable
  const checkbox: FormInput = {
    key: PRIVATE_PAGE,
    label: 'Access data',
    optional: true,
    control: { kind: 'checkbox', text: 'Replace it on a private page, after this form' },
    when: form => shownInputs(replaceable, form).length > 0,
  }
  const inputs = operation.inputs.flatMap(input => {
    if (input === first) return [checkbox]
    return isSecret(input) ? [] : [input]
  })
  return { ...operation, inputs }
}

function withoutSecretIssues({ inputs }: Operation, issues: Issues): Issues {
  const secrets = new Set(inputs.filter(isSecret).map(({ key }) => key))
  return Object.fromEntries(Object.entries(issues).filter(([key]) => !secrets.has(key)))
}

/** Replaces a view; resolves to false if it was closed. */
export async function updateView(
  client: webApi.WebClient,
  view_id: string,
  view: types.ModalView,
  log: Logger,
): Promise<boolean> {
  try {
    await client.views.update({ view_id, view })
    return true
  } catch (error) {
    log.warn({ reason: error }, 'a form is closed')
    return false
  }
}
