import { fingerprint } from '../core/args.ts'

/** An id that leaves room for a name in an option's value: a long one is replaced by its digest. */
export const shortId = (id: string): string =>
  JSON.stringify(id).length <= MAX_ID_LENGTH ? id : fingerprint(id)

/** In characters of JSON. */
const MAX_ID_LENGTH = 80
