import { request } from 'undici'
import { QUIET_MS } from './actor.ts'
import type { Outgoing } from './outgoing.ts'
import type { Story } from './story.ts'

/** The address of the newest link button that a person sees, in a message, in their Home or in an open view. */
export function linkOf({ slack }: Pick<Story, 'slack'>, name: string, channel = 'ops'): string {
  const driver = slack.person(name)
  const views = [driver.home, driver.view].flatMap(view => (view ? [view] : []))
  const shown = [...driver.messages(channel), ...views]
  const links = shown.flatMap(({ blocks }) =>
    blocks.flatMap(block =>
      block.type === 'actions' ? block.elements.flatMap(each => ('url' in each && each.url) || []) : [],
    ),
  )
  const link = links.at(-1)
  if (link === undefined) throw new Error(`${name} sees no link`)
  return link
}

type Sending = { method?: string; headers?: Record<string, string>; body?: string }

/** A browser for a story, which waits after each response until all work is done. */
export const browserFor = ({ address, slack, outgoing }: Story) =>
  browserAt(address, () => slack.settled(QUIET_MS), outgoing)

/** A browser that reaches the bot at `address`, whatever the host of a link; it records pages and what was typed. */
export function browserAt(
  address: string,
  settled = async () => {},
  { pages, typed }: Pick<Outgoing, 'pages' | 'typed'> = { pages: [], typed: [] },
) {
  async function send(link: string, { method = 'GET', headers = {}, body }: Sending = {}) {
    const { search, pathname } = new URL(link)
    const answer = await request(`${address}${pathname}${search}`, {
      method,
      headers,
      // A server that stops would wait for a connection that is kept alive.
      reset: true,
      ...(body !== undefined && { body }),
    })
    const html = await answer.body.text()
    pages.push(`${JSON.stringify(answer.headers)}\n${html}`)
    await settled()
    return { status: answer.statusCode, headers: answer.headers, html, text: readable(html) }
  }

  return {
    send,
    open: (link: string) => send(link),
    /** Sends the page's form as a browser does. */
    submit(link: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
      typed.push(...Object.values(fields))
      return send(link, {
        method: 'POST',
        headers: { ...AS_A_BROWSER, ...headers },
        body: new URLSearchParams(fields).toString(),
      })
    },
  }
}

const AS_A_BROWSER = {
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-site': 'same-origin',
  origin: 'null',
}

/** The text of a page, a line for each block; inputs by name. */
export function readable(html: string): string {
  const [, body = ''] = html.split(/<body[^>]*>/)
  return body
    .replace(/<input [^>]*name="([^"]+)"[^>]*>/g, '[$1: …]')
    .replace(/<button>(.*?)<\/button>/g, '[$1]')
    .replaceAll('<br>', '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => SIGNS[name] ?? '')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}

/** The characters of HTML entities. */
const SIGNS: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" }
