import { html } from 'hono/html'
import type { Html } from '../html.ts'
import type { Place } from './rendering.ts'

/** By what the browser knows an element: the app's names for it, and what is done with it. */
export const known = (place: Place, action: string): Html =>
  html` data-does="${place.does}" data-block="${place.block}" data-action="${action}"`

/** What names and describes an element for those who do not see it; `name` where nothing in the page names it. */
export const named = (place: Place, name: string | undefined): Html => {
  const label = place.labelledBy
    ? html` aria-labelledby="${place.labelledBy}"`
    : html` aria-label="${name ?? 'Choose'}"`
  const about = place.describedBy && html` aria-describedby="${place.describedBy}"`
  return html`${label}${about}`
}

/** Whether an element must be filled in, and whether it is so rightly. */
export const judged = ({ required, invalid }: Place): Html =>
  html`${required && html` aria-required="true"`}${invalid && html` aria-invalid="true"`}`
