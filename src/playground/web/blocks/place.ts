import { html } from 'hono/html'
import type { Html } from '../html.ts'
import type { Rendering } from './rendering.ts'

/** Where an element stands: what it is called in the page, to which its parts add a name (`partOf`), and the app's name for its block. */
export type Place = { id: string; block: string }

/** Where an element of an input stands. */
export type Asked = Place & {
  rendering: Rendering
  /** The elements that name and describe it. */
  labelledBy: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
  hasFocus: boolean
  /** Whether an Enter in it goes to the app by itself. */
  dispatches: boolean
}

/** By what the browser knows an element: the app's names for it, and whether what it is given goes to the app at once (`press`) or waits for a submit (`enter`). */
export const known = (place: Place, action: string, does: 'press' | 'enter'): Html =>
  html` data-does="${does}" data-block="${place.block}" data-action="${action}"`

/** What names and describes an element for those who do not see it. */
export const named = ({ labelledBy, describedBy }: Asked): Html =>
  html` aria-labelledby="${labelledBy}"${describedBy && html` aria-describedby="${describedBy}"`}`

/** Whether an element must be filled in, and whether it is so rightly. */
export const judged = ({ required, invalid }: Asked): Html =>
  html`${required && html` aria-required="true"`}${invalid && html` aria-invalid="true"`}`
