import { z } from 'zod'
import { nextSchema } from '../../core/args.ts'
import { hiddenField } from '../../core/common-fields.ts'
import type { Guest } from '../../core/context.ts'
import { FieldIssue } from '../../core/errors.ts'
import { type Field, issue, value } from '../../core/field.ts'
import { operation } from '../../core/operation.ts'
import { distinctNames } from '../../language/names.ts'
import { formatFirst } from '../../language/wording.ts'
import { formButton, primary, replaceButton } from '../../message/blocks.ts'
import { lines, mrkdwn } from '../../message/mrkdwn.ts'
import { reply } from '../../message/reply.ts'
import { isBearer } from '../../service/contract/endpoint.ts'
import { ServiceError } from '../../service/contract/failure.ts'
import { formatMembership, membershipsOf, organizationOf, replyWithNext } from '../organizations/fields.ts'

/** A personal access token of the service; only typed in the form, never shown again. */
const token: Field<string, Guest> = {
  schema: z.string().refine(isBearer),
  inputs: [
    {
      key: 'token',
      label: 'Access token',
      optional: false,
      hint: 'It is a token of your scheduling service: get one on its site, or from whoever runs it. It is checked, kept encrypted, and never shown again.',
      control: { kind: 'secret', max: 3000 },
    },
  ],
  read: ({ token: input = '' }) => {
    const token = input.replace(/^bearer\s+/i, '')
    if (isBearer(token)) return value(token)
    return issue('token', token ? 'An access token is one word, without spaces.' : 'Paste your access token.')
  },
  format: token => ({ token }),
}

const accountLink = operation({
  id: 'account.link',
  command: { words: ['link', 'link account', 'login', 'log in', 'sign in', 'connect', 'connect account'] },
  summary: 'links you to the scheduling service, with your own access token',
  access: 'anyone',
  effect: 'write',
  doing: 'linking',
  private: true,
  writesTo: 'person',
  form: { title: 'Link your account', submit: 'Link account' },
  fields: { token, next: hiddenField(nextSchema) },
  async prepare({ token }, { callWith }) {
    const { organizations } = await callWith('listOrganizations', {}, token).catch(error => {
      if (error instanceof ServiceError && (error.kind === 'unauthorized' || error.kind === 'forbidden'))
        throw new FieldIssue(
          'token',
          'The service does not accept this token. Check that it is complete and has not expired.',
        )
      throw error
    })
    return organizations.map(each => ({ ...organizationOf(each), role: each.role }))
  },
  async execute({ token, next }, { links, person, workspace }, { prepared: organizations }) {
    const [only, another] = organizations
    const former = await links.currentOrganization(person.key)
    const previous = organizations.find(({ id }) => id === former?.id)
    const organization = previous ?? (another === undefined ? only : undefined)
    await links.save(person.key, { token, ...(organization && { organization }) }, workspace)
    return { organizations, organization, next }
  },
  present({ organizations, organization, next }, context) {
    const success = mrkdwn`Your account is linked.`
    if (organization) {
      const text = mrkdwn`${success} ${formatMembership(organization.name, organization.role ?? '')}`
      const tip = next ? undefined : mrkdwn`Try \`/plan\` or \`/dayshift help\`.`
      return replyWithNext(lines(text, tip), next, context, NOT_ME)
    }
    if (organizations.length > 0) {
      const text = mrkdwn`${success} It belongs to ${organizations.length} organizations: which one do you want to act in?`
      const nameOf = distinctNames(organizations)
      const choices = organizations.map(({ id, name }) =>
        replaceButton(nameOf({ id, name }), 'organization.use', { organization: { id, name }, next }),
      )
      const form = primary(formButton('Use organization', 'organization.use', { next }))
      return reply('me', text, ...(choices.length > MAX_CHOICES ? [form] : choices), NOT_ME)
    }
    return reply(
      'me',
      mrkdwn`Your account is linked, but it belongs to no organization yet. Once it does, choose it: \`/dayshift use\`.`,
      NOT_ME,
    )
  },
})

/** More organizations are offered in a form. */
const MAX_CHOICES = 5

const accountUnlink = operation({
  id: 'account.unlink',
  command: { words: ['unlink', 'logout', 'log out', 'sign out', 'disconnect'] },
  summary: 'forgets your access token',
  access: 'anyone',
  effect: 'write',
  doing: 'unlinking',
  private: true,
  writesTo: 'person',
  fields: {},
  execute: (_, { links, person }) => links.delete(person.key),
  present: wasLinked =>
    reply(
      'me',
      wasLinked
        ? mrkdwn`Your access token is forgotten here, and so are the plans you follow and what you allowed workflows. It still works elsewhere until the service revokes it.`
        : mrkdwn`You were not linked, so there was nothing to forget.`,
    ),
})

const accountWhoami = operation({
  id: 'account.whoami',
  command: { words: ['whoami', 'who am i'] },
  summary: 'shows who you act as, and where',
  access: 'linked',
  private: true,
  fields: {},
  execute: (_, context) => membershipsOf(context),
  present({ organizations, membership, current }, { at }) {
    const others = organizations.filter(({ org_id }) => org_id !== current?.id)
    const zone = at.zone
      ? `Days are read in your time zone, ${at.zone}.`
      : 'Slack does not tell me your time zone just now.'
    const place = current
      ? formatMembership(current.name, membership?.role)
      : mrkdwn`You act in no organization now.`
    const names = formatFirst(others.map(({ org_name }) => org_name))
    const alsoIn = mrkdwn`You ${membership ? 'also ' : ''}belong to ${names}: \`/dayshift use\` switches to another organization.`
    return reply('me', lines(mrkdwn`You are linked. ${zone}`, place, names ? alsoIn : undefined))
  },
})

/** A private page links the person whom Slack showed its link to, even if someone else opens it. */
const NOT_ME = replaceButton('Not me: unlink', 'account.unlink')

export const accountOperations = [accountLink, accountUnlink, accountWhoami]
