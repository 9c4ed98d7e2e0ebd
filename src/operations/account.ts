import type { Guest } from '../core/context.ts'
import { FieldIssue } from '../core/errors.ts'
import { type Operation, operation } from '../core/operation.ts'
import { filled } from '../core/raw.ts'
import { sayFirst } from '../language/counts.ts'
import { apartAmong, SURELY_SHOWN, sayReference } from '../language/names.ts'
import { plainly } from '../language/read.ts'
import { actions, opens, repeat, section, turns } from '../message/blocks.ts'
import { join, lines, mrkdwn } from '../message/mrkdwn.ts'
import { reply } from '../message/reply.ts'
import { ServiceError } from '../service/failure.ts'
import type { Organization } from '../storage/links.ts'
import { MOST_MEANINGS, namedOf } from './fields/named.ts'
import { hidden, token } from './fields/plain.ts'
import { membershipsOf } from './memberships.ts'

const accountLink = operation({
  id: 'account.link',
  sentences: ['link', 'login', 'log in', 'sign in', 'connect'],
  summary: 'links you to the scheduling service, with your own access token',
  examples: ['link'],
  access: 'guest',
  effect: 'change',
  doing: 'linking',
  private: true,
  form: { title: 'Link your account', submit: 'Link account' },
  fields: { token, next: hidden('next') },
  async perform({ token, next }, me) {
    const organizations = await organizationsWith(token, me)
    const [only, another] = organizations
    const former = await me.links.chosen()
    const same = organizations.find(({ id }) => id === former?.id)
    const organization = same ?? (another === undefined ? only : undefined)
    await me.links.keep({ token, ...(organization && { organization }) })
    return { organizations, organization, next }
  },
  reply({ organizations, organization, next }) {
    const apart = apartAmong(organizations)
    if (organization) {
      const text = mrkdwn`Your account is linked. You act in *${apart(organization)}*, with your own access token.`
      if (!next) return reply('me', lines(text, mrkdwn`Try \`/plan\` or \`/dayshift help\`.`))
      // The page shows no buttons, and so not what leads up to one.
      const [what, before] = [repeat(plainly(next), next), mrkdwn`You asked for this before:`]
      return { text, blocks: [section(lines(text, before)), ...actions(what)], to: 'me' }
    }
    if (organizations.length === 0)
      return {
        text: mrkdwn`Your account is linked, but it belongs to no organization yet. Once it does, choose it: \`/dayshift use\`.`,
        to: 'me',
      }
    const text = mrkdwn`Your account is linked. It belongs to ${organizations.length} organizations: which one do you want to act in?`
    const use = (each: Organization) =>
      turns(apart(each, SURELY_SHOWN), 'organization.use', filled({ organization: sayReference(each), next }))
    const choices = organizations.slice(0, MOST_MEANINGS).map(use)
    if (choices.length === organizations.length) return reply('me', text, ...choices)
    const another = opens('Another one', 'organization.use', filled({ next }))
    const first = join([text, mrkdwn`These are the first ${MOST_MEANINGS}.`], ' ')
    return { text, blocks: [section(first), ...actions(...choices, another)], to: 'me' }
  },
})

const accountUnlink = operation({
  id: 'account.unlink',
  sentences: ['unlink', 'logout', 'log out', 'sign out', 'disconnect'],
  summary: 'forgets your access token',
  examples: ['unlink'],
  access: 'guest',
  effect: 'change',
  doing: 'unlinking',
  private: true,
  fields: {},
  perform: (_, me) => me.links.forget(),
  reply: forgotten => ({
    text: forgotten
      ? mrkdwn`Your access token is forgotten here. It still works elsewhere until the service revokes it.`
      : mrkdwn`You were not linked, so there was nothing to forget.`,
    to: 'me',
  }),
})

const accountWhoami = operation({
  id: 'account.whoami',
  sentences: ['whoami', 'who am i'],
  summary: 'shows who you act as, and where',
  examples: ['whoami'],
  access: 'linked',
  effect: 'read',
  private: true,
  fields: {},
  async perform(_, me) {
    const { organizations, used } = await membershipsOf(me)
    const apart = apartAmong(organizations.map(namedOf))
    const others = organizations.filter(({ org_id }) => org_id !== used?.id)
    return {
      used: used && apart(used),
      role: organizations.find(({ org_id }) => org_id === used?.id)?.role,
      others: others.map(each => apart(namedOf(each))),
    }
  },
  reply({ used, role, others }, me) {
    return {
      text: lines(
        mrkdwn`You are linked, with your own access token. ${
          me.at.zone
            ? `Days are read in your time zone, ${me.at.zone}.`
            : 'Slack does not tell me your time zone just now.'
        }`,
        ...organizationLines(used, role, others),
      ),
      to: 'me',
    }
  },
})

/** Where somebody acts, and where else they could. */
function organizationLines(name: string | undefined, role: string | undefined, others: readonly string[]) {
  const acts = name !== undefined && role !== undefined
  const where =
    name === undefined
      ? mrkdwn`You act in no organization now.`
      : role === undefined
        ? mrkdwn`You use *${name}*, but you no longer belong to it.`
        : mrkdwn`You act in *${name}*${role && ` as ${role}`}.`
  if (others.length === 0)
    return acts ? [where] : [where, mrkdwn`\`/dayshift org\` lists the organizations that you belong to.`]
  const also = acts ? 'You also belong' : 'You belong'
  const way = acts ? 'switches to another organization' : 'chooses one'
  return [where, mrkdwn`${also} to ${sayFirst(others)}: \`/dayshift use\` ${way}.`]
}

/** The organizations that a token opens; a token that opens nothing is told at its field. */
async function organizationsWith(token: string, { callWith }: Guest) {
  try {
    const { organizations } = await callWith('listOrganizations', {}, token)
    return organizations.map(namedOf)
  } catch (error) {
    if (error instanceof ServiceError && (error.kind === 'unauthorized' || error.kind === 'forbidden'))
      throw new FieldIssue(
        'token',
        'The service does not accept this token. Check that it is complete and has not expired.',
      )
    throw error
  }
}

export const account: readonly Operation[] = [accountLink, accountUnlink, accountWhoami]
