import { html } from 'hono/html'
import { bot, type Message } from '../workspace.ts'
import type { Html } from './html.ts'
import type { Parts } from './parts.ts'
import { addressOf, type Page } from './places.ts'

/** What can be done with a message, in a menu of its own. */
export const menuOf = ({ manifest }: Parts, page: Page, message: Message, kind: string): Html => {
  const id = `menu-${kind}-${message.channel}-${message.ts}`
  const items = message.only
    ? [html`<button type="button" role="menuitem" data-dismiss="${message.ts}">Dismiss message</button>`]
    : [
        html`<a role="menuitem" href="${addressOf(page.person, page.place.name, { thread: message.thread_ts ?? message.ts })}">Reply in thread</a>`,
        ...manifest.shortcuts
          .filter(({ type }) => type === 'message')
          .map(
            ({ callback_id, name, description }) =>
              html`<button type="button" role="menuitem" data-shortcut="${callback_id}" data-message="${message.ts}">${name} <small>${description}</small></button>`,
          ),
      ]
  return html`<button type="button" class="more" popovertarget="${id}" aria-label="More actions for this message${message.user === bot.user && ' of Dayshift'}">⋯</button>
<div popover class="menu" role="menu" id="${id}" aria-label="More actions">${items}</div>`
}

/** The shortcuts that can be chosen anywhere, in a menu of the composer. */
export const shortcutsMenu = ({
  manifest,
}: Parts): Html => html`<button type="button" class="icon" popovertarget="shortcuts" aria-label="Shortcuts">⚡</button>
<div popover class="menu" role="menu" id="shortcuts" aria-label="Shortcuts">
${manifest.shortcuts
  .filter(({ type }) => type === 'global')
  .map(
    ({ callback_id, name, description }) =>
      html`<button type="button" role="menuitem" data-shortcut="${callback_id}">${name} <small>${description}</small></button>`,
  )}
</div>`
