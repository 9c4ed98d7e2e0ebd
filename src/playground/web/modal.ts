import { html } from 'hono/html'
import { renderBlocks } from './blocks/blocks.ts'
import { renderingFor } from './drawing.ts'
import { renderTokenIn } from './guide.ts'
import type { Html } from './html.ts'
import type { Parts } from './parts.ts'
import type { Page } from './places.ts'

/** The modal before a person, if there is one. */
export const renderModal = (parts: Parts, { person }: Page): Html => {
  const view = parts.modals.opened(person.id)
  if (!view) return html`<div id="modal"></div>`
  const { id, title, submit, close, blocks } = view
  return html`<div id="modal">
<dialog id="view-${id}" class="modal" data-at="view:${id}" aria-labelledby="title-${id}">
<form id="form-${id}" data-submit="${id}" novalidate>
<header><h2 id="title-${id}">${title.text}</h2><button type="button" class="icon" data-close="${id}" aria-label="Close ${title.text}">✕</button></header>
<div class="view" id="fields-${id}">
${renderBlocks(blocks, renderingFor(parts, person, `view:${id}`, view))}
${renderTokenIn(parts, person, view)}
</div>
<p class="alert" role="alert" id="alert-${id}"></p>
<footer>
<button type="button" data-close="${id}">${close?.text ?? 'Close'}</button>
${submit && html`<button class="primary" id="submit-${id}">${submit.text}</button>`}
</footer>
</form>
</dialog>
</div>`
}

/** The bot's App Home as it was published for a person. */
export const renderHome = (parts: Parts, { person }: Page): Html => {
  const home = parts.modals.home(person.id)
  return html`<section id="messages" class="home" aria-label="Home of Dayshift" tabindex="0"${home && html` data-at="view:${home.id}"`}>
${home ? renderBlocks(home.blocks, renderingFor(parts, person, `view:${home.id}`, home)) : html`<p class="nothing">Dayshift is drawing its Home …</p>`}
</section>`
}
