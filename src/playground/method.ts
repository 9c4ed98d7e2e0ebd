import { z } from 'zod'
import { judge } from './refusal.ts'

/** One Web API method: named arguments in, what stands beside `ok` out; throws SlackRefusal. */
export type Method = (args: Record<string, unknown>) => Record<string, unknown>

/** A method that reads its arguments by a schema first. */
export const method =
  <S extends z.ZodType>(schema: S, run: (args: z.output<S>) => Record<string, unknown>): Method =>
  args =>
    run(judge(schema, args))

/** An argument that a form carries as a JSON string and a JSON body as it is. */
export const json = <S extends z.ZodType>(schema: S) =>
  z.preprocess(value => {
    if (typeof value !== 'string') return value
    try {
      return JSON.parse(value)
    } catch {
      return value
    }
  }, schema)

/** A boolean argument, which a form carries as a word. */
export const flag = z.union([z.boolean(), z.stringbool()]).optional()
