import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'

const EXAMPLE = 'https://dayshift.example.com'

/**
 * What to paste into Slack, of the text of manifest.yml: for a bot that Slack reaches at an https address, or without
 * one for Socket Mode, in which Slack sends to no address. Throws where the address is none.
 */
export function manifestFor(text: string, url?: string): string {
  const lines = text.split('\n').filter(line => !line.startsWith('#'))
  if (url !== undefined) return lines.join('\n').replaceAll(EXAMPLE, originOf(url))
  return lines
    .filter(line => !line.includes(EXAMPLE) && line !== '  redirect_urls:')
    .join('\n')
    .replace('socket_mode_enabled: false', 'socket_mode_enabled: true')
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
    const { values } = parseArgs({ options: { url: { type: 'string' } } })
    const text = readFileSync(join(import.meta.dirname, '../../manifest.yml'), 'utf8')
    process.stdout.write(manifestFor(text, values.url))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
