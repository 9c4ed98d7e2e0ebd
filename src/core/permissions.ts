import { type Block, operationOf } from '../message/blocks.ts'
import { type Mrkdwn, mrkdwn } from '../message/mrkdwn.ts'
import { blocksOf, type Reply } from '../message/reply.ts'
import { ServiceError } from '../service/failure.ts'
import type { Authentication, Member } from './context.ts'
import { Refused } from './errors.ts'
import type { Operation } from './operation.ts'

/** Assumed of the service's roles: a viewer changes nothing in an organization. */
const VIEWER = 'viewer'

/** Whether a viewer may not do it. */
export const isForbiddenToViewers = ({ effect, access }: Pick<Operation, 'effect' | 'access'>): boolean =>
  effect === 'write' && access === 'member'

/** A reply for one person, without the buttons of what their role forbids. */
export async function withoutForbidden(
  reply: Reply,
  auth: Authentication,
  isForbidden: (operation: string) => boolean,
): Promise<Reply> {
  const isOver = (element: object) =>
    'action_id' in element && isForbidden(operationOf(String(element.action_id)))
  const allowed = blocksOf(reply).flatMap((block): Block[] => {
    if (block.type === 'section' && block.accessory && isOver(block.accessory)) {
      const { accessory: _, ...rest } = block
      return [rest]
    }
    if (block.type !== 'actions') return [block]
    const elements = block.elements.filter(element => !isOver(element))
    if (elements.length === block.elements.length) return [block]
    return elements.length > 0 ? [{ ...block, elements }] : []
  })
  const hasNone = JSON.stringify(allowed) === JSON.stringify(blocksOf(reply))
  if (reply.to !== 'me' || hasNone) return reply
  const role = await auth
    .member()
    .then(member => member.role())
    .catch(() => undefined)
  return role === VIEWER ? { ...reply, blocks: allowed } : reply
}

/** A refusal by the service, as a viewer reads it: who may do it. Any other error is as it was. */
export async function explainToViewer(error: unknown, operation: Operation, auth: Authentication) {
  if (!(error instanceof ServiceError && error.kind === 'forbidden' && isForbiddenToViewers(operation)))
    return error
  try {
    const member = await auth.member()
    if ((await member.role()) !== VIEWER) return error
    return new Refused(mrkdwn`Viewers can’t ${whatOf(operation)}. ${await whomToAsk(member)}`)
  } catch {
    return error
  }
}

/** `pause plans`, from the title of the form. */
const whatOf = ({ form, command }: Operation): string => {
  const title = form?.title ?? command.words[0]
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}`.replace(/\ban? (.*)$/, '$1s')
}

/** `Ask Ana or Cleo.`: the owners and admins, where the members may be read. */
async function whomToAsk({ read, organization }: Member): Promise<Mrkdwn> {
  const { users } = await read('listUsers', { org_id: organization.id }).catch(() => ({ users: [] }))
  const names = users
    .filter(({ role, state }) => (role === 'owner' || role === 'admin') && state !== 'inactive')
    .slice(0, MAX_NAMES)
    .map(({ email }) => nameOf(email))
  return names.length > 0 ? mrkdwn`Ask ${names.join(' or ')}.` : mrkdwn`Ask an owner of the organization.`
}

const MAX_NAMES = 3

/** `Ana` for ana@acme.test; an e-mail that is no plain name stays whole. */
function nameOf(email: string): string {
  const [, name = ''] = /^(\p{L}+)@/u.exec(email) ?? []
  return name ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : email
}
