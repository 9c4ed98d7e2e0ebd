import { chatMethods } from './chat.ts'
import { peopleMethods } from './directory.ts'
import type { Method } from './method.ts'
import type { Modals } from './modals.ts'
import type { createTriggers } from './passes.ts'
import { metadataOf, notYet, SlackRefusal } from './refusal.ts'
import { viewMethods } from './views.ts'
import type { Workspace } from './workspace.ts'

/** What an app asked of the Web API, without its token, and what Slack refused in it. */
export type Call = {
  method: string
  args: Record<string, unknown>
  ok: boolean
  error?: string
  messages?: string[]
}

/** The Web API: checks token and method, runs it, and gives Slack's answer and what to record of it. */
export const createApi = (deps: {
  workspace: Workspace
  modals: Modals
  triggers: ReturnType<typeof createTriggers>
  botToken: string
}) => {
  const methods = new Map<string, Method>(
    Object.entries({
      ...peopleMethods(deps.workspace),
      ...chatMethods(deps.workspace),
      ...viewMethods(deps),
    }),
  )

  const run = (method: string, token: string | undefined, args: Record<string, unknown>) => {
    if (method === 'api.test') return {}
    if (!token) throw new SlackRefusal('not_authed')
    if (token !== deps.botToken) throw new SlackRefusal('invalid_auth')
    const known = methods.get(method)
    if (!known) throw new SlackRefusal('unknown_method', [notYet(method)])
    return known(args)
  }

  return (
    method: string,
    token: string | undefined,
    args: Record<string, unknown>,
  ): { call: Call; body: Record<string, unknown> } => {
    try {
      const body = { ok: true, ...run(method, token, args) }
      return { call: { method, args, ok: true }, body }
    } catch (refusal) {
      if (!(refusal instanceof SlackRefusal)) throw refusal
      const { code: error, messages } = refusal
      const body = { ok: false, error, ...metadataOf(messages) }
      return { call: { method, args, ok: false, error, messages }, body }
    }
  }
}
