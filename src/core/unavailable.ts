/** Something that the bot needs cannot be used; the message says why, without secrets. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

/** It is not what was meant, such as another service: waiting does not help, only other settings do. */
export class Misconfigured extends Unavailable {
  override name = 'Misconfigured'
}
