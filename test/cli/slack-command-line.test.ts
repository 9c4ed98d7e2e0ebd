import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { openSlackBehindRouter } from '../slack-behind-router.ts'
import { openSocketSlack } from '../socket-slack.ts'
import { startProgram } from '../started-program.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** The hooks that `slack run` reads (https://docs.slack.dev/tools/slack-cli/reference/hooks). */
const { hooks, config } = z
  .strictObject({
    hooks: z.strictObject({ 'get-manifest': z.string(), start: z.string() }),
    config: z.strictObject({ 'sdk-managed-connection-enabled': z.literal(true) }),
  })
  .parse(JSON.parse(readFileSync('.slack/hooks.json', 'utf8')))

const published = z.fromJSONSchema(JSON.parse(readFileSync('test/cli/slack-manifest.schema.json', 'utf8')))
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

describe('slack run', { timeout: 60_000 }, () => {
  it('gets only a manifest for Socket Mode on standard output', () => {
    const { stdout, status } = spawnSync(hooks['get-manifest'], { shell: true, encoding: 'utf8' })
    const manifest: unknown = JSON.parse(stdout)
    expect(status).toBe(0)
    expect(published.safeParse(manifest).error).toBeUndefined()
    expect(manifest).toMatchObject({ settings: { socket_mode_enabled: true, function_runtime: 'remote' } })
  })

  it('starts the bot with its tokens, and the bot creates an encryption key', async () => {
    expect(config['sdk-managed-connection-enabled']).toBe(true)
    const [, flags = ''] = /^npm start --silent -- (.*)$/.exec(hooks.start) ?? []
    expect(scripts.start).toBe('node src/main.ts')
    const socket = await openSocketSlack()
    onTestFinished(() => socket.close())
    const appToken = 'xapp-s3cr3t'
    const options = { appToken, url: socket.url }
    const { slack, router, behind, reads } = await openSlackBehindRouter(options, socket.carrier)
    router.addWorkspace(behind)
    slack.connect(socket.url)
    const folder = await temporaryFolder()
    const tokens = { SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: appToken }
    const sameTokens = { SLACK_CLI_XOXB: slack.botToken, SLACK_CLI_XAPP: appToken }
    const environment = { ...tokens, ...sameTokens, SLACK_API_URL: router.url }
    const program = startProgram(folder, environment, ...flags.split(' '))
    await socket.until(() => socket.connections() === 1)
    await reads('/dayshift help', '/dayshift link')
    expect(await readFile(join(folder, 'encryption.key'), 'utf8')).toMatch(/^[\w+/]{43}=\s*$/)
    expect(await program.end('SIGTERM')).toEqual([0, null])
  })
})
