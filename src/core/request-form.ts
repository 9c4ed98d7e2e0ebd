import { isCourtesy } from '../language/normalize.ts'
import type { Args } from './args.ts'
import { type FormState, plainForm } from './form-state.ts'
import { asksSecrets, keptValues, type Operation } from './operation.ts'
import type { FormNeeded } from './outcome.ts'
import type { Run } from './run.ts'

/** What is still to be read: values of a form or words of a sentence; the arguments of a button are read already. */
export async function readWords({ request, auth }: Pick<Run, 'request' | 'auth'>) {
  const { operation, args, values = {}, data, sentence } = request
  const known = { values, data: { ...data, args: operation.parseArgs(args) }, issues: {} }
  if (!sentence || sentence.rest === '') return known
  const parsed = await operation.parseSentence(sentence.rest, auth)
  if (parsed.rest === '' || isCourtesy(parsed.rest)) return { ...known, values: parsed.values }
  const form = parsed.explanation ?? explainRest(operation, parsed.rest)
  return { ...known, values: parsed.values, issues: { form } }
}

/** A form that also shows the arguments that a button or a command brought; an input that is cleared stays so. */
export function showing(operation: Operation, form: FormState, args: Args): FormNeeded {
  const formatted = operation.formatArgs({ ...form.data.args, ...args })
  return {
    kind: 'form',
    operation,
    ...form,
    values: keptValues(operation, { ...formatted.values, ...form.values }),
    data: { ...form.data, args: formatted.data.args },
  }
}

/** A form with all that can be loaded and noted of what was read; `typing`: with notes alone. */
export async function fillForm(
  { request: { operation }, auth }: Pick<Run, 'request' | 'auth'>,
  { values, data, issues }: Awaited<ReturnType<typeof readWords>>,
  typing = false,
): Promise<FormNeeded> {
  const shown = showing(operation, plainForm(values, data), data.args)
  const form = await operation.fillForm(shown.values, shown.data, auth, typing)
  return { ...showing(operation, form, {}), issues: { ...form.issues, ...issues } }
}

/** Loads a form that shows nothing of the service yet; another keeps what the person saw. */
export async function loadOnce({ auth }: Pick<Run, 'auth'>, needed: FormNeeded): Promise<FormNeeded> {
  const { operation, values, data } = needed
  if (!operation.needsLoading || data.facts !== undefined) return needed
  const form = await operation.fillForm(values, data, auth, false)
  return { ...needed, ...form, issues: { ...form.issues, ...needed.issues } }
}

/** Words behind an operation that asks for secrets may be one: they are not repeated. */
export const explainRest = (operation: Operation, rest: string): string =>
  asksSecrets(operation)
    ? 'I left out the rest: secrets are asked for separately.'
    : `I did not understand “${rest}”.`
