/** Something that the bot needs cannot be used. Why stands in the message, in words for whoever may ask: without secrets. */
export class Unfit extends Error {
  override name = 'Unfit'
}

/** That which is asked is not what was meant: no waiting mends it, but somebody who sets it right. */
export class Mistaken extends Unfit {
  override name = 'Mistaken'
}
