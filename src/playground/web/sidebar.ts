import { html } from 'hono/html'
import { hourIn } from './clock.ts'
import type { Html } from './html.ts'
import type { Parts } from './parts.ts'
import { addressOf, type Page, type Place, placesOf } from './places.ts'

/** Whose page this is, and the way to be somebody else. */
export const renderPeople = (
  { workspace }: Parts,
  { person, place }: Page,
): Html => html`<ul id="people" class="people">
${workspace.people.map(
  (
    each,
    index,
  ) => html`<li><a href="${addressOf(each, place.name)}"${each.id === person.id && html` aria-current="true"`}>
<span class="avatar person-${index}" aria-hidden="true">${each.name.slice(0, 1)}</span>
<span><b>${each.name}</b> <small>${each.about && `${each.about} · `}${cityOf(each.zone)} ${hourIn(each.zone, workspace.now())}</small></span></a></li>`,
)}
</ul>`

const cityOf = (zone: string) => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone

/** Where this person can go: channels, the DM with the bot, its Home. */
export const renderPlaces = (parts: Parts, page: Page): Html => html`<ul id="places" class="places">
${placesOf(parts.workspace, page.person).map(place => link(parts, page, place))}
</ul>`

const link = ({ unread }: Parts, { person, place: here }: Page, place: Place): Html => {
  const isHere = place.name === here.name
  const count = isHere ? 0 : unread.count(person, place)
  return html`<li><a href="${addressOf(person, place.name)}"${isHere && html` aria-current="page"`}${count > 0 && html` class="unread"`}>${SIGNS[place.kind]} ${place.kind === 'channel' ? place.name : place.title}${count > 0 && html` <span class="count"><span class="unseen">unread: </span>${count}</span>`}</a></li>`
}

const SIGNS: Record<Place['kind'], string> = { channel: '#', dm: '@', home: '⌂' }
