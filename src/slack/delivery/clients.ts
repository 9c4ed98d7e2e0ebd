import { webApi } from '@slack/bolt'
import { createBounded } from '../../core/bounded.ts'

/** Of as many tokens as are in use at a time: each client takes some 30 kB, and a token that was renewed comes no more. */
const MOST = 1000

export type ClientOf = ReturnType<typeof createClients>

/** The clients of Slack's Web API by their tokens, of which those are forgotten that were not used for the longest time. */
export function createClients(options: webApi.WebClientOptions) {
  const clients = createBounded<webApi.WebClient>({ most: MOST })

  return (token: string, teamId: string | undefined): webApi.WebClient => {
    const key = `${teamId} ${token}`
    const client = clients.get(key) ?? new webApi.WebClient(token, { ...options, ...(teamId && { teamId }) })
    clients.set(key, client)
    return client
  }
}
