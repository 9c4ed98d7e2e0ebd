import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../src/config/config.ts'
import { KEY } from './key.ts'

const image = readFileSync('Dockerfile', 'utf8')
const beforeUser = image.slice(0, image.indexOf('\nUSER node\n'))
const argumentsOf = (command: RegExp) => command.exec(beforeUser)?.[1]?.trim().split(/\s+/) ?? []

describe('the image', () => {
  const [, HOST = ''] = /^ENV HOST=(\S+)$/m.exec(image) ?? []

  it('listens on all interfaces and therefore requires a Slack workspace', () => {
    expect(HOST).toBe('0.0.0.0')
    expect(() => readConfig({ HOST })).toThrow(/HOST: .*SLACK_BOT_TOKEN/)
    const ENCRYPTION_KEY = KEY.toString('base64')
    const workspace = { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_SIGNING_SECRET: 'shh', ENCRYPTION_KEY }
    expect(readConfig({ ...workspace, HOST }).host).toBe(HOST)
  })

  it('runs the bundled script of npm start', () => {
    const { scripts } = z
      .object({ scripts: z.object({ start: z.string(), bundle: z.string() }) })
      .parse(JSON.parse(readFileSync('package.json', 'utf8')))
    const [, command = ''] = /^CMD (\[.*\])$/m.exec(image) ?? []
    const [, source = ''] = scripts.start.split(' ')
    expect(scripts.bundle).toContain(` ${source} `)
    expect(JSON.parse(command)).toEqual(['node', `dist/${basename(source, '.ts')}.js`])
  })

  const [, cache = ''] =
    /enableCompileCache\(join\(import\.meta\.dirname, '\.\.\/([^']+)'\)\)/.exec(
      readFileSync('src/main.ts', 'utf8'),
    ) ?? []

  it.each(['data', dirname(cache)])('lets its user write to the folder %s', folder => {
    expect(argumentsOf(/\bmkdir (?:-p )?([^&\n]+)/)).toContain(folder)
    expect(argumentsOf(/\bchown node:node ([^&\n]+)/)).toContain(folder)
  })
})
