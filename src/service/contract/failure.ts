import { z } from 'zod'
import { count, layers, loose, members } from './answer.ts'

/** Assumed: an error says what is wrong in `message`, `error` (as text) or `error.message`. */
function messageOf(answer: unknown): unknown {
  const said = layers(answer).flatMap(layer => [layer.message, layer.error, members(layer.error).message])
  return said.find(words => typeof words === 'string' && words.trim() !== '')
}

/** Reads the status and the service's own words from the body of an error; both may be missing. */
export const errorAnswer = z.preprocess(
  answer => ({ status: members(answer).status, message: messageOf(answer) }),
  z.object({ status: loose(count), message: loose(z.string()) }),
)
