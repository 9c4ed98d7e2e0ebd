import { html } from 'hono/html'
import type { Html } from '../../web/mrkdwn-html.ts'
import { renderGuide } from './guide.ts'
import { renderInspector, renderRefusal } from './inspector-page.ts'
import { renderComposer, renderMain, renderModal, renderThread } from './messages.ts'
import { addressOf, formatTime, type Page, type Parts, type Place, placesOf, slugOf } from './places.ts'

const STYLES = ['page', 'messages', 'blocks', 'inspector']

/** The whole document; `typed` fills the composer. Elements with data-region are redrawn by id. */
export const renderPage = (parts: Parts, page: Page, { typed = '', showsInspector = false }): Html => {
  const { person, place, thread, sidePerson } = page
  const { inspector, workspace } = parts
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
<body data-person="${slugOf(person)}" data-place="${place.name}"${thread && html` data-thread="${thread}"`}${sidePerson && html` data-beside`}>
<a class="skip" href="#${place.kind === 'home' ? 'messages' : 'say'}">Skip to what matters</a>
<nav class="sidebar" id="sidebar" popover aria-label="Workspace">
<h2 class="note">Playground</h2>
${renderPlaces(parts, page)}
<h2 class="note">You are</h2>
${renderPeople(parts, page)}
<button type="button" class="reset" commandfor="reset" command="show-modal">Start over …</button>
</nav>
<main>
<header class="head">
<button type="button" class="icon narrow" popovertarget="sidebar" aria-label="Channels and people">☰</button>
<h1>${place.title}</h1>
<span class="whose note">as ${person.name}</span>
<button type="button" class="icon" data-inspector aria-expanded="false" aria-controls="inspector">Inspector</button>
</header>
<p class="alert" role="alert"></p>
${renderRefusal(inspector.actions, person)}
${renderMain(parts, page)}
${!page.isSmall && renderGuide(parts, page)}
${place.kind !== 'home' && renderComposer(parts, page, { typed })}
</main>
${
  thread &&
  html`<aside class="thread" aria-label="Thread">
<header class="head"><h2>Thread</h2><a class="icon" href="${addressOf(person, place.name)}" aria-label="Close the thread">✕</a></header>
<p class="alert" role="alert"></p>
${renderThread(parts, page)}
${renderComposer(parts, page, { isThread: true })}
</aside>`
}
${
  sidePerson &&
  html`<aside class="thread" aria-label="As ${sidePerson.name}">
<header class="head"><h2>As ${sidePerson.name}</h2><a class="icon" href="${addressOf(person, place.name)}" aria-label="Close this pane">✕</a></header>
<iframe title="As ${sidePerson.name}" src="${addressOf(sidePerson, place.name, { say: '/resume web-prod', small: '' })}"></iframe>
</aside>`
}
<aside class="inspector" aria-labelledby="inspector-title">
<header class="head"><h2 id="inspector-title">Inspector</h2><button type="button" class="icon" data-inspector aria-label="Close the inspector">✕</button></header>
<section id="inspector" data-region aria-label="Inspector">${showsInspector && renderInspector(inspector.actions, person, workspace.nameOf)}</section>
</aside>
${renderModal(parts, page)}
<dialog id="reset" class="confirm" aria-labelledby="reset-title">
<h2 id="reset-title">Start over?</h2>
<p>Messages, Home tabs, open forms, the guide, the history and the links of accounts start over${parts.embedded && ', and so do the plans and all else in the scheduling service'}.</p>
<form method="dialog"><button value="no">Cancel</button> <button class="danger" value="yes" data-confirm>Start over</button></form>
</dialog>
</body>
</html>
`
}

const cityOf = (zone: string) => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone

const renderPeople = ({ workspace }: Parts, { person, place }: Page): Html => {
  const items = workspace.people.map((each, index) => {
    const details = `${each.description ? `${each.description} · ` : ''}${cityOf(each.zone)} ${formatTime(each.zone, workspace.now())}`
    return html`<li><a href="${addressOf(each, place.name)}"${each.id === person.id && html` aria-current="true"`}>
<span class="avatar person-${index}" aria-hidden="true">${each.name.slice(0, 1)}</span>
<span><b>${each.name}</b> <small>${details}</small></span></a></li>`
  })
  return html`<ul id="people" data-region>${items}</ul>`
}

const SIGNS: Record<Place['kind'], string> = { channel: '#', dm: '@', home: '⌂' }

const renderPlaces = ({ workspace }: Parts, { person, place: current }: Page): Html => {
  const items = placesOf(workspace, person).map(
    ({ name, kind, title }) =>
      html`<li><a href="${addressOf(person, name)}"${name === current.name && html` aria-current="page"`}>${SIGNS[kind]} ${title.replace('#', '')}</a></li>`,
  )
  return html`<ul>${items}</ul>`
}
