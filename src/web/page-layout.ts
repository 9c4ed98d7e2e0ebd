import { hash } from 'node:crypto'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { html, raw } from 'hono/html'
import type { Mrkdwn } from '../message/mrkdwn.ts'
import { type Html, renderMrkdwn } from './mrkdwn-html.ts'

const STYLE = `
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif; --accent: #1d6f50; --wrong: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --accent: #257a59; --wrong: #ff8a80; } }
body { margin: 0 auto; max-width: 34rem; padding: 2rem 1.25rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; }
label { display: block; font-weight: 600; margin-top: 1.5rem; }
input { box-sizing: border-box; width: 100%; padding: .75rem; font: inherit; border: 1px solid GrayText; border-radius: .4rem; }
button, .go { display: inline-block; margin-top: 1.5rem; padding: .75rem 1.5rem; font: inherit; font-weight: 600; color: #fff; background: var(--accent); border: 0; border-radius: .4rem; text-decoration: none; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.hint { margin: .25rem 0 0; font-size: .9375rem; }
.wrong { color: var(--wrong); font-weight: 600; }
[role=alert] { border-left: .25rem solid var(--wrong); padding-left: .75rem; }
`

/** Allows only this style in the content security policy. */
const STYLE_HASH = hash('sha256', STYLE, 'base64')

/** Renders a whole page, without scripts or external resources. */
export const layout = (title: string, content: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title} – Dayshift</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`

export async function sendPage(
  response: ServerResponse,
  { status, page, headers }: { status: number; page: Html; headers: OutgoingHttpHeaders },
): Promise<void> {
  const body = String(await page)
  response.writeHead(status, headers).end(body)
}

/** The security headers of a page; `encrypted` if it is served over https. */
export const headersFor = (encrypted: boolean): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-opener-policy': 'same-origin',
  ...(encrypted && { 'strict-transport-security': 'max-age=31536000' }),
})

/** A page with one paragraph. */
export const noticePage = (title: string, text: string): Html => layout(title, html`<p>${text}</p>`)

/** Renders the mrkdwn of a reply as HTML without links; `nameOf` returns the names of people. */
export const mrkdwnToHtml = ({ mrkdwn }: Mrkdwn, nameOf: (user: string) => string): Html =>
  renderMrkdwn(mrkdwn, { me: '', nameOf, channelOf: () => undefined }, { plain: true })
