import { enter, press } from './send.js'

/** How long somebody may take from one part of a day to the next. */
const PAUSE_MS = 600

/** Days that are still being typed, by the id of the element. @type {Map<string, number>} */
const timers = new Map()

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return
  const choices = target.closest('.choices')
  if (choices instanceof HTMLElement) void choose(choices)
  else if (target.closest('.picker')) later(target)
})

document.addEventListener('focusout', ({ target }) => {
  if (target instanceof HTMLInputElement && timers.has(target.id)) void pick(target)
})

document.addEventListener('keydown', event => {
  const { target, key } = event
  if (key !== 'Enter' || !(target instanceof HTMLInputElement) || !timers.has(target.id)) return
  event.preventDefault()
  void pick(target)
})

/** @param {HTMLElement} choices */
async function choose(choices) {
  const boxes = [...choices.querySelectorAll('input')]
  const checked = boxes.flatMap(box => (box.checked ? [box.value] : []))
  const given = await enter(choices, checked, 'pick')
  if (!given) for (const box of boxes) box.checked = box.defaultChecked
}

/**
 * Every figure that is typed makes another day: the one that stands when its writer pauses counts.
 * @param {HTMLInputElement} picker
 */
function later(picker) {
  clearTimeout(timers.get(picker.id))
  timers.set(
    picker.id,
    setTimeout(() => void pick(picker), PAUSE_MS),
  )
}

/** @param {HTMLInputElement} picker */
async function pick(picker) {
  clearTimeout(timers.get(picker.id))
  timers.delete(picker.id)
  const { value } = picker
  const half = value.startsWith('0')
  if (half || value === '') return
  if (!(await press(picker, [value]))) picker.value = picker.defaultValue
}

/** Gives at once what was picked and still waits. */
export async function hurryPickers() {
  for (const id of [...timers.keys()]) {
    const picker = document.getElementById(id)
    if (picker instanceof HTMLInputElement) await pick(picker)
  }
}

/** Forgets what was picked and still waits. */
export function dropPickers() {
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
}
