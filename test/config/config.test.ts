import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConfig, readServiceConfig } from '../../src/config/config.ts'
import { variables } from '../../src/config/variables.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const workspace = { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_SIGNING_SECRET: 'shh', ENCRYPTION_KEY: key }
const socket = { SLACK_APP_TOKEN: 'xapp-1', SLACK_BOT_TOKEN: 'xoxb-1', ENCRYPTION_KEY: key }
const installed = {
  SLACK_CLIENT_ID: '1.2',
  SLACK_CLIENT_SECRET: 'c1ient',
  SLACK_STATE_SECRET: 'st4te',
  SLACK_SIGNING_SECRET: 'shh',
  ENCRYPTION_KEY: key,
}

/** Returns the problems of an environment by variable. */
function problems(env: Record<string, string>): Record<string, string> {
  try {
    readConfig(env)
    return {}
  } catch (error) {
    const [title, ...lines] = error instanceof Error ? error.message.split('\n') : []
    expect(title).toBe('The environment does not fit:')
    return Object.fromEntries(lines.map(line => /^ {2}([A-Z_]+): (.+)$/.exec(line)?.slice(1) ?? ['?', line]))
  }
}

describe('an environment', () => {
  it('starts the playground if it is empty', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: undefined,
      slack: { kind: 'playground' },
      service: { kind: 'embedded' },
      servicePort: 4000,
      serviceTimeoutMs: 10_000,
      credentialKinds: ['aws', 'azure', 'gcp'],
      pauseMeans: 'On a paused day the plan’s schedule does not run.',
      database: { place: 'data/dayshift.db', folder: 'data' },
      encryptionKeys: undefined,
      logLevel: 'info',
      unused: [],
    })
  })

  it('may have whitespace around values, such as line ends of a file', () => {
    const around = fc.constantFrom(' ', '\n', '\r\n', '\t')
    const environments = fc.constantFrom({ ...workspace, PORT: '8080' }, socket, installed)
    fc.assert(
      fc.property(environments, around, around, (env, before, after) => {
        const padded = Object.entries(env).map(([name, value]) => [name, `${before}${value}${after}`])
        expect(readConfig(Object.fromEntries(padded))).toEqual(readConfig(env))
      }),
    )
  })

  it('may have quoted values, since Docker does not unquote those of a file', () => {
    const quotes = fc.constantFrom('"', "'", '`')
    const environments = fc.constantFrom({ ...workspace, PORT: '8080', HOST: '0.0.0.0' }, socket, installed)
    fc.assert(
      fc.property(environments, quotes, (env, quote) => {
        const quoted = Object.entries(env).map(([name, value]) => [name, quote + value + quote])
        expect(readConfig(Object.fromEntries(quoted))).toEqual(readConfig(env))
      }),
    )
    expect(readConfig({ PORT: '""' })).toEqual(readConfig({}))
  })

  it('may set all variables of a workspace and a service', () => {
    expect(
      readConfig({
        ...workspace,
        PORT: '8080',
        HOST: '0.0.0.0',
        PUBLIC_URL: 'https://dayshift.test/bot/',
        SLACK_API_URL: 'http://127.0.0.1:9000/api/',
        SERVICE_URL: 'https://schedules.test/base/path/',
        SERVICE_PORT: '0',
        SERVICE_TIMEOUT_MS: '250',
        CREDENTIAL_KINDS: ' one, two ,three',
        PAUSE_MEANS: 'Machines stay on.',
        DATABASE_URL: 'file:/var/lib/dayshift/links.db',
        LOG_LEVEL: 'debug',
        UNKNOWN: 'is nobody’s business',
      }),
    ).toEqual({
      port: 8080,
      host: '0.0.0.0',
      publicUrl: 'https://dayshift.test/bot',
      slack: {
        kind: 'http',
        botToken: 'xoxb-1',
        signingSecret: 'shh',
        apiUrl: 'http://127.0.0.1:9000/api/',
      },
      service: { kind: 'remote', url: 'https://schedules.test/base/path' },
      servicePort: 0,
      serviceTimeoutMs: 250,
      credentialKinds: ['one', 'two', 'three'],
      pauseMeans: 'Machines stay on.',
      database: { place: '/var/lib/dayshift/links.db', folder: '/var/lib/dayshift' },
      encryptionKeys: [Buffer.alloc(32, 7)],
      logLevel: 'debug',
      unused: [],
    })
  })

  it('may select Socket Mode, which reports a signing secret as unused', () => {
    const expected = { kind: 'socket', appToken: 'xapp-1', botToken: 'xoxb-1', apiUrl: undefined }
    expect(readConfig(socket)).toMatchObject({ slack: expected, unused: [] })
    const both = readConfig({ ...socket, SLACK_SIGNING_SECRET: 'shh' })
    expect(both).toMatchObject({ slack: expected, unused: ['SLACK_SIGNING_SECRET'] })
  })

  it('may enable installation by OAuth', () => {
    expect(readConfig(installed).slack).toEqual({
      kind: 'oauth',
      clientId: '1.2',
      clientSecret: 'c1ient',
      stateSecret: 'st4te',
      signingSecret: 'shh',
      apiUrl: undefined,
    })
  })

  it.each([
    ['file:links.db', 'links.db', '.'],
    ['file:a/b/links.db', 'a/b/links.db', 'a/b'],
    ['file:/srv/a b/links.db', '/srv/a b/links.db', '/srv/a b'],
    ['file:///srv/a%20b/links.db', '/srv/a b/links.db', '/srv/a b'],
    ['file://localhost/srv/links.db', '/srv/links.db', '/srv'],
    ['file::memory:', ':memory:', 'data'],
    ['postgres://bot:pw@db.test/dayshift', 'postgres://bot:pw@db.test/dayshift', 'data'],
    ['postgresql:///dayshift', 'postgresql:///dayshift', 'data'],
  ])('places the database %s at %s, and its folder at %s', (DATABASE_URL, place, folder) => {
    expect(readConfig({ DATABASE_URL }).database).toEqual({ place, folder })
  })

  it('requires a service for replicas over PostgreSQL', () => {
    const replica = { ...workspace, DATABASE_URL: 'postgres://bot@db.test/dayshift' }
    expect(problems(replica)).toEqual({
      SERVICE_URL: expect.stringMatching(/^it is needed beside PostgreSQL/),
    })
    expect(problems({ ...replica, SERVICE_URL: 'https://schedules.test' })).toEqual({})
  })

  it.each([
    { SERVICE_URL: 'http://127.0.0.1:4000' },
    { SERVICE_URL: 'http://[::1]:4000' },
    { SERVICE_URL: 'http://localhost:4000' },
    { SERVICE_URL: 'http://schedules.test', ALLOW_INSECURE_SERVICE: '1' },
  ])('may send tokens unencrypted on this machine or if explicitly allowed: %j', env => {
    expect(readConfig(env).service).toEqual({ kind: 'remote', url: env.SERVICE_URL })
  })
})

describe('an invalid environment', () => {
  it('is rejected with all problems at once', () => {
    const problem = problems({
      PORT: 'many',
      SLACK_BOT_TOKEN: 'xoxb-1',
      SERVICE_URL: 'schedules.test',
      CREDENTIAL_KINDS: 'one,two',
      DATABASE_URL: 'postgres://user:password@db',
      LOG_LEVEL: 'loud',
    })
    expect(problem).toEqual({
      PORT: 'is not a whole number from 0 to 65535',
      SERVICE_URL: 'is not an http or https address',
      CREDENTIAL_KINDS: 'needs three different names, comma-separated',
      DATABASE_URL: expect.stringMatching(/^does not name a database/),
      LOG_LEVEL: 'is none of fatal, error, warn, info, debug, trace, silent',
      SLACK_SIGNING_SECRET: expect.stringMatching(/needed/),
      ENCRYPTION_KEY: expect.stringMatching(/needed.*openssl rand -base64 32/),
    })
  })

  it.each([
    [{ SLACK_BOT_TOKEN: 'xoxb-1' }, ['SLACK_SIGNING_SECRET', 'ENCRYPTION_KEY']],
    [{ SLACK_SIGNING_SECRET: 'shh' }, ['SLACK_BOT_TOKEN', 'ENCRYPTION_KEY']],
    [{ SLACK_API_URL: 'http://127.0.0.1:1' }, ['SLACK_BOT_TOKEN', 'SLACK_SIGNING_SECRET', 'ENCRYPTION_KEY']],
    [{ SLACK_APP_TOKEN: 'xapp-1' }, ['SLACK_BOT_TOKEN', 'ENCRYPTION_KEY']],
    [{ SLACK_CLIENT_ID: '1.2' }, Object.keys(installed).slice(1)],
    [{ ...installed, SLACK_BOT_TOKEN: 'xoxb-1' }, ['SLACK_BOT_TOKEN']],
    [
      { ...socket, SLACK_CLIENT_SECRET: 'c1ient' },
      ['SLACK_APP_TOKEN', 'SLACK_BOT_TOKEN', 'SLACK_CLIENT_ID', 'SLACK_STATE_SECRET', 'SLACK_SIGNING_SECRET'],
    ],
    [{ ENCRYPTION_KEY: `${key},short` }, ['ENCRYPTION_KEY']],
    [{ PORT: '65536' }, ['PORT']],
    [{ SERVICE_PORT: '80.5' }, ['SERVICE_PORT']],
    [{ SERVICE_TIMEOUT_MS: '0' }, ['SERVICE_TIMEOUT_MS']],
    [{ CREDENTIAL_KINDS: 'a,b,a' }, ['CREDENTIAL_KINDS']],
    [{ SERVICE_URL: 'http://schedules.test' }, ['SERVICE_URL']],
    [{ ...workspace, SLACK_API_URL: 'http://slack.test/api' }, ['SLACK_API_URL']],
    [{ ALLOW_INSECURE_SERVICE: 'yes' }, ['ALLOW_INSECURE_SERVICE']],
    [{ PUBLIC_URL: 'dayshift.test' }, ['PUBLIC_URL']],
  ])('%j is rejected for %j', (env, names) => {
    expect(Object.keys(problems(env))).toEqual(names)
  })

  it.each([
    'postgres://bot:pw@db.test',
    'postgres://bot:p w@/x',
    'postgres://bot:p#w@db.test/dayshift',
    'postgres://bot:50%off@db.test/dayshift',
    'postgres://50%off:pw@db.test/dayshift',
  ])('is rejected if %s names no database', DATABASE_URL => {
    expect(problems({ DATABASE_URL }).DATABASE_URL).toBe(
      'does not name a database, as postgres://dayshift:<password>@db.example.com/dayshift does ' +
        '(in a password, all but letters and digits is percent-encoded)',
    )
  })

  it.each([
    ...['data/dayshift.db', 'mysql://bot:pw@db.test/dayshift', 'file:', 'file:data/', 'file:///', 'file://'],
    ...['file://db.test/srv/links.db', 'file:///srv/a%2Fb/links.db', 'file:///srv/%zz'],
  ])('is rejected if %s names no file', DATABASE_URL => {
    expect(problems({ DATABASE_URL })).toEqual({
      DATABASE_URL:
        'must name a file of this machine, such as file:data/dayshift.db, or a PostgreSQL database',
    })
  })

  it.each([
    ...['http://dayshift.test', 'http://10.0.0.1:3000', 'http://127.0.0.1.dayshift.test', 'ftp://127.0.0.1'],
    ...['https://ana:pw@dayshift.test', 'https://dayshift.test/?a=b', 'https://dayshift.test/#a'],
  ])('is rejected if %s is unsafe for secrets', PUBLIC_URL => {
    expect(problems({ PUBLIC_URL })).toEqual({ PUBLIC_URL: expect.stringMatching(/^is not an https? /) })
  })

  it.each(['http://[', 'http://ana:50%@proxy.test:3128'])('is rejected for a proxy at %s', HTTPS_PROXY => {
    expect(problems({ HTTPS_PROXY })).toEqual({ HTTPS_PROXY: expect.stringMatching(/^is not an address /) })
  })

  it('is rejected for a token of the other kind', () => {
    expect(problems({ ...socket, SLACK_BOT_TOKEN: 'xapp-1', SLACK_APP_TOKEN: 'xoxb-1' })).toEqual({
      SLACK_BOT_TOKEN: 'is an app-level token, which SLACK_APP_TOKEN takes',
      SLACK_APP_TOKEN: 'is a bot token, which SLACK_BOT_TOKEN takes',
    })
  })

  it.each(['xoxb-1\nxoxb-2', 'xoxb-1 # of the app', 'xoxb-“1”'])(
    'is rejected for a token that no header can carry, without quoting it: %j',
    wrong => {
      const problem = expect.stringMatching(/^holds a space, a line break or a letter/)
      expect(problems({ ...socket, SLACK_BOT_TOKEN: wrong, SLACK_APP_TOKEN: wrong })).toEqual({
        SLACK_BOT_TOKEN: problem,
        SLACK_APP_TOKEN: problem,
      })
    },
  )

  it.each(['https://ana:s3cr3t@schedules.test', 'https://schedules.test/?a=b', 'https://schedules.test/#a'])(
    'is rejected, among other problems, if %s cannot be a base URL',
    url => {
      const problem = 'must have no user, query or fragment'
      expect(problems({ ...workspace, SLACK_API_URL: url, SERVICE_URL: url, PORT: 'many' })).toEqual({
        PORT: expect.anything(),
        SLACK_API_URL: problem,
        SERVICE_URL: problem,
      })
    },
  )

  it('is rejected without showing a value', () => {
    const names = fc.constantFrom(...Object.keys(variables.shape))
    const secret = fc.constantFrom(
      's3cr3t',
      'mysql://u:s3cr3t@db',
      'postgres://u:s3cr3t@db',
      'file://u:s3cr3t@db/x',
      's3cr3t,s3cr3t',
      '98765431',
      '-98765431',
      '0.98765431',
    )
    fc.assert(
      fc.property(fc.dictionary(names, secret, { minKeys: 1 }), env => {
        expect(JSON.stringify(problems(env))).not.toMatch(/s3cr3t|98765431/)
      }),
    )
  })
})

describe('the playground', () => {
  it('never starts if a variable of Slack is set', () => {
    const names = fc.string({ unit: fc.constantFrom(...'ABCDEIKNOPRST_'), minLength: 1 })
    const mine = fc.constantFrom(...Object.keys({ ...workspace, ...socket, ...installed }))
    const variables = fc.dictionary(
      fc.oneof(
        names.map(name => `SLACK_${name}`),
        mine,
      ),
      fc.constant(key),
    )
    fc.assert(
      fc.property(variables, env => {
        const isWanted = Object.keys(env).some(name => name.startsWith('SLACK_'))
        const starts = Object.keys(problems(env)).length === 0 && readConfig(env).slack.kind === 'playground'
        expect(starts).toBe(!isWanted)
      }),
    )
  })

  it.each(['0.0.0.0', '::', '::ffff:10.0.0.1', 'localhost.test', '1'])(
    'does not listen on %s, where others could act as anyone',
    HOST => {
      expect(problems({ HOST })).toEqual({
        HOST: expect.stringMatching(
          /other machines.*acts as anybody: set SLACK_BOT_TOKEN .*HOST=127\.0\.0\.1/,
        ),
      })
      expect(readConfig({ ...workspace, HOST }).host).toBe(HOST)
    },
  )
})

describe('the environment of the service on its own', () => {
  it('ignores the variables of the bot', () => {
    const env = { HOST: '0.0.0.0', SERVICE_PORT: '4001', PORT: 'many', SLACK_BOT_TOKEN: 'xoxb-1' }
    expect(() => readServiceConfig(env)).toThrow('HOST: lets other machines in')
    expect(readServiceConfig(env, { isPublic: true })).toEqual({
      host: '0.0.0.0',
      port: 4001,
      credentialKinds: ['aws', 'azure', 'gcp'],
      database: { place: 'data/dayshift.db', folder: 'data' },
    })
  })
})
