import { ask } from './ask.js'

/** The word that is being typed: a command at the beginning, or a name behind an @. */
const COMMAND = /^\/\S*$/
const NAME = /(?:^|\s)@(\w*)$/

for (const field of fields()) {
  const draft = sessionStorage.getItem(draftOf(field))
  if (field.value === '' && draft) field.value = draft
  grow(field)
}
// Who has a thread open answers there; when it is narrow, the thread is all that is seen.
const writing = fields().at(-1)
writing?.focus()
writing?.setSelectionRange(writing.value.length, writing.value.length)
if (new URLSearchParams(location.search).has('say')) history.replaceState(null, '', location.pathname)

function fields() {
  return [...document.querySelectorAll('.composer textarea')].filter(
    each => each instanceof HTMLTextAreaElement,
  )
}

/** @param {HTMLTextAreaElement} field */
function draftOf(field) {
  return `${location.pathname} ${field.form?.dataset.thread ?? ''}`
}

/** @param {HTMLTextAreaElement} field */
function grow(field) {
  field.rows = Math.min(8, field.value.split('\n').length)
}

/** @param {EventTarget | null} target */
function composing(target) {
  return target instanceof HTMLTextAreaElement && target.closest('.composer') ? target : undefined
}

/** @param {HTMLTextAreaElement} field */
const offersOf = field =>
  [...(field.form?.querySelectorAll('[role=option]') ?? [])].filter(each => each instanceof HTMLElement)

/** @param {HTMLTextAreaElement} field */
const shownOf = field => offersOf(field).filter(each => !each.hidden)

/** @param {HTMLTextAreaElement} field */
const isChoosing = field => field.hasAttribute('aria-activedescendant')

/**
 * Shows what can be meant by what was typed; behind a command, what it takes.
 * @param {HTMLTextAreaElement} field
 */
function offer(field) {
  const before = field.value.slice(0, field.selectionStart)
  const [word = ''] = COMMAND.exec(before) ?? []
  const name = NAME.exec(before)?.[1]?.toLowerCase()
  const taking = /^(\/\S+)\s/.exec(before)?.[1]
  for (const each of offersOf(field)) {
    const { insert = '' } = each.dataset
    const isMeant = word
      ? insert.startsWith(word)
      : name !== undefined && insert.slice(1).toLowerCase().startsWith(name)
    each.hidden = insert.startsWith('/')
      ? !(word ? isMeant : insert === taking)
      : !(name !== undefined && isMeant)
  }
  const shown = shownOf(field)
  const choosing = shown.length > 0 && (word !== '' || name !== undefined)
  const list = field.form?.querySelector('[role=listbox]')
  if (list instanceof HTMLElement) list.hidden = shown.length === 0
  mark(field, choosing ? shown[0] : undefined)
}

/**
 * @param {HTMLTextAreaElement} field
 * @param {HTMLElement | undefined} chosen
 */
function mark(field, chosen) {
  for (const each of offersOf(field)) each.setAttribute('aria-selected', String(each === chosen))
  if (chosen) field.setAttribute('aria-activedescendant', chosen.id)
  else field.removeAttribute('aria-activedescendant')
  chosen?.scrollIntoView({ block: 'nearest' })
}

/** @param {HTMLTextAreaElement} field */
const marked = field => shownOf(field).find(each => each.getAttribute('aria-selected') === 'true')

/**
 * Puts an offer in the place of what was typed of it.
 * @param {HTMLTextAreaElement} field
 * @param {HTMLElement} chosen
 */
function insert(field, chosen) {
  const before = field.value.slice(0, field.selectionStart)
  const kept = before.replace(/\S*$/, '')
  const words = `${kept}${chosen.dataset.insert} `
  field.value = words + field.value.slice(field.selectionStart)
  field.setSelectionRange(words.length, words.length)
  field.focus()
  changed(field)
}

/** @param {HTMLTextAreaElement} field */
function changed(field) {
  sessionStorage.setItem(draftOf(field), field.value)
  grow(field)
  offer(field)
}

/** @param {HTMLTextAreaElement} field */
async function send(field) {
  const text = field.value
  const { place, thread } = field.form?.dataset ?? {}
  if (text.trim() === '') return
  field.value = ''
  changed(field)
  const sent = await ask({ do: 'say', place, text, thread })
  if (sent || field.value !== '') return
  field.value = text
  changed(field)
}

document.addEventListener('input', ({ target }) => {
  const field = composing(target)
  if (field) changed(field)
})

document.addEventListener('submit', event => {
  const field = event.target instanceof HTMLFormElement && composing(event.target.querySelector('textarea'))
  if (!field) return
  event.preventDefault()
  void send(field)
})

document.addEventListener('keydown', event => {
  const field = composing(event.target)
  if (!field || event.isComposing) return
  const chosen = isChoosing(field) ? marked(field) : undefined
  if (chosen && pick(field, chosen, event.key)) return event.preventDefault()
  if (event.key !== 'Enter' || event.shiftKey) return
  event.preventDefault()
  void send(field)
})

/**
 * Goes through the offers, takes one, or lets them be.
 * @param {HTMLTextAreaElement} field
 * @param {HTMLElement} chosen
 * @param {string} key
 * @returns {boolean} whether the key meant that
 */
function pick(field, chosen, key) {
  const shown = shownOf(field)
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (step) {
    mark(field, shown[(shown.indexOf(chosen) + step + shown.length) % shown.length])
    return true
  }
  if (key === 'Escape') {
    for (const each of shown) each.hidden = true
    mark(field, undefined)
    field.form?.querySelector('[role=listbox]')?.setAttribute('hidden', '')
    return true
  }
  if (key !== 'Tab' && (key !== 'Enter' || field.value === chosen.dataset.insert)) return false
  insert(field, chosen)
  return true
}

document.addEventListener('pointerdown', event => {
  const option = event.target instanceof Element ? event.target.closest('.offers [role=option]') : null
  const field = composing(option?.closest('form')?.querySelector('textarea') ?? null)
  if (!field || !(option instanceof HTMLElement)) return
  event.preventDefault()
  if (isChoosing(field)) insert(field, option)
})
