import { html } from 'hono/html'
import type { Accessory, Control, Interactive } from '../../elements.ts'
import type { Html } from '../html.ts'
import { renderButton, renderOverflow } from './buttons.ts'
import { renderChoices } from './choices.ts'
import { renderPicker } from './pickers.ts'
import type { Place } from './rendering.ts'
import { renderSelect } from './selects.ts'
import { renderWritten } from './written.ts'

type Image = Extract<Accessory, { type: 'image' }>

/** A picture from elsewhere; what cannot be fetched over https is told in words alone. */
export const renderImage = ({ image_url, alt_text }: Pick<Image, 'image_url' | 'alt_text'>): Html =>
  /^(https:|data:image\/)/.test(image_url)
    ? html`<img src="${image_url}" alt="${alt_text}" referrerpolicy="no-referrer">`
    : html`<span class="image" role="img" aria-label="${alt_text}">${alt_text}</span>`

/** One element of a block; `held` is what stands in it, in the shape of `state.values`. */
export const renderElement = (
  element: Interactive | Accessory | Control,
  held: unknown,
  place: Place,
): Html => {
  switch (element.type) {
    case 'image':
      return renderImage(element)
    case 'button':
      return renderButton(element, place)
    case 'overflow':
      return renderOverflow(element, place)
    case 'static_select':
    case 'external_select':
    case 'users_select':
    case 'conversations_select':
    case 'channels_select':
    case 'multi_static_select':
    case 'multi_external_select':
    case 'multi_users_select':
      return renderSelect(element, held, place)
    case 'datepicker':
    case 'timepicker':
      return renderPicker(element, held, place)
    case 'checkboxes':
    case 'radio_buttons':
      return renderChoices(element, held, place)
    case 'plain_text_input':
    case 'number_input':
    case 'email_text_input':
    case 'url_text_input':
      return renderWritten(element, held, place)
  }
}
