import { html } from 'hono/html'
import { bot, type Message, type Person, slackbot } from '../workspace.ts'
import { renderBlocks } from './blocks/blocks.ts'
import { renderMrkdwn } from './blocks/mrkdwn.ts'
import { dayIn, hourIn, instantOf } from './clock.ts'
import { renderingFor } from './drawing.ts'
import type { Html } from './html.ts'
import type { Parts } from './parts.ts'
import type { Page } from './places.ts'
import { menuOf } from './shortcuts.ts'

/** What a person reads in a channel or in the DM, without what stands in threads; a line for every new day. */
export const renderMessages = (parts: Parts, page: Page): Html => {
  const all = parts.workspace.read(page.place.channel, page.person.id)
  const shown = all.filter(each => !each.thread_ts || each.thread_ts === each.ts)
  return html`<ol id="messages" class="messages" aria-live="polite" aria-label="Messages in ${page.place.title}" tabindex="0">
${shown.length === 0 ? html`<li class="nothing">${empty(page)}</li>` : list(parts, page, shown, all)}
</ol>`
}

/** The first message of a thread, and what was answered below it. */
export const renderThread = (parts: Parts, page: Page): Html => {
  const all = parts.workspace.read(page.place.channel, page.person.id)
  const shown = all.filter(each => each.ts === page.thread || each.thread_ts === page.thread)
  return html`<ol id="replies" class="messages" aria-live="polite" aria-label="Thread" tabindex="0">
${shown.map(message => one(parts, page, message, { kind: 'reply' }))}
</ol>`
}

const empty = ({ place }: Page): string =>
  place.kind === 'dm'
    ? 'This is where you and Dayshift talk in private. Say “help”, or what you would say after /dayshift.'
    : `Nothing has been said in ${place.title} yet. Type / to see what Dayshift can do.`

const list = (parts: Parts, page: Page, shown: Message[], all: Message[]) => {
  const replies = Map.groupBy(
    all.filter(each => each.ts !== each.thread_ts),
    each => each.thread_ts,
  )
  let day = ''
  return shown.map(message => {
    const today = dayIn(page.person.zone, instantOf(message.ts))
    const isNew = today !== day
    day = today
    const line = isNew
      ? html`<li class="day" id="day-${today.replaceAll(' ', '-')}"><span>${today}</span></li>`
      : ''
    return html`${line}${one(parts, page, message, { kind: 'message', replies: replies.get(message.ts)?.length })}`
  })
}

/** Where a message is drawn: in a channel, with so many `replies`, or in its thread. */
type Shown = { kind: 'message' | 'reply'; replies?: number | undefined }

const one = (parts: Parts, page: Page, message: Message, { kind, replies = 0 }: Shown): Html => {
  const at = `message:${message.channel}:${message.ts}`
  const author = authorOf(parts.workspace.people, message)
  const instant = instantOf(message.ts)
  const rendering = renderingFor(parts, page.person, at)
  return html`<li class="message${message.only && ' only'}" id="${kind}-${message.channel}-${message.ts}" data-at="${at}">
<span class="avatar ${author.look}" aria-hidden="true">${author.name.slice(0, 1)}</span>
<div class="said">
<p class="byline"><b>${author.name}</b>${author.isApp && html` <span class="app">APP</span>`} <time datetime="${instant.toISOString()}">${hourIn(page.person.zone, instant)}</time></p>
${message.only && html`<p class="only-you">Only visible to you</p>`}
${message.blocks.length > 0 ? renderBlocks(message.blocks, rendering) : html`<div class="words">${renderMrkdwn(message.text, rendering)}</div>`}
${message.edited && html`<p class="edited">(edited)</p>`}
${replies > 0 && html`<p><a class="replies" href="?thread=${message.ts}">${replies} ${replies === 1 ? 'reply' : 'replies'}</a></p>`}
</div>
${menuOf(parts, page, message, kind)}
</li>`
}

/** Who wrote a message, and how they look. */
const authorOf = (people: readonly Person[], { user }: Message) => {
  if (user === bot.user) return { name: 'Dayshift', look: 'bot', isApp: true }
  if (user === slackbot) return { name: 'Slackbot', look: 'slackbot', isApp: false }
  const index = people.findIndex(({ id }) => id === user)
  return { name: people[index]?.name ?? 'Somebody', look: `person-${index}`, isApp: false }
}
