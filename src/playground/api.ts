import { chatMethods } from './chat.ts'
import { peopleMethods } from './directory.ts'
import type { Method } from './method.ts'
import type { Modals } from './modals.ts'
import type { createTriggers } from './passes.ts'
import { SlackRefusal } from './refusal.ts'
import { viewMethods } from './views.ts'
import type { Workspace } from './workspace.ts'

/** What an app told Slack by the Web API, and what Slack said. */
export type Call = { method: string; args: Record<string, unknown>; ok: boolean; error?: string }

/** The Web API: `answer` checks token and method, runs it and gives Slack's answer. */
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
  const run = (name: string, token: string | undefined, args: Record<string, unknown>) => {
    if (!token) throw new SlackRefusal('not_authed')
    if (token !== deps.botToken) throw new SlackRefusal('invalid_auth')
    const known = methods.get(name)
    if (!known) throw new SlackRefusal('unknown_method')
    return known(args)
  }
  return (name: string, token: string | undefined, args: Record<string, unknown>) => {
    try {
      return { ok: true, ...run(name, token, args) }
    } catch (refusal) {
      if (!(refusal instanceof SlackRefusal)) throw refusal
      const { code, messages } = refusal
      return { ok: false, error: code, ...(messages.length > 0 && { response_metadata: { messages } }) }
    }
  }
}
