import { capitalize, formatOr } from '../language/wording.ts'
import { fitsValue, mapButtons, runButton, SENTENCE } from '../message/blocks.ts'
import { join, type Mrkdwn, mrkdwn } from '../message/mrkdwn.ts'
import { blocksOf, type Reply } from '../message/reply.ts'
import { ServiceError } from '../service/contract/failure.ts'
import type { Args } from './args.ts'
import { type Authentication, type Guest, isChannel, type Member } from './context.ts'
import { isExpected, Refused } from './errors.ts'
import { formatAction, type Operation } from './operation.ts'
import type { OperationRequest } from './outcome.ts'

/** The interface does not explain roles. Assumed: a viewer cannot change anything in the organization. */
export const VIEWER = 'viewer'
const OWNER = 'owner'
const ADMIN = 'admin'

/** Whether viewers may not do it. An operation that writes elsewhere than to the service decides itself. */
export const isForbiddenToViewers = ({ effect, access, writesTo }: Operation): boolean =>
  effect === 'write' && access === 'member' && writesTo === undefined

/** Removes the buttons that the role of the person forbids from a private reply. */
export async function withoutForbidden(reply: Reply, auth: Authentication): Promise<Reply> {
  if (reply.to !== 'me') return reply
  const { operations } = await auth.anyone()
  let hasForbidden = false
  const blocks = mapButtons(blocksOf(reply), button => {
    const operation = operations.get(button.operation)
    const isAllowed = !operation || !isForbiddenToViewers(operation) || button.args.needsApproval === true
    hasForbidden ||= !isAllowed
    return isAllowed ? button : undefined
  })
  return hasForbidden && (await auth.member().then(isViewer, () => false)) ? { ...reply, blocks } : reply
}

/** Lets the buttons of a reply act in its organization, also once the person has switched to another. */
export function bindButtons(reply: Reply, { organizationId }: Args, { operations }: Guest): Reply {
  if (!reply.blocks || organizationId === undefined) return reply
  const blocks = mapButtons(reply.blocks, button => {
    const { operation, args } = button
    const isBound = args.organizationId !== undefined
    if (isBound || (operation !== SENTENCE && operations.get(operation)?.access !== 'member')) return button
    return { ...button, args: { ...args, organizationId } }
  })
  return { ...reply, blocks }
}

export const isViewer = (member: Member): Promise<boolean> =>
  member.role().then(
    role => role === VIEWER,
    () => false,
  )

/** The person in an organization whose plans they can read; undefined if link, token or membership is gone. */
export async function memberOrGone(
  guest: Guest,
  organizationId: string | undefined,
): Promise<Member | undefined> {
  try {
    const member = await guest.member(organizationId)
    await member.plans()
    return member
  } catch (error) {
    if (isOwnLack(error) || isExpected(error)) return undefined
    throw error
  }
}

/** Whether others may be able to do what failed, since this person lacks the right or a working link. */
export const isOwnLack = (error: unknown): boolean =>
  (error instanceof ServiceError && (error.kind === 'unauthorized' || error.kind === 'forbidden')) ||
  (isExpected(error) && !(error instanceof Refused))

/** @throws Refused for a viewer. `args` may be incomplete */
export async function refuseForbidden(operation: Operation, member: Member, args: Args = {}): Promise<void> {
  if (await isViewer(member)) throw await viewersCannot(operation, member, args)
}

/** @throws Refused unless the person is an owner or an admin. `what` they want: `protect plans` */
export async function requireManager(member: Member, what: string): Promise<void> {
  if ([OWNER, ADMIN, ''].includes(await member.role())) return
  const ask = await whomToAsk([OWNER, ADMIN], member)
  throw new Refused(join([mrkdwn`Only owners and admins can ${what}.`, ask], ' '))
}

/** The notice of a form that the person's role will not let them submit. */
export async function warnForbidden(operation: Operation, auth: Authentication): Promise<Mrkdwn | undefined> {
  if (!isForbiddenToViewers(operation)) return undefined
  const member = await auth.member()
  return (await isViewer(member)) ? (await viewersCannot(operation, member, {})).text : undefined
}

async function viewersCannot(operation: Operation, member: Member, args: Args): Promise<Refused> {
  const ask = (await whomToAsk([OWNER, ADMIN], member)) ?? mrkdwn`Ask an owner of the organization.`
  const button = runButton('Ask for approval', operation.id, {
    ...args,
    ...operation.approvedArgs,
    needsApproval: true,
  })
  const isAboutPlan = operation.subjectsIn(args).some(({ kind }) => kind === 'plan')
  const isAskable = isChannel(member.channel) && isAboutPlan && fitsValue(button)
  return new Refused(mrkdwn`Viewers can’t ${formatAction(operation)}. ${ask}`, ...(isAskable ? [button] : []))
}

/** Adds whom to ask to a refusal of the service, and says plainly what viewers cannot do. */
export async function explainForbidden(
  error: unknown,
  { operation, args }: Pick<OperationRequest, 'operation' | 'args'>,
  auth: Authentication,
): Promise<{ error: unknown; ask?: Mrkdwn | undefined }> {
  if (!(error instanceof ServiceError && error.kind === 'forbidden' && operation.access === 'member'))
    return { error }
  try {
    const member = await auth.member()
    const role = await member.role()
    if (role === OWNER) return { error }
    const isViewers = role === VIEWER && isForbiddenToViewers(operation)
    const ask = await whomToAsk(isViewers ? [OWNER, ADMIN] : [OWNER], member)
    return { error: isViewers ? await viewersCannot(operation, member, args) : error, ask }
  } catch {
    return { error }
  }
}

/** `Ask Ana or Cleo.`: members with one of the roles; undefined if the members cannot be read. */
async function whomToAsk(
  roles: readonly string[],
  { call, organization }: Member,
): Promise<Mrkdwn | undefined> {
  const { users } = await call('listUsers', { org_id: organization.id }).catch(() => ({ users: [] }))
  const names = users
    .filter(({ role, state }) => roles.includes(role) && state !== 'inactive')
    .slice(0, MAX_NAMES)
    .map(({ email }) => nameOf(email))
  return names.length > 0 ? mrkdwn`Ask ${formatOr(names)}.` : undefined
}

const MAX_NAMES = 3

/** `Ana` for ana@acme.test; other addresses are returned whole. */
function nameOf(email: string): string {
  const [, name = ''] = /^(\p{L}+)@/u.exec(email) ?? []
  return name ? capitalize(name) : email
}
