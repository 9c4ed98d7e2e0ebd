import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { manifestFor } from '../../src/cli/manifest.ts'
import { formatUsage } from '../../src/core/help.ts'
import { operations } from '../../src/operations/catalog.ts'
import { shortcuts } from '../../src/slack/handlers/shortcuts.ts'
import { inputsSchema, steps } from '../../src/slack/handlers/steps.ts'
import { SCOPES as SCOPES_ASKED } from '../../src/slack/oauth/installer.ts'
import { EVENT_KINDS } from '../../src/slack/transport/request-kinds.ts'

/** Slack's own schema of manifests (https://github.com/slackapi/manifest-schema). */
const published = z.fromJSONSchema(JSON.parse(readFileSync('test/cli/slack-manifest.schema.json', 'utf8')))

/** The members that the tests check; Slack's own schema validates the rest. Socket Mode has no addresses. */
const url = z.string().optional()
const schema = z.looseObject({
  features: z.looseObject({
    shortcuts: z.array(z.looseObject({ callback_id: z.string(), type: z.string() })),
    slash_commands: z.array(
      z.looseObject({ command: z.string(), usage_hint: z.string(), should_escape: z.boolean(), url }),
    ),
  }),
  functions: z.record(
    z.string(),
    z.looseObject({
      title: z.string(),
      input_parameters: z.looseObject({ properties: z.record(z.string(), z.unknown()) }),
    }),
  ),
  oauth_config: z.looseObject({
    redirect_urls: z.array(z.string()).optional(),
    scopes: z.strictObject({ bot: z.array(z.string()), bot_optional: z.array(z.string()) }),
  }),
  settings: z.looseObject({
    event_subscriptions: z.strictObject({ request_url: url, bot_events: z.array(z.string()) }),
    interactivity: z.strictObject({
      is_enabled: z.literal(true),
      request_url: url,
      message_menu_options_url: url,
    }),
    socket_mode_enabled: z.boolean(),
    token_rotation_enabled: z.literal(false),
  }),
})

const text = readFileSync('manifest.yml', 'utf8')
const manifest = schema.parse(parse(text))

/** Returns every distinct address in a manifest. */
const addressesIn = ({
  features,
  oauth_config,
  settings: { interactivity, event_subscriptions },
}: typeof manifest) => [
  ...new Set([
    ...[interactivity.request_url, interactivity.message_menu_options_url, event_subscriptions.request_url],
    ...features.slash_commands.map(each => each.url),
    ...(oauth_config.redirect_urls ?? []),
  ]),
]

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts') && !file.startsWith('playground/'))
  .map(file => readFileSync(`src/${file}`, 'utf8'))

const matchAll = (pattern: RegExp) => sources.flatMap(source => [...source.matchAll(pattern)])

/** The scopes that each Web API method requires of a bot (docs.slack.dev/reference/methods). */
const SCOPES: Record<string, string[]> = {
  'api.test': [],
  'auth.test': [],
  'views.open': [],
  'views.publish': [],
  'views.update': [],
  'users.info': ['users:read'],
  'users.conversations': ['channels:read'],
  'chat.getPermalink': [],
  'chat.postMessage': ['chat:write'],
  'chat.postEphemeral': ['chat:write'],
  'chat.update': ['chat:write'],
  'chat.delete': ['chat:write'],
  'files.getUploadURLExternal': ['files:write'],
  'files.completeUploadExternal': ['files:write'],
  'functions.completeSuccess': [],
  'functions.completeError': [],
}

/** The member of a profile with a separate scope (docs.slack.dev/reference/scopes/users.read.email). */
const EMAIL = { pattern: /\bprofile\?\.email\b/g, scopes: ['users:read.email'] }

/** The manifest's event and the required scopes by the listener's event (docs.slack.dev/reference/events). */
const EVENTS: Record<string, { event: string; scopes: string[] }> = {
  app_home_opened: { event: 'app_home_opened', scopes: [] },
  app_mention: { event: 'app_mention', scopes: ['app_mentions:read'] },
  function_executed: { event: 'function_executed', scopes: [] },
  app_uninstalled: { event: 'app_uninstalled', scopes: [] },
  team_access_revoked: { event: 'team_access_revoked', scopes: [] },
  tokens_revoked: { event: 'tokens_revoked', scopes: [] },
  message: { event: 'message.im', scopes: ['im:history'] },
}

const { slash_commands: commands } = manifest.features
const duplicates = (names: string[]) => names.filter((name, index) => names.indexOf(name) !== index)
const subscribed = [...EVENT_KINDS.keys()].map(event => EVENTS[String(event)])
const methods = matchAll(/\bclient\.(\w+)\s*\.(\w+)\(/g).map(([, group, method]) => `${group}.${method}`)

describe('the manifest', () => {
  it('has exactly the commands of the operations', () => {
    const usages = operations.map(operation => formatUsage(operation).split(' ')[0])
    expect(new Set(commands.map(({ command }) => command))).toEqual(new Set([...usages, '/dayshift']))
    expect(duplicates(commands.map(({ command }) => command))).toEqual([])
  })

  it('hints at every noun of the operations', () => {
    const hint = commands.find(({ command }) => command === '/dayshift')?.usage_hint
    const shown = operations.filter(({ isHidden }) => !isHidden)
    const nouns = shown.flatMap(({ command: { words } }) => /^(\w+) /.exec(words[0])?.[1] ?? [])
    expect(nouns.filter(noun => !hint?.split(' ').includes(noun))).toEqual([])
  })

  it('has Slack resolve names only in the command that takes people', () => {
    expect(commands.filter(each => each.should_escape).map(({ command }) => command)).toEqual(['/dayshift'])
  })

  it('has exactly the shortcuts that the bot handles', () => {
    const entries = manifest.features.shortcuts.map(({ callback_id, type }) => [callback_id, type])
    expect(entries).toEqual([
      ['pause.add', 'global'],
      ['pause.add.for', 'message'],
    ])
    expect(Object.keys(shortcuts)).toEqual(entries.map(([id]) => id))
    const ids = operations.map(({ id }) => id)
    for (const operation of Object.values(shortcuts)) expect(ids).toContain(operation)
  })

  it('has exactly the workflow steps that the bot executes', () => {
    const entries = Object.entries(manifest.functions).map(([id, { title }]) => [id, title])
    expect(entries).toEqual(Object.entries(steps).map(([id, { title }]) => [id, title]))
    const inputs = Object.values(manifest.functions).flatMap(each =>
      Object.keys(each.input_parameters.properties),
    )
    expect(new Set(inputs)).toEqual(new Set(Object.keys(inputsSchema.shape)))
  })

  it('is valid by Slack’s schema, which rejects unknown members', () => {
    const whole = manifestFor(text)
    for (const options of [{}, { url: 'https://bot.acme.test' }, { prefix: 'ds-', only: 'dayshift' }])
      expect(published.safeParse(manifestFor(text, options)).error).toBeUndefined()
    expect(published.safeParse(Object.assign({ surprise: true }, whole)).success).toBe(false)
  })

  it('has exactly the events that the bot listens to', () => {
    expect(new Set(subscribed.map(each => each?.event))).toEqual(
      new Set(manifest.settings.event_subscriptions.bot_events),
    )
  })

  it('has one address for all requests, which the bot serves', () => {
    const base = 'https://dayshift.example.com/slack'
    expect(addressesIn(manifest)).toEqual([`${base}/events`, `${base}/oauth_redirect`])
  })

  it('requests exactly the scopes of the calls and events of the bot', () => {
    expect(new Set(methods)).toEqual(new Set(Object.keys(SCOPES)))
    const needed = [
      ...methods.flatMap(method => SCOPES[method] ?? []),
      ...subscribed.flatMap(each => each?.scopes ?? []),
      ...(matchAll(EMAIL.pattern).length > 0 ? EMAIL.scopes : []),
    ]
    expect(new Set(manifest.oauth_config.scopes.bot)).toEqual(new Set(['commands', ...needed]))
    expect(SCOPES_ASKED).toEqual(manifest.oauth_config.scopes.bot)
  })

  it('makes the scopes for channels, uploads and e-mails optional', () => {
    expect(manifest.oauth_config.scopes.bot_optional).toEqual([
      'channels:read',
      'files:write',
      ...EMAIL.scopes,
    ])
  })
})

describe('npm run manifest', () => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, ['src/cli/manifest.ts', ...words], { encoding: 'utf8' })

  it('prints the manifest for an address', () => {
    const { stdout } = run('--url', 'https://bot.acme.test/')
    expect(parse(stdout)).toEqual(manifestFor(text, { url: 'https://bot.acme.test' }))
    const printed = schema.parse(parse(stdout))
    const base = 'https://bot.acme.test/slack'
    expect(addressesIn(printed)).toEqual([`${base}/events`, `${base}/oauth_redirect`])
    expect(printed.oauth_config.scopes).toEqual(manifest.oauth_config.scopes)
    expect(stdout).not.toContain('example.com')
  })

  it('prints it for Socket Mode, without addresses, if none is given', () => {
    const { stdout, status } = run()
    const { settings, ...rest } = JSON.parse(
      JSON.stringify(manifest, (key, value) => (/(^|_)urls?$/.test(key) ? undefined : value)),
    )
    expect(parse(stdout)).toEqual({ ...rest, settings: { ...settings, socket_mode_enabled: true } })
    expect(status).toBe(0)
  })

  it.each(['http://bot.acme.test', 'https://bot.acme.test/slack', 'bot.acme.test', ''])(
    'refuses %j as an address that Slack cannot reach',
    url => {
      const { stdout, stderr, status } = run('--url', url)
      expect([stdout, status]).toEqual(['', 1])
      expect(stderr).toContain('is no address that Slack can send to')
    },
  )

  it('adds a prefix to the commands and omits some', () => {
    const { stdout } = run('--prefix', 'ds-', '--only', 'dayshift,pause')
    const { features } = schema.parse(parse(stdout))
    expect(features.slash_commands.map(({ command }) => command)).toEqual(['/ds-dayshift', '/ds-pause'])
  })
})
