import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Playground } from '../src/playground/local-slack.ts'
import { bot } from '../src/playground/local-workspace.ts'
import { SlackRefusal } from '../src/playground/slack-refusal.ts'
import { method } from '../src/playground/web-api-methods.ts'

type Parameters = { properties: Record<string, { type: string }>; required: string[] }
type Step = { title: string; input_parameters: Parameters; output_parameters: Parameters }

/** The custom steps of the app, by callback_id. */
const { functions }: { functions: Record<string, Step> } = parse(readFileSync('manifest.yml', 'utf8'))

/** An execution of a step, and its result. */
type Execution = { id: string; step: Step; outputs?: Record<string, unknown>; error?: string }

const TYPES: Record<string, z.ZodType> = {
  'slack#/types/date': z.iso.date(),
  'slack#/types/user_id': z.string().regex(/^[UW]/),
  'slack#/types/channel_id': z.string().regex(/^[CDG]/),
  'slack#/types/user_context': z.object({}),
}

/** Returns the schema of a step's parameters. */
const schemaOf = ({ properties, required }: Parameters) => {
  const types = Object.entries(properties).map(([name, { type }]) => {
    const value = TYPES[type] ?? z.string()
    return [name, required.includes(name) ? value : value.optional()]
  })
  return z.strictObject(Object.fromEntries(types))
}

/** Simulates workflow steps; errors as in docs.slack.dev/reference/methods/functions.completeSuccess. */
export const createSteps = () => {
  const token = `xwfp-${randomBytes(12).toString('hex')}`
  const executions: Execution[] = []

  const findRunning = (id: string): Execution => {
    const execution = executions.find(each => each.id === id)
    if (!execution) throw new SlackRefusal('function_execution_not_found')
    if (execution.outputs || execution.error !== undefined)
      throw new SlackRefusal('execution_not_in_running_state')
    return execution
  }

  return {
    /** The token in the event of a step. */
    token,
    methods: {
      'functions.completeSuccess': method(
        { function_execution_id: z.string(), outputs: z.record(z.string(), z.unknown()) },
        ({ function_execution_id, outputs }) => {
          const execution = findRunning(function_execution_id)
          const { error } = schemaOf(execution.step.output_parameters).safeParse(outputs)
          if (error) throw new SlackRefusal('parameter_validation_failed', [z.prettifyError(error)])
          execution.outputs = outputs
          return {}
        },
      ),
      'functions.completeError': method(
        { function_execution_id: z.string(), error: z.string().min(1) },
        ({ function_execution_id, error }) => {
          findRunning(function_execution_id).error = error
          return {}
        },
      ),
    },
    /** Starts a step; resolves to its event once the app has answered. */
    begin: async ({ event, workspace }: Playground, name: string, inputs: Record<string, unknown>) => {
      const step = functions[name]
      if (!step) throw new Error(`the app has no step ${name}`)
      schemaOf(step.input_parameters).parse(inputs)
      const id = `Fx${randomBytes(6).toString('hex').toUpperCase()}`
      executions.push({ id, step })
      const executed = {
        type: 'function_executed',
        function: { id: `Fn${name}`, callback_id: name, title: step.title, type: 'app', app_id: bot.app },
        inputs,
        function_execution_id: id,
        workflow_execution_id: `Wx${id.slice(2)}`,
        bot_access_token: token,
        event_ts: workspace.ts(),
      }
      await event(executed)
      return executed
    },
    /** The results of the steps, without their ids. */
    ends: () => executions.map(({ id: _, step: __, ...end }) => end),
  }
}
