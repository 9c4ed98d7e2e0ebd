import { z } from 'zod'
import { parseJson } from '../message/json.ts'
import { judge } from './refusal.ts'

/** One Web API method: named arguments in, what stands beside `ok` out; throws SlackRefusal. */
export type Method = (args: Record<string, unknown>) => Record<string, unknown>

/** A method that reads its arguments by a schema first, but for the workspace, which Bolt names in every call. */
export const method =
  <S extends z.ZodType>(schema: S, run: (args: z.output<S>) => Record<string, unknown>): Method =>
  ({ team_id: _, ...args }) =>
    run(judge(schema, args))

/** The arguments that a form carries as JSON strings, read; what is no JSON stays as it is and is refused by the schema. */
export const decoded = (args: Record<string, unknown>): Record<string, unknown> => {
  const read = { ...args }
  for (const name of ['blocks', 'view']) {
    const value = args[name]
    if (typeof value === 'string') read[name] = parseJson(value) ?? value
  }
  return read
}

/** A boolean argument, which a form carries as a word. */
export const flag = z.union([z.boolean(), z.stringbool()]).optional()
