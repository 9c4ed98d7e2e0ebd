import { z } from 'zod'
import type { Block } from '../message/blocks.ts'
import type { Mrkdwn } from '../message/mrkdwn.ts'
import { argsSchema } from './args.ts'
import { type Choice, type FormInput, type FormValues, type Issues, shownInputs } from './field.ts'

/** What a form carries unseen. */
export type FormData = z.infer<typeof formDataSchema>

export const formDataSchema = z.object({
  /** Arguments that no shown input holds. */
  args: argsSchema,
  /** What was loaded for it; without it, nothing was loaded yet. */
  facts: z.record(z.string(), z.unknown()).optional(),
  /** Fingerprints of the values with which it was filled, by field: a value with another one was changed by the person. */
  expected: z.record(z.string(), z.string()).optional(),
})

/** What a form shows and carries. */
export type FormState = {
  values: FormValues
  data: FormData
  issues: Issues
  /** What the form says below its inputs, by their keys. */
  notes: Readonly<Record<string, Mrkdwn>>
  choice?: Choice | undefined
  /** What it shows besides its inputs. */
  drawing?: Block[] | undefined
}

/** A form for these values, of which nothing is known yet. */
export const plainForm = (values: FormValues, data: FormData, issues: Issues = {}): FormState => ({
  values,
  data,
  issues,
  notes: {},
})

/** The inputs that the form of an operation shows. */
export const shownIn = (
  { inputs }: { inputs: readonly FormInput[] },
  { values, data }: Pick<FormState, 'values' | 'data'>,
): FormInput[] => shownInputs(inputs, { values, facts: data.facts })
