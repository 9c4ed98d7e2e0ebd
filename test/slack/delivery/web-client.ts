import { webApi } from '@slack/bolt'

/** A call of the Web API as Slack receives it. */
export type Called = { method: string; [argument: string]: unknown }

/** Creates Bolt's client; `answer` returns the members of a response, or the name of an error. */
export function clientBefore(answer: (called: Called) => object | string): webApi.WebClient {
  return new webApi.WebClient('xoxb-1', {
    logLevel: webApi.LogLevel.ERROR,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    fetch: async (url, { body } = {}) => {
      const response = answer({
        method: new URL(url).pathname.replace('/api/', ''),
        ...argumentsIn(String(body)),
      })
      return Response.json(
        typeof response === 'string' ? { ok: false, error: response } : { ok: true, ...response },
      )
    },
  })
}

function argumentsIn(body: string): Record<string, unknown> {
  const form = Object.fromEntries(new URLSearchParams(body))
  return { ...form, ...(form.blocks && { blocks: JSON.parse(form.blocks) }) }
}
