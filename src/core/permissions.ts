import { capitalize, formatOr } from '../language/wording.ts'
import { type Block, fitsValueLimit, operationOf, parseButtonValue, runButton } from '../message/blocks.ts'
import { join, type Mrkdwn, mrkdwn } from '../message/mrkdwn.ts'
import { blocksOf, type Reply } from '../message/reply.ts'
import { ServiceError } from '../service/contract/failure.ts'
import type { Args } from './args.ts'
import { type Authentication, type Guest, isChannel, type Member } from './context.ts'
import { isExpected, Refused } from './errors.ts'
import { formatAction, type Operation } from './operation.ts'
import type { OperationRequest } from './outcome.ts'

/** Assumed of the service's roles: a viewer changes nothing in an organization. */
export const VIEWER = 'viewer'
const OWNER = 'owner'
const ADMIN = 'admin'

/** Whether viewers may not do it; an operation that writes nothing to the service decides that itself. */
export const isForbiddenToViewers = ({
  effect,
  access,
  writesTo,
}: Pick<Operation, 'effect' | 'access' | 'writesTo'>): boolean =>
  effect === 'write' && access === 'member' && writesTo === undefined

/** A reply for one person, without the buttons of what their role forbids. */
export async function withoutForbidden(reply: Reply, auth: Authentication): Promise<Reply> {
  if (reply.to !== 'me') return reply
  const { operations } = await auth.anyone()
  const isForbidden = (id: string) => {
    const operation = operations.get(id)
    return operation !== undefined && isForbiddenToViewers(operation)
  }
  const isOver = (element: object) =>
    'action_id' in element &&
    isForbidden(operationOf(String(element.action_id))) &&
    !('value' in element && parseButtonValue(String(element.value))?.args.needsApproval)
  const blocks = blocksOf(reply)
  const allowed = blocks.flatMap((block): Block[] => {
    if (block.type === 'section' && block.accessory && isOver(block.accessory)) {
      const { accessory: _, ...rest } = block
      return [rest]
    }
    if (block.type !== 'actions') return [block]
    const elements = block.elements.filter(element => !isOver(element))
    if (elements.length === block.elements.length) return [block]
    return elements.length > 0 ? [{ ...block, elements }] : []
  })
  if (allowed.length === blocks.length && allowed.every((block, at) => block === blocks[at])) return reply
  return (await auth.member().then(isViewer, () => false)) ? { ...reply, blocks: allowed } : reply
}

export const isViewer = (member: Member): Promise<boolean> =>
  member.role().then(
    role => role === VIEWER,
    () => false,
  )

/** A person whose plans can be read; undefined where they are not linked any more, or their token is refused. */
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

/** Whether another person may be able to do what failed: the person has no right, or no link that works. */
export const isOwnLack = (error: unknown): boolean =>
  (error instanceof ServiceError && (error.kind === 'unauthorized' || error.kind === 'forbidden')) ||
  (isExpected(error) && !(error instanceof Refused))

/**
 * Refuses a person whose role, where the service tells it, forbids an operation. Called before a form or a
 * choice is offered, so `args` may lack some. @throws Refused
 */
export async function refuseForbidden(operation: Asked, member: Member, args: Args = {}): Promise<void> {
  const { managersOnly } = operation
  if (!managersOnly && (await isViewer(member))) throw await viewersCannot(operation, member, args)
  if (!managersOnly || [OWNER, ADMIN, ''].includes(await member.role())) return
  const ask = await whomToAsk([OWNER, ADMIN], member)
  throw new Refused(join([mrkdwn`Only owners and admins can ${managersOnly}.`, ask], ' '))
}

/** Whether the roles of some people forbid it. */
export const dependsOnRole = (operation: Operation): boolean =>
  operation.managersOnly !== undefined || isForbiddenToViewers(operation)

/** What a form says first to a person whose role forbids it, who is refused when it is sent. */
export async function warnForbidden(operation: Operation, auth: Authentication): Promise<Mrkdwn | undefined> {
  if (!dependsOnRole(operation)) return undefined
  return refuseForbidden(operation, await auth.member()).then(
    () => undefined,
    (error: unknown) => (error instanceof Refused ? error.text : undefined),
  )
}

async function viewersCannot(operation: Asked, member: Member, args: Args): Promise<Refused> {
  const ask = (await whomToAsk([OWNER, ADMIN], member)) ?? mrkdwn`Ask an owner of the organization.`
  const button = runButton('Ask for approval', operation.id, {
    ...args,
    ...operation.answered,
    needsApproval: true,
  })
  const isAboutPlan = operation.subjectsIn(args).some(({ kind }) => kind === 'plan')
  const isAskable = isChannel(member.channel) && isAboutPlan && fitsValueLimit(button)
  return new Refused(mrkdwn`Viewers can’t ${formatAction(operation)}. ${ask}`, ...(isAskable ? [button] : []))
}

/** An error, and whom to ask where the service refused; what a viewer may not change is said in plain words. */
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
    if (role !== VIEWER || !isForbiddenToViewers(operation))
      return { error, ask: await whomToAsk([OWNER], member) }
    const ask = await whomToAsk([OWNER, ADMIN], member)
    return { error: await viewersCannot(operation, member, args), ask }
  } catch {
    return { error }
  }
}

type Asked = Pick<Operation, 'id' | 'form' | 'command' | 'answered' | 'subjectsIn' | 'managersOnly'>

/** `Ask Ana or Cleo.`: those who have one of the roles, where the members may be read. */
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

/** `Ana` for ana@acme.test; an e-mail that is no plain name stays whole. */
function nameOf(email: string): string {
  const [, name = ''] = /^(\p{L}+)@/u.exec(email) ?? []
  return name ? capitalize(name) : email
}
