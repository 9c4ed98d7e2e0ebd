import { z } from 'zod'
import { parseJson } from './json.ts'
import { limits } from './limits.ts'

/**
 * What a press does with the arguments that its button carries: `run` the operation, open its `form`, run it and put the
 * answer in the place of the message (`replace`: a choice that is made, a page that is turned), put them into the form in
 * which the button stands (`reshape`), or run it for everyone in the channel to read (`share`).
 */
export type ButtonValue = z.infer<typeof buttonValueSchema>

const buttonValueSchema = z.object({
  how: z.enum(['run', 'form', 'replace', 'reshape', 'share']),
  args: z.record(z.string(), z.unknown()),
  /** What the inputs of a form hold that could not be read. */
  values: z.record(z.string(), z.string()).optional(),
})

const format = ({ how, args, values }: ButtonValue): string => JSON.stringify({ how, args, values })

/** Whether Slack has room for a button's arguments. */
export const fits = (value: ButtonValue): boolean => format(value).length <= limits.buttonValue

/**
 * A press as the value of a button. Where there is no room for all arguments the longest are left out, and the button
 * opens the form, which asks for them. `parseButtonValue` is its inverse.
 */
export function formatButtonValue(value: ButtonValue): string {
  if (fits(value)) return format(value)
  const how = value.how === 'reshape' ? 'reshape' : 'form'
  return fitArgs(value.args, limits.buttonValue, args => format({ how, args }))
}

/** The text that `write` makes of arguments, within a limit: the longest arguments are left out until it fits. */
export function fitArgs(
  args: Readonly<Record<string, unknown>>,
  limit: number,
  write: (args: Readonly<Record<string, unknown>>) => string,
): string {
  const text = write(args)
  if (text.length <= limit) return text
  const lengthOf = (value: unknown) => JSON.stringify(value ?? null).length
  const [longest] = Object.entries(args).toSorted(([, a], [, b]) => lengthOf(b) - lengthOf(a))
  if (longest === undefined) throw new RangeError('There is more text than fits')
  const { [longest[0]]: _, ...shorter } = args
  return fitArgs(shorter, limit, write)
}

/** The press that the value of a button stands for; undefined where it is none of ours. */
export const parseButtonValue = (text = ''): ButtonValue | undefined =>
  buttonValueSchema.safeParse(parseJson(text)).data
