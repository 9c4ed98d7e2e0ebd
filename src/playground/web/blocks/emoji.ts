import { html } from 'hono/html'
import { emojiOf } from '../../../language/emoji.ts'
import type { Html } from '../html.ts'

/** A name between colons, with the tone of its skin where it has one. */
export const SHORTCODE = /:([a-z0-9_+'-]+):(?::skin-tone-([2-6]):)?/

/** A match of `SHORTCODE` as an emoji with its name for those who do not see it; undefined where there is none. */
export const renderEmoji = (name: string, tone?: string): Html | undefined => {
  const found = emojiOf(name, tone)
  if (!found) return undefined
  return html`<span class="emoji" role="img" aria-label="${name.replaceAll(/[_-]/g, ' ')}">${found}</span>`
}
