import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { parse, stringify } from 'yaml'
import { z } from 'zod'

const EXAMPLE = 'https://dayshift.example.com'

const commandsSchema = z.array(z.looseObject({ command: z.string() }))

export type ManifestOptions = {
  /** The public https address of the bot; without one, the manifest is for Socket Mode. */
  url?: string | undefined
  /** Prefix of the commands, such as `ds-` for `/ds-pause`, to avoid conflicts with other apps. */
  prefix?: string | undefined
  /** The commands to keep, such as `dayshift,pause`. */
  only?: string | undefined
}

/** Adapts the text of manifest.yml. Throws an error that names an invalid option. */
export function manifestFor(text: string, { url, prefix = '', only }: ManifestOptions = {}): unknown {
  if (!/^[a-z\d_-]*$/.test(prefix))
    throw new Error(`${prefix} cannot stand before a command. Give small letters, digits, - and _.`)
  const origin = url === undefined ? undefined : originOf(url)
  const names = only?.split(',')

  function commandsOf(value: unknown) {
    const commands = commandsSchema.parse(value)
    const unknown = names?.filter(name => !commands.some(({ command }) => command === `/${name}`)) ?? []
    if (unknown.length > 0) throw new Error(`There is no command ${unknown.join(', ')}.`)
    return commands
      .filter(({ command }) => names?.includes(command.slice(1)) ?? true)
      .map(each => ({ ...each, command: `/${prefix}${each.command.slice(1)}` }))
  }

  return parse(text, (key, value: unknown) => {
    if (key === 'slash_commands') return commandsOf(value)
    if (key === 'socket_mode_enabled') return origin === undefined
    if (origin === undefined) return /(^|_)urls?$/.test(String(key)) ? undefined : value
    return typeof value === 'string' ? value.replace(EXAMPLE, origin) : value
  })
}

function originOf(url: string): string {
  const { protocol, origin, pathname } = URL.canParse(url) ? new URL(url) : { protocol: '' }
  if (protocol !== 'https:' || origin === undefined || pathname !== '/')
    throw new Error(
      `${url} is no address that Slack can send to. Give one such as ${EXAMPLE}, without a path.`,
    )
  return origin
}

if (import.meta.main)
  try {
    const option = { type: 'string' } as const
    const { values } = parseArgs({
      options: { url: option, prefix: option, only: option, json: { type: 'boolean' } },
    })
    const text = readFileSync(join(import.meta.dirname, '../../manifest.yml'), 'utf8')
    const manifest = manifestFor(text, values)
    process.stdout.write(values.json ? `${JSON.stringify(manifest)}\n` : stringify(manifest))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
