import { findActive, moveActive, optionsIn, setActive } from './listbox.js'
import { closest, on, perform } from './requests.js'

/** The command at the start, or the name after an @, that is being typed. */
const WORD = /^(\/\S*)$|(?:^|\s)(@\w*)$/

// A link may have filled the field: the caret goes behind its text, and a reload leaves the field empty.
const say = document.querySelector('#say')
if (say instanceof HTMLTextAreaElement) say.setSelectionRange(say.value.length, say.value.length)
if (new URLSearchParams(location.search).has('say')) history.replaceState(null, '', location.pathname)

/** @param {EventTarget | null} target */
const fieldAt = target => closest(target, '.composer')?.querySelector('textarea') ?? undefined

/** @param {HTMLTextAreaElement} field */
const listOf = field => field.form?.querySelector('.offers')

/**
 * Shows the offers that begin with the typed word, the first one active; after a command its own.
 * @param {HTMLTextAreaElement} field
 */
function update(field) {
  const before = field.value.slice(0, field.selectionStart)
  const [, command, name] = WORD.exec(before) ?? []
  const word = (command ?? name ?? '').toLowerCase()
  const [, complete] = /^(\/\S+)\s/.exec(before) ?? []
  const offers = optionsIn(listOf(field))
  for (const offer of offers) {
    const insert = offer.dataset.insert?.toLowerCase() ?? ''
    offer.hidden = word === '' ? insert !== complete : !insert.startsWith(word)
  }
  setActive(field, listOf(field), word === '' ? undefined : offers.find(({ hidden }) => !hidden))
}

/** Replaces the typed word by an offer. @param {HTMLTextAreaElement} field @param {HTMLElement} offer */
function insert(field, offer) {
  const start = field.value.slice(0, field.selectionStart).replace(/\S*$/, '').length
  field.setRangeText(`${offer.dataset.insert} `, start, field.selectionStart, 'end')
  field.focus()
  update(field)
}

/** @param {HTMLTextAreaElement} field */
async function send(field) {
  const text = field.value
  const { place, thread } = field.form?.dataset ?? {}
  if (text.trim() === '') return
  field.value = ''
  update(field)
  // The answer comes below, also for a person who has scrolled up.
  const list = closest(field, 'main, .thread')?.querySelector('.messages')
  list?.scrollTo(0, list.scrollHeight)
  const isSent = await perform({ do: 'say', place, text, thread })
  if (isSent || field.value !== '') return
  field.value = text
  update(field)
}

on('input', '.composer', form => {
  const field = fieldAt(form)
  if (field) update(field)
})

on('submit', '.composer', (form, event) => {
  const field = fieldAt(form)
  event.preventDefault()
  if (field) void send(field)
})

on('keydown', '.composer textarea', (element, event) => {
  const { key, shiftKey, isComposing } = event
  const field = fieldAt(element)
  if (!field || isComposing) return
  const list = listOf(field)
  const active = findActive(list)
  const isComplete = field.value === active?.dataset.insert
  if (active && (key === 'Tab' || (key === 'Enter' && !isComplete))) insert(field, active)
  else if (active && key === 'Escape') {
    for (const offer of optionsIn(list)) offer.hidden = true
    setActive(field, list)
  } else if (key === 'Enter' && !shiftKey) void send(field)
  else if (!active || !moveActive(field, list, key)) return
  event.preventDefault()
})

on('pointerdown', '.offers [role=option]', (offer, event) => {
  const field = fieldAt(offer)
  event.preventDefault()
  if (field && findActive(listOf(field))) insert(field, offer)
})
