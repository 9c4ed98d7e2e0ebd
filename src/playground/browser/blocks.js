import './buttons.js'
import './combobox.js'
import './focus.js'
import './menu.js'
import './typing.js'
import { hurryPickers } from './choices.js'
import { flush as flushTyped } from './send.js'

/** Sends whatever was put into inputs and still waits; done when all of it has arrived. */
export async function flush() {
  await hurryPickers()
  await flushTyped()
}
