import { z } from 'zod'

/** Variables that are set, by name. */
export type Environment = Readonly<Record<string, string | undefined>>

const MAKES_KEY = '`openssl rand -base64 32` makes one'
const NEEDED_FOR = {
  SLACK_APP_TOKEN: 'for Socket Mode',
  SLACK_BOT_TOKEN: 'to answer in Slack',
  SLACK_CLIENT_ID: 'for workspaces to install the app',
  SLACK_CLIENT_SECRET: 'for workspaces to install the app',
  SLACK_STATE_SECRET: `to know who began to install the app: ${MAKES_KEY}`,
  SLACK_SIGNING_SECRET: 'to know that a request is from Slack',
  ENCRYPTION_KEY: `to keep access tokens: ${MAKES_KEY}`,
}

type Needed = keyof typeof NEEDED_FOR

const OAUTH: readonly Needed[] = ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET', 'SLACK_STATE_SECRET']

/** The variables of each way to connect to Slack. */
const WAYS = {
  http: ['SLACK_BOT_TOKEN', 'SLACK_SIGNING_SECRET', 'ENCRYPTION_KEY'],
  socket: ['SLACK_APP_TOKEN', 'SLACK_BOT_TOKEN', 'ENCRYPTION_KEY'],
  oauth: [...OAUTH, 'SLACK_SIGNING_SECRET', 'ENCRYPTION_KEY'],
} satisfies Record<string, readonly Needed[]>

function needsOf(set: Environment): readonly Needed[] {
  if (OAUTH.some(name => name in set)) return WAYS.oauth
  return 'SLACK_APP_TOKEN' in set ? WAYS.socket : WAYS.http
}

const slackNames = (set: Environment): string[] => Object.keys(set).filter(name => name.startsWith('SLACK_'))

/** Whether any Slack variable is set; otherwise the bot runs in local mode. */
export const hasWorkspace = (set: Environment): boolean => slackNames(set).length > 0

/** Lists missing and contradictory Slack variables, without values. `makesKey` creates a missing key. */
export function slackProblems(set: Environment, makesKey: boolean): string[] {
  const needs = needsOf(set)
  const names = slackNames(set)
  const others = names.some(name => needs.some(needed => needed === name))
    ? ''
    : ` (${names.join(', ')} is set)`
  const lacking = needs
    .filter(name => set[name] === undefined && !(makesKey && name === 'ENCRYPTION_KEY'))
    .map(name => `${name}: it is needed ${NEEDED_FOR[name]}${others}`)
  if (needs !== WAYS.oauth) return lacking
  const oauth = OAUTH.filter(name => name in set).join(', ')
  const contradicting = ['SLACK_APP_TOKEN', 'SLACK_BOT_TOKEN']
    .filter(name => name in set)
    .map(name => `${name}: is for one workspace, and ${oauth} for many: set one or the other`)
  return [...contradicting, ...lacking]
}

/** The Slack variables that are set but not used. */
export const unusedSlack = (set: Environment): string[] =>
  slackNames(set).filter(name => ![...needsOf(set), 'SLACK_API_URL'].includes(name))

const secret = z.string().optional()

const WRONG_LETTER = 'holds a space, a line break or a letter that no token of Slack’s has'

/** It is sent in a header; an error about an invalid one would quote it. */
const token = (other: string, error: string) =>
  z
    .string()
    .regex(/^[\x21-\x7e]+$/, { error: WRONG_LETTER, abort: true })
    .refine(text => !text.startsWith(other), { error })
    .optional()

export const slackVariables = {
  SLACK_BOT_TOKEN: token('xapp-', 'is an app-level token, which SLACK_APP_TOKEN takes'),
  SLACK_SIGNING_SECRET: secret,
  SLACK_APP_TOKEN: token('xoxb-', 'is a bot token, which SLACK_BOT_TOKEN takes'),
  SLACK_CLIENT_ID: secret,
  SLACK_CLIENT_SECRET: secret,
  SLACK_STATE_SECRET: secret,
}

type Values = { [N in keyof typeof slackVariables]?: string | undefined }

/** Parses the connection to Slack, or the playground, from an environment without problems. */
export function slackOf(values: Values, apiUrl: string | undefined) {
  const { SLACK_BOT_TOKEN: botToken, SLACK_SIGNING_SECRET: signingSecret, SLACK_APP_TOKEN: appToken } = values
  const { SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret } = values
  const { SLACK_STATE_SECRET: stateSecret } = values
  if (clientId && clientSecret && stateSecret && signingSecret)
    return { kind: 'oauth' as const, clientId, clientSecret, stateSecret, signingSecret, apiUrl }
  if (appToken && botToken) return { kind: 'socket' as const, appToken, botToken, apiUrl }
  if (botToken && signingSecret) return { kind: 'http' as const, botToken, signingSecret, apiUrl }
  return { kind: 'playground' as const }
}
