import { html } from 'hono/html'
import { renderComposer } from './composer.ts'
import { renderGuide } from './guide.ts'
import type { Html } from './html.ts'
import { renderThread } from './messages.ts'
import { renderModal } from './modal.ts'
import type { Parts } from './parts.ts'
import { addressOf, nameIn, type Page } from './places.ts'
import { renderMain, renderRefused } from './regions.ts'
import { renderPeople, renderPlaces } from './sidebar.ts'

/** In this order: what is narrow or touched has the last word. */
const STYLES =
  'page layout sidebar messages menus guide composer modal blocks/blocks blocks/elements inspector narrow'.split(
    ' ',
  )

/** The whole document of a page, with words in its composer that are still to be sent. */
export const renderPage = (parts: Parts, page: Page, typed?: string): Html => {
  const { person, place, thread } = page
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${place.title} – ${person.name} – Dayshift playground</title>
<link rel="icon" href="/assets/icon.svg">
${STYLES.map(name => html`<link rel="stylesheet" href="/assets/${name}.css">`)}
<script type="module" src="/assets/main.js"></script>
</head>
<body data-person="${nameIn(person)}" data-place="${place.name}"${thread && html` data-thread="${thread}"`}>
<a class="skip" href="#${place.kind === 'home' ? 'messages' : 'say'}">Skip to what matters</a>
<nav class="sidebar" id="sidebar" aria-label="Workspace">
<h2>Playground</h2>
${renderPlaces(parts, page)}
<h2 id="acting">You are</h2>
${renderPeople(parts, page)}
<button type="button" class="reset" data-reset>Start over …</button>
</nav>
<main>
<header class="head">
<button type="button" class="icon narrow" data-toggle="sidebar" aria-expanded="false" aria-controls="sidebar" aria-label="Channels and people">☰</button>
<h1>${place.title}</h1>
<span class="whose">as ${person.name}</span>
<button type="button" class="icon" data-toggle="inspector" aria-expanded="false" aria-controls="inspector">Inspector</button>
</header>
<p class="alert" id="alert" role="alert"></p>
${renderRefused(parts, page)}
${renderMain(parts, page)}
${renderGuide(parts, page)}
${place.kind !== 'home' && renderComposer(parts, page, { typed: typed ?? '' })}
</main>
${
  thread &&
  html`<aside class="thread" aria-label="Thread">
<header class="head"><h2>Thread</h2><a class="icon" href="${addressOf(person, place.name)}" aria-label="Close the thread">✕</a></header>
<p class="alert" role="alert"></p>
${renderThread(parts, page)}
${renderComposer(parts, page, { thread: true })}
</aside>`
}
<aside class="inspector" aria-labelledby="inspector-title">
<header class="head"><h2 id="inspector-title">Inspector</h2><button type="button" class="icon" data-toggle="inspector" aria-label="Close the inspector">✕</button></header>
<section id="inspector" aria-label="Inspector"></section>
</aside>
${renderModal(parts, page)}
<dialog id="reset" class="confirm" aria-labelledby="reset-title">
<h2 id="reset-title">Start over?</h2>
<p>${parts.resetMeans}</p>
<form method="dialog"><button value="no">Cancel</button> <button class="danger" value="yes" data-do="reset">Start over</button></form>
</dialog>
</body>
</html>
`
}
