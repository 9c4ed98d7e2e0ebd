import type { Reference } from '../../core/args.ts'
import type { Plan } from '../../core/context.ts'
import { type Button, formButton, runButton } from '../../message/blocks.ts'
import { planArgs } from './plan-field.ts'

type Meant = Reference & Pick<Plan, 'organizationId'>

export const showButton = (plan: Meant): Button => runButton('Show plan', 'plan.show', planArgs(plan))

export const editButton = (plan: Meant): Button => formButton('Edit plan', 'plan.edit', planArgs(plan))

/** Turns on a plan that is off, and off one that is on or of which the service does not say. */
export const turnButton = (plan: Meant & Pick<Plan, 'state'>): Button =>
  plan.state === 'inactive'
    ? runButton('Turn on', 'plan.on', planArgs(plan))
    : runButton('Turn off', 'plan.off', planArgs(plan))

export const followButton = (plan: Meant): Button => runButton('Follow', 'follow.add', planArgs(plan))

export const CREATE = formButton('Create plan', 'plan.create')
