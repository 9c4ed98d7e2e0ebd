import { z } from 'zod'

/** What a way into Slack needs of the environment, each with why; `by` are those that only this way knows. */
type Way = { by: readonly string[]; needs: Readonly<Record<string, string>> }

const SIGNING = { SLACK_SIGNING_SECRET: 'it is needed to know that a request is from Slack' }
const BOT = { SLACK_BOT_TOKEN: 'it is needed to answer in Slack' }
const KEY = { ENCRYPTION_KEY: 'it is needed to keep access tokens: `openssl rand -base64 32` makes one' }

/** The three ways into Slack: one workspace over HTTP, one over a WebSocket, many by OAuth. */
const WAYS = {
  http: { by: [], needs: { ...BOT, ...SIGNING, ...KEY } },
  socket: {
    by: ['SLACK_APP_TOKEN'],
    needs: { SLACK_APP_TOKEN: 'it is needed for Socket Mode', ...BOT, ...KEY },
  },
  oauth: {
    by: ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET', 'SLACK_STATE_SECRET'],
    needs: {
      SLACK_CLIENT_ID: 'it is needed for workspaces to install the app',
      SLACK_CLIENT_SECRET: 'it is needed for workspaces to install the app',
      SLACK_STATE_SECRET:
        'it is needed to know who began to install the app: `openssl rand -base64 32` makes one',
      ...SIGNING,
      ...KEY,
    },
  },
} satisfies Record<string, Way>

type Variables = Readonly<Record<string, string | undefined>>

/** The way that an environment asks for, by what only that way knows. */
const wayOf = (set: Variables): keyof typeof WAYS =>
  WAYS.oauth.by.some(name => name in set) ? 'oauth' : 'SLACK_APP_TOKEN' in set ? 'socket' : 'http'

const needsOf = (set: Variables): Way['needs'] => WAYS[wayOf(set)].needs

/** Whether the environment asks for a Slack workspace at all: nothing that begins with SLACK_ is the local mode. */
export const wantsWorkspace = (set: Variables): boolean => wantedIn(set).length > 0

const wantedIn = (set: Variables) => Object.keys(set).filter(name => name.startsWith('SLACK_'))

/** What the way into Slack lacks in an environment, and what contradicts it, a line each, without any value. */
export function problemsOfWay(set: Variables): string[] {
  const needs = needsOf(set)
  const wanted = wantedIn(set)
  const why = wanted.some(name => name in needs) ? '' : ` (${wanted.join(', ')} is set)`
  const lacks = Object.entries(needs)
    .filter(([name]) => set[name] === undefined)
    .map(([name, need]) => `${name}: ${need}${why}`)
  return [...(wayOf(set) === 'oauth' ? againstOAuth(set) : []), ...lacks]
}

/** The variables of Slack's that are set, and nothing to the way that the environment asks for. */
export const unusedIn = (set: Variables): string[] =>
  wantedIn(set).filter(name => name !== 'SLACK_API_URL' && !(name in needsOf(set)))

/** With OAuth each workspace has a token of its own, and Slack reaches the bot over HTTP. */
function againstOAuth(set: Variables): string[] {
  const begun = WAYS.oauth.by.filter(name => name in set).join(', ')
  return ['SLACK_APP_TOKEN', 'SLACK_BOT_TOKEN']
    .filter(name => name in set)
    .map(name => `${name}: is for one workspace, and ${begun} for many: set one or the other`)
}

const secret = z.string().optional()

/** It goes out in a header, and what cannot would be quoted by whatever says so. */
const token = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'holds a space, a line break or a letter that no token of Slack’s has')
  .optional()

/** The variables of all ways. */
export const slackVariables = {
  SLACK_BOT_TOKEN: token,
  SLACK_SIGNING_SECRET: secret,
  SLACK_APP_TOKEN: token,
  SLACK_CLIENT_ID: secret,
  SLACK_CLIENT_SECRET: secret,
  SLACK_STATE_SECRET: secret,
}

type Read = { [N in keyof typeof slackVariables]?: string | undefined }

/** The way into Slack that an environment without problems stands for, or the playground. */
export function slackOf(read: Read, apiUrl: string | undefined) {
  const { SLACK_BOT_TOKEN: botToken, SLACK_SIGNING_SECRET: signingSecret, SLACK_APP_TOKEN: appToken } = read
  const {
    SLACK_CLIENT_ID: clientId,
    SLACK_CLIENT_SECRET: clientSecret,
    SLACK_STATE_SECRET: stateSecret,
  } = read
  if (clientId && clientSecret && stateSecret && signingSecret)
    return { kind: 'oauth' as const, clientId, clientSecret, stateSecret, signingSecret, apiUrl }
  if (appToken && botToken) return { kind: 'socket' as const, appToken, botToken, apiUrl }
  if (botToken && signingSecret) return { kind: 'http' as const, botToken, signingSecret, apiUrl }
  return { kind: 'playground' as const }
}
