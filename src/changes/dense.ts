import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { onceOf } from '../core/derived.ts'

/** What is shorter takes as long to be packed as to be sealed and written as it is. */
const LONG = 1000

/** As much memory as an ordinary list takes: zlib's own quarter of a megabyte each time costs more than the packing. */
const LITTLE = { level: 1, memLevel: 4, windowBits: 12, chunkSize: 2048 }

/** JSON never begins so. */
const PACKED = 'z'

/**
 * An answer as its JSON, packed where it is long: the names and hours of many plans are much alike, and are a tenth as long
 * then. What the people of an organization are all told is packed once.
 */
export const dense: (answer: object) => string = onceOf(answer => {
  const json = JSON.stringify(answer)
  return json.length > LONG ? `${PACKED}${deflateRawSync(json, LITTLE).toString('base64')}` : json
})

/** The JSON of which `dense` made a text; no JSON where it was not `dense` that made it. */
export function roomy(text: string): string {
  if (!text.startsWith(PACKED)) return text
  try {
    return inflateRawSync(Buffer.from(text.slice(1), 'base64')).toString()
  } catch {
    return ''
  }
}
