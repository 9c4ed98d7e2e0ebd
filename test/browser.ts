import { request } from 'undici'
import { QUIET_MS } from './actor.ts'
import type { Outgoing } from './outgoing.ts'
import type { Story } from './story.ts'

/** Returns the URL of the newest link button that a person sees in a message, their Home or an open view. */
export function linkOf({ slack }: Pick<Story, 'slack'>, name: string, channel = 'ops'): string {
  const driver = slack.person(name)
  const views = [driver.home, driver.view].flatMap(view => (view ? [view] : []))
  const surfaces = [...driver.messages(channel), ...views]
  const links = surfaces.flatMap(({ blocks }) =>
    blocks.flatMap(block =>
      block.type === 'actions' ? block.elements.flatMap(each => ('url' in each && each.url) || []) : [],
    ),
  )
  const link = links.at(-1)
  if (link === undefined) throw new Error(`${name} sees no link`)
  return link
}

type RequestOptions = { method?: string; headers?: Record<string, string>; body?: string }

/** Creates a browser for a story; each response waits until all work is done. */
export const browserFor = ({ address, slack, outgoing }: Story) =>
  browserAt(address, () => slack.settled(QUIET_MS), outgoing)

/** Creates a browser that sends every link to the bot at `address` and records pages and typed values. */
export function browserAt(
  address: string,
  settled = async () => {},
  { pages, typed }: Pick<Outgoing, 'pages' | 'typed'> = { pages: [], typed: [] },
) {
  async function send(link: string, { method = 'GET', headers = {}, body }: RequestOptions = {}) {
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
    return { status: answer.statusCode, headers: answer.headers, html, text: textOf(html) }
  }

  return {
    send,
    open: (link: string) => send(link),
    /** Submits the page's form as a browser does. */
    submit(link: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
      typed.push(...Object.values(fields))
      return send(link, {
        method: 'POST',
        headers: { ...BROWSER_HEADERS, ...headers },
        body: new URLSearchParams(fields).toString(),
      })
    },
  }
}

const BROWSER_HEADERS = {
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-site': 'same-origin',
  origin: 'null',
}

/** Returns the text of a page, one line per block, with inputs as `[name: …]`. */
export function textOf(html: string): string {
  const [, body = ''] = html.split(/<body[^>]*>/)
  return body
    .replace(/<input [^>]*name="([^"]+)"[^>]*>/g, '[$1: …]')
    .replace(/<button>(.*?)<\/button>/g, '[$1]')
    .replaceAll('<br>', '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}

/** The characters of HTML entities. */
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" }
