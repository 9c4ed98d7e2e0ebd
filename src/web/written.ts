import { onceOf } from '../core/derived.ts'

/** What is sent, as the bytes of its JSON: what never changes is written once, however often it is sent. */
export const bytesOf: (content: object) => Buffer = onceOf(content => Buffer.from(JSON.stringify(content)))
