import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { operations } from '../src/operations.ts'
import { usageOf } from '../src/text/help.ts'

/** What Slack may be told of an app: strict, so that nothing stands in the manifest that no test knows. */
const url = z.string().regex(/^https:\/\/[^/]+\/slack\/events$/)
const manifest = z
  .strictObject({
    _metadata: z.object({ major_version: z.literal(2) }),
    display_information: z.object({
      name: z.string().max(35),
      description: z.string().max(140),
      background_color: z.string(),
    }),
    features: z.strictObject({
      bot_user: z.object({ display_name: z.string().max(80), always_online: z.boolean() }),
      app_home: z.object({ messages_tab_enabled: z.boolean(), home_tab_enabled: z.boolean() }),
      slash_commands: z.array(
        z.strictObject({
          command: z.string().regex(/^\/[a-z]{1,31}$/),
          description: z.string().min(1).max(2000),
          usage_hint: z.string().max(1000),
          url,
        }),
      ),
    }),
    oauth_config: z.strictObject({ scopes: z.strictObject({ bot: z.array(z.string()) }) }),
    settings: z.strictObject({
      interactivity: z.strictObject({
        is_enabled: z.literal(true),
        request_url: url,
        message_menu_options_url: url,
      }),
      org_deploy_enabled: z.boolean(),
      socket_mode_enabled: z.literal(false),
      token_rotation_enabled: z.literal(false),
    }),
  })
  .parse(parse(readFileSync('manifest.yml', 'utf8')))

const slackSources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts') && !file.startsWith('playground/'))
  .map(file => readFileSync(`src/${file}`, 'utf8'))

/** The scope that each method of the Web API needs of a bot, by Slack's reference (docs.slack.dev/reference/methods). */
const SCOPES: Record<string, string | undefined> = {
  'auth.test': undefined,
  'views.open': undefined,
  'views.update': undefined,
  'users.info': 'users:read',
  'chat.postMessage': 'chat:write',
  'chat.postEphemeral': 'chat:write',
}

const { slash_commands: commands } = manifest.features
const twice = (names: string[]) => names.filter((name, index) => names.indexOf(name) !== index)

describe('the manifest', () => {
  it('has every command by which something is said, and no other', () => {
    const said = operations.map(operation => usageOf(operation).split(' ')[0])
    expect(new Set(commands.map(({ command }) => command))).toEqual(new Set([...said, '/dayshift']))
    expect(twice(commands.map(({ command }) => command))).toEqual([])
  })

  it('has one address for everything that Slack sends, which the bot serves', () => {
    const { request_url, message_menu_options_url } = manifest.settings.interactivity
    expect(new Set([request_url, message_menu_options_url, ...commands.map(each => each.url)]).size).toBe(1)
  })

  it('asks for what the bot needs for its calls, and for nothing more', () => {
    const called = slackSources.flatMap(source =>
      [...source.matchAll(/\bclient\.(\w+)\s*\.(\w+)\(/g)].map(([, group, method]) => `${group}.${method}`),
    )
    expect(new Set(called)).toEqual(new Set(Object.keys(SCOPES)))
    const needed = called.flatMap(method => SCOPES[method] ?? [])
    expect(new Set(manifest.oauth_config.scopes.bot)).toEqual(new Set(['commands', ...needed]))
  })

  it('has what the bot listens to: commands and interactions, and no events', () => {
    const heard = slackSources.flatMap(source =>
      [...source.matchAll(/\bapp\.(command|action|view|options|event|message|shortcut)\b/g)].map(
        ([, kind]) => kind,
      ),
    )
    expect(new Set(heard)).toEqual(new Set(['command', 'action', 'view', 'options']))
    expect(manifest.settings).not.toHaveProperty('event_subscriptions')
  })
})
