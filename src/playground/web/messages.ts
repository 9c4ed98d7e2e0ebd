import { html } from 'hono/html'
import { type Html, renderMrkdwn } from '../../web/mrkdwn-html.ts'
import { choicesOf } from '../controls.ts'
import { bot, type Message, type Person } from '../local-workspace.ts'
import type { OpenView } from '../modals.ts'
import { type BlockContext, renderBlocks } from './block-html.ts'
import { renderTokenIn } from './guide.ts'
import { addressOf, formatDay, formatMoment, formatTime, type Page, type Parts } from './places.ts'

/** A channel or DM without thread replies, or the Home tab. */
export const renderMain = (parts: Parts, page: Page): Html => {
  if (page.place.kind === 'home') return renderHome(parts, page)
  const { title, kind, channel } = page.place
  const all = parts.workspace.read(channel, page.person.id)
  const topLevel = all.filter(({ thread_ts, ts }) => !thread_ts || thread_ts === ts)
  const empty =
    kind === 'dm'
      ? 'This is where you and Dayshift talk in private. Say “help”, or what you would say after /dayshift.'
      : `Nothing has been said in ${title} yet. Type / to see what Dayshift can do.`
  return html`<ol id="messages" class="messages" data-region aria-live="polite" aria-label="Messages in ${title}" tabindex="0">
${topLevel.length === 0 ? html`<li class="empty note">${empty}</li>` : renderDays(parts, page, topLevel, all)}
</ol>`
}

export const renderThread = (parts: Parts, page: Page): Html => {
  const all = parts.workspace.read(page.place.channel, page.person.id)
  const thread = all.filter(({ ts, thread_ts }) => ts === page.thread || thread_ts === page.thread)
  return html`<ol id="replies" class="messages" data-region aria-live="polite" aria-label="Thread" tabindex="0">
${thread.map(message => renderMessage(parts, page, message, 'reply'))}
</ol>`
}

const sentAt = (ts: string): Date => new Date(Number(ts.split('.')[0]) * 1000)

const renderDays = (parts: Parts, page: Page, topLevel: Message[], all: Message[]) => {
  const replies = Map.groupBy(all, ({ ts, thread_ts }) => (thread_ts === ts ? undefined : thread_ts))
  let day = ''
  return topLevel.map(message => {
    const previous = day
    day = formatDay(page.person.zone, sentAt(message.ts))
    const dayHeading =
      day !== previous &&
      html`<li class="day note" id="day-${day.replaceAll(' ', '-')}"><span>${day}</span></li>`
    return html`${dayHeading}${renderMessage(parts, page, message, 'message', replies.get(message.ts)?.length)}`
  })
}

const renderMessage = (parts: Parts, page: Page, message: Message, kind: string, replies = 0): Html => {
  const { channel, ts, text, blocks, only, edited, user } = message
  const at = `message:${channel}:${ts}`
  const id = `${kind}-${channel}-${ts}`
  const author = parts.workspace.nameOf(user) ?? 'Slackbot'
  const avatarClass =
    user === bot.user ? 'bot' : `person-${parts.workspace.people.findIndex(({ id }) => id === user)}`
  const instant = sentAt(ts)
  const context = contextFor(parts, page.person, at)
  return html`<li class="message${only && ' only'}" id="${id}" data-at="${at}">
<span class="avatar ${avatarClass}" aria-hidden="true">${author.slice(0, 1)}</span>
<div class="said">
<p><b>${author}</b>${user === bot.user && html` <span class="app">APP</span>`} <time datetime="${instant.toISOString()}">${formatTime(page.person.zone, instant)}</time></p>
${only && html`<p class="note">Only visible to you</p>`}
${blocks.length > 0 ? renderBlocks(blocks, context) : html`<div class="text">${renderMrkdwn(text, context)}</div>`}
${edited && html`<p class="note">(edited)</p>`}
${replies > 0 && html`<p><a class="replies" href="?thread=${ts}">${replies} ${replies === 1 ? 'reply' : 'replies'}</a></p>`}
</div>
${!only && renderMessageMenu(parts, page, message, `menu-${id}`)}
</li>`
}

/** The shortcuts of a type as menu items; `message` is the timestamp of the message they apply to. */
const shortcutItems = ({ manifest }: Parts, type: 'message' | 'global', message?: string) =>
  manifest.shortcuts
    .filter(shortcut => shortcut.type === type)
    .map(
      ({ callback_id, name, description }) =>
        html`<button type="button" data-shortcut="${callback_id}"${message && html` data-message="${message}"`}>${name} <small>${description}</small></button>`,
    )

const renderMessageMenu = (parts: Parts, { person, place }: Page, message: Message, id: string): Html => {
  const { ts, thread_ts, user } = message
  const thread = addressOf(person, place.name, { thread: thread_ts ?? ts })
  return html`<button type="button" class="more" popovertarget="${id}" aria-label="More actions for this message${user === bot.user && ' of Dayshift'}">⋯</button>
<div popover class="popup menu" id="${id}" aria-label="More actions"><a href="${thread}" autofocus>Reply in thread</a>${shortcutItems(parts, 'message', ts)}</div>`
}

/** The message field: `/` offers commands, `@` offers people. Threads have no commands, as in Slack. */
export const renderComposer = (parts: Parts, page: Page, { typed = '', isThread = false } = {}): Html => {
  const { place, thread } = page
  const id = isThread ? 'reply' : 'say'
  const label = isThread ? 'Reply …' : `Message ${place.title}`
  const offer = (key: string, insert: string, details: Html | string) =>
    html`<li role="option" id="${id}-offer-${key}" data-insert="${insert}" aria-selected="false" hidden><b>${insert}</b> ${details}</li>`
  const commands = parts.manifest.slash_commands.map(({ command, usage_hint, description }) =>
    offer(
      command.slice(1),
      command,
      html`<span class="note">${usage_hint}</span> <small>${description}</small>`,
    ),
  )
  const people = [
    offer(bot.user, '@Dayshift', html`<small>the bot</small>`),
    ...parts.workspace.people.map(person => offer(person.id, `@${person.name}`, '')),
  ]
  return html`<form class="composer" data-place="${place.name}"${isThread && html` data-thread="${thread}"`}>
<ul class="popup offers" id="${id}-offers" role="listbox" aria-label="Commands and people">${!isThread && commands}${people}</ul>
<textarea id="${id}" rows="1" aria-label="${label}" placeholder="${isThread ? label : `${label} – type / for commands`}" aria-haspopup="listbox" aria-controls="${id}-offers" aria-autocomplete="list" autocomplete="off" spellcheck="false" maxlength="4000">${typed}</textarea>
${
  !isThread &&
  html`<button type="button" class="icon" popovertarget="shortcuts" aria-label="Shortcuts">⚡</button>
<div popover class="popup menu" id="shortcuts" aria-label="Shortcuts">${shortcutItems(parts, 'global')}</div>`
}
<button aria-label="Send">➤</button>
</form>`
}

export const renderModal = (parts: Parts, { person }: Page): Html => {
  const view = parts.modals.modal(person.id)
  if (!view) return html`<div id="modal" data-region></div>`
  const { id, title, submit, close, blocks } = view
  return html`<div id="modal" data-region>
<dialog id="view-${id}" class="modal" data-at="view:${id}" aria-labelledby="title-${id}">
<form id="form-${id}" novalidate>
<header><h2 id="title-${id}">${title.text}</h2><button type="button" class="icon" data-close aria-label="Close ${title.text}">✕</button></header>
<div class="view" id="fields-${id}">
${renderBlocks(blocks, contextFor(parts, person, `view:${id}`, view))}
${renderTokenIn(parts, person, view)}
</div>
<p class="alert" role="alert" id="alert-${id}"></p>
<footer>
<button type="button" data-close>${close?.text ?? 'Close'}</button>
${submit && html`<button class="primary" id="submit-${id}">${submit.text}</button>`}
</footer>
</form>
</dialog>
</div>`
}

const renderHome = (parts: Parts, { person }: Page): Html => {
  const home = parts.modals.home(person.id)
  const at = `view:${home?.id}`
  return html`<section id="messages" class="home" data-region aria-label="Dayshift · Home" tabindex="0" data-at="${at}">
${home ? renderBlocks(home.blocks, contextFor(parts, person, at, home)) : html`<p class="note">Dayshift is drawing its Home …</p>`}
</section>`
}

const contextFor = (parts: Parts, person: Person, at: string, view?: OpenView): BlockContext => {
  const { workspace, modals } = parts
  return {
    at,
    me: person.id,
    nameOf: workspace.nameOf,
    channelOf: id => workspace.channel(id)?.name,
    momentOf: at => formatMoment(person.zone, at, workspace.now()),
    inputValue: input => view && modals.inputValue(view, input),
    choicesOf: control => choicesOf(control, workspace),
    errors: view ? parts.person(person.id).errors : {},
  }
}
