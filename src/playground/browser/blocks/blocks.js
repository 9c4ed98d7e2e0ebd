import './buttons.js'
import './combobox.js'
import './focus.js'
import './typing.js'
import { dropPickers, hurryPickers } from './choices.js'
import { drop as dropTyped, flush as flushTyped } from './send.js'

/** Sends whatever was put into inputs and still waits; done when all of it has arrived. */
export async function flush() {
  await hurryPickers()
  await flushTyped()
}

/** Forgets whatever was put into inputs and still waits; done when what went before has arrived. */
export async function drop() {
  dropPickers()
  await dropTyped()
}
