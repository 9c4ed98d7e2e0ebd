import { html } from 'hono/html'
import { bot } from '../workspace.ts'
import type { Html } from './html.ts'
import type { Parts } from './parts.ts'
import type { Page } from './places.ts'
import { shortcutsMenu } from './shortcuts.ts'

/** Where a person writes: `/` offers the commands, `@` the people; in a thread there are no commands, as in Slack. */
export const renderComposer = (parts: Parts, page: Page, { typed = '', thread = false } = {}): Html => {
  const id = thread ? 'reply' : 'say'
  const label = thread ? 'Reply …' : `Message ${page.place.title}`
  return html`<form class="composer" id="${id}-form" data-place="${page.place.name}"${thread && html` data-thread="${page.thread}"`}>
<ul class="offers" id="${id}-offers" role="listbox" aria-label="Commands and people" hidden>
${!thread && commandOffers(parts)}${peopleOffers(parts, page)}
</ul>
<textarea id="${id}" rows="1" aria-label="${label}" placeholder="${thread ? label : `${label} – type / for commands`}" aria-haspopup="listbox" aria-controls="${id}-offers" aria-autocomplete="list" autocomplete="off" spellcheck="false" maxlength="4000">${typed}</textarea>
${!thread && shortcutsMenu(parts)}
<button class="send" aria-label="Send">➤</button>
</form>`
}

const commandOffers = ({ manifest }: Parts): Html[] =>
  manifest.slash_commands.map(
    ({ command, usage_hint, description }) =>
      html`<li role="option" id="offer-${command.slice(1)}" data-insert="${command}" aria-selected="false" hidden><b>${command}</b> <span class="hint">${usage_hint}</span> <small>${description}</small></li>`,
  )

const peopleOffers = ({ workspace }: Parts, { place, thread }: Page): Html[] =>
  [{ id: bot.user, name: 'Dayshift' }, ...workspace.people].map(
    ({ id, name }) =>
      html`<li role="option" id="offer-${thread ? 'reply' : 'say'}-${id}-${place.name}" data-insert="@${name}" aria-selected="false" hidden><b>@${name}</b>${id === bot.user && html` <small>the bot</small>`}</li>`,
  )
