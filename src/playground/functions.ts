import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { bot } from './local-workspace.ts'
import { SlackRefusal } from './slack-refusal.ts'

type Parameters = { properties: Record<string, { type: string }>; required: string[] }

/** The custom steps of an app, by callback_id, as its manifest has them. */
export type Functions = Record<
  string,
  { title: string; input_parameters: Parameters; output_parameters: Parameters }
>

/** A step of a workflow that the app executes, and how it ended. */
export type Execution = {
  id: string
  step: string
  outputs?: Record<string, unknown>
  error?: string
}

const TYPES: Record<string, z.ZodType> = {
  'slack#/types/date': z.iso.date(),
  'slack#/types/user_id': z.string().regex(/^[UW]/),
  'slack#/types/channel_id': z.string().regex(/^[CDG]/),
  'slack#/types/user_context': z.object({}),
}

/** What fits the parameters of a step. */
const schemaOf = ({ properties, required }: Parameters) => {
  const types = Object.entries(properties).map(([name, { type }]) => {
    const value = TYPES[type] ?? z.string()
    return [name, required.includes(name) ? value : value.optional()]
  })
  return z.strictObject(Object.fromEntries(types))
}

const listed = ({ properties, required }: Parameters) =>
  Object.entries(properties).map(([name, about]) => ({
    ...about,
    name,
    is_required: required.includes(name),
  }))

/** Steps that workflows execute; errors as in docs.slack.dev/reference/methods/functions.completeSuccess. */
export const createFunctions = (functions: Functions) => {
  const token = `xwfp-${randomBytes(12).toString('hex')}`
  const executions: Execution[] = []

  const running = (id: string): Execution => {
    const found = executions.find(each => each.id === id)
    if (!found) throw new SlackRefusal('function_execution_not_found')
    if (found.outputs || found.error !== undefined) throw new SlackRefusal('execution_not_in_running_state')
    return found
  }

  return {
    token,
    executions,
    /** Begins a step, and returns the event that tells the app; docs.slack.dev/reference/events/function_executed. */
    begin: (step: string, inputs: Record<string, unknown>) => {
      const called = functions[step]
      if (!called) throw new Error(`the app has no step ${step}`)
      schemaOf(called.input_parameters).parse(inputs)
      const id = `Fx${randomBytes(6).toString('hex').toUpperCase()}`
      executions.push({ id, step })
      return {
        type: 'function_executed',
        function: {
          id: `Fn${step}`,
          callback_id: step,
          title: called.title,
          type: 'app',
          app_id: bot.app,
          input_parameters: listed(called.input_parameters),
          output_parameters: listed(called.output_parameters),
        },
        inputs,
        function_execution_id: id,
        workflow_execution_id: `Wx${id.slice(2)}`,
        bot_access_token: token,
      }
    },
    complete: (id: string, outputs: Record<string, unknown>) => {
      const execution = running(id)
      const called = functions[execution.step]
      const { error } = called ? schemaOf(called.output_parameters).safeParse(outputs) : {}
      if (error) throw new SlackRefusal('parameter_validation_failed', [z.prettifyError(error)])
      execution.outputs = outputs
      return {}
    },
    fail: (id: string, error: string) => {
      running(id).error = error
      return {}
    },
  }
}
