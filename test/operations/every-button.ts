import { hasForm, type Operation } from '../../src/core/operation.ts'
import { isForbiddenToViewers } from '../../src/core/permissions.ts'
import { actions, type Button } from '../../src/message/blocks.ts'
import { operations } from '../../src/operations/catalog.ts'
import { isShareable } from '../../src/slack/handlers/respond.ts'
import type { ButtonKind } from '../shown-buttons.ts'
import { ofOperations, type Scene } from './button-scenes.ts'

/** The buttons that any operation may show in a message for one person: share, try again, choose, correct, ask for approval. */
function buttonsOf(operation: Operation): Button[] {
  const takesPlan = operation.inputs.some(({ key }) => key === 'plan')
  const args = takesPlan ? { organizationId: '1001', plan: { id: '1', name: 'web-prod' } } : {}
  const about: Button = { text: 'Press', operation: operation.id, args }
  return [
    { ...about, how: 'replace' },
    ...(hasForm(operation) ? [{ ...about, how: 'form' as const }] : []),
    ...(isShareable(operation) ? [{ ...about, how: 'share' as const }] : []),
    ...(takesPlan && isForbiddenToViewers(operation)
      ? [{ ...about, how: 'run' as const, args: { ...args, needsApproval: true } }]
      : []),
  ]
}

const shownKinds = new Set(Object.values(ofOperations).flatMap(({ shows }) => shows))

const ofAll = operations.flatMap(buttonsOf).flatMap((button): [string, Scene][] => {
  const kind: ButtonKind = `${button.operation} ${button.how} alone`
  const message = { channel: 'U1ANA', text: 'Press', blocks: actions(button) }
  return shownKinds.has(kind)
    ? []
    : [['any operation', { does: ({ postAsBot }) => postAsBot(message), shows: [kind] }]]
})

/** One scene or more for every kind of button. */
export const scenes: readonly (readonly [string, Scene])[] = [...Object.entries(ofOperations), ...ofAll]

const pressed: ReadonlySet<ButtonKind> = new Set(scenes.flatMap(([, { shows }]) => shows))

/**
 * Whether all five people have pressed a button of this kind. A Home shows replies unchanged, and a shared message was for
 * one person first, so the button of those counts.
 */
export function isPressed(kind: ButtonKind): boolean {
  const [operation = '', how = '', shown] = kind.split(' ')
  const alone: readonly ButtonKind[] = [
    `${operation} ${how} alone`,
    ...(how === 'run' ? [`${operation} replace alone` as const] : []),
  ]
  if (shown === 'home') return pressed.has(kind) || pressed.has(`${operation} ${how} alone`)
  return pressed.has(kind) || (shown === 'shared' && alone.some(each => pressed.has(each)))
}
