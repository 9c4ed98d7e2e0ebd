/** A request that the service turns down: the HTTP status, and what is wrong in words for a person. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'Refusal'
    this.status = status
  }
}

export const invalid = (message: string): Refusal => new Refusal(400, message)

export const forbidden = (message: string): Refusal => new Refusal(403, message)

export const unknown = (message: string): Refusal => new Refusal(404, message)

/** Somebody's words inside a message, cut to what a person reads. */
export function quoted(words: string): string {
  const points = [...words]
  return `"${points.length > 60 ? `${points.slice(0, 59).join('')}…` : words}"`
}
