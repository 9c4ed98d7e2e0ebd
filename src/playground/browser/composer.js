import { ask, closest, on } from './requests.js'

/** A command at the start, or a name after an @, that is being typed. */
const WORD = /^(\/\S*)$|(?:^|\s)(@\w*)$/

const fields = [...document.querySelectorAll('.composer textarea')].filter(
  each => each instanceof HTMLTextAreaElement,
)

for (const field of fields)
  if (field.value === '') field.value = sessionStorage.getItem(draftKey(field)) ?? ''
const last = fields.at(-1)
last?.focus()
last?.setSelectionRange(last.value.length, last.value.length)
if (new URLSearchParams(location.search).has('say')) history.replaceState(null, '', location.pathname)

/** @param {HTMLTextAreaElement} field */
function draftKey(field) {
  return `${location.pathname} ${field.form?.dataset.thread ?? ''}`
}

/** @param {EventTarget | null} target */
const fieldAt = target => closest(target, '.composer')?.querySelector('textarea') ?? undefined

/** @param {HTMLTextAreaElement} field */
const offersOf = field => {
  const list = closest(field.form?.querySelector('.offers') ?? null, '.offers')
  const offers = [...(list?.children ?? [])].filter(each => each instanceof HTMLElement)
  return { list, offers, shown: offers.filter(({ hidden }) => !hidden) }
}

/**
 * Shows the offers that begin with what is typed, and marks the first; after a command its own, as a reminder.
 * @param {HTMLTextAreaElement} field
 */
function update(field) {
  sessionStorage.setItem(draftKey(field), field.value)
  const before = field.value.slice(0, field.selectionStart)
  const [, command, name] = WORD.exec(before) ?? []
  const word = (command ?? name ?? '').toLowerCase()
  const [, complete] = /^(\/\S+)\s/.exec(before) ?? []
  const { offers } = offersOf(field)
  for (const offer of offers) {
    const insert = offer.dataset.insert?.toLowerCase() ?? ''
    offer.hidden = word === '' ? insert !== complete : !insert.startsWith(word)
  }
  const { list, shown } = offersOf(field)
  if (list) list.hidden = shown.length === 0
  mark(field, word === '' ? undefined : shown[0])
}

/** @param {HTMLTextAreaElement} field @param {HTMLElement | undefined} marked */
function mark(field, marked) {
  for (const offer of offersOf(field).offers) offer.ariaSelected = String(offer === marked)
  if (marked) field.setAttribute('aria-activedescendant', marked.id)
  else field.removeAttribute('aria-activedescendant')
  marked?.scrollIntoView({ block: 'nearest' })
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
  const isSent = await ask({ do: 'say', place, text, thread })
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
  const { list, shown } = offersOf(field)
  const marked = shown.find(({ ariaSelected }) => ariaSelected === 'true')
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  const isComplete = field.value === marked?.dataset.insert
  if (marked && step) mark(field, shown[(shown.indexOf(marked) + step + shown.length) % shown.length])
  else if (marked && (key === 'Tab' || (key === 'Enter' && !isComplete))) insert(field, marked)
  else if (marked && list && key === 'Escape') {
    list.hidden = true
    for (const offer of shown) offer.hidden = true
    mark(field, undefined)
  } else if (key === 'Enter' && !shiftKey) void send(field)
  else return
  event.preventDefault()
})

on('pointerdown', '.offers [role=option]', (offer, event) => {
  const field = fieldAt(offer)
  event.preventDefault()
  if (field?.hasAttribute('aria-activedescendant')) insert(field, offer)
})
