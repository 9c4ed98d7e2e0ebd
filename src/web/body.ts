import type { IncomingMessage } from 'node:http'

/**
 * The whole body of a request, or nothing when it is too long: what is left of it is dropped, so that the answer
 * arrives. Rejects with the request's own error when it breaks off.
 */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= limitBytes) chunks.push(chunk)
      else resolve(undefined)
    })
    request.once('end', () => resolve(Buffer.concat(chunks)))
    request.once('error', reject)
  })
}

/** How long a request says that its body is; 0 where it says nothing. */
export const lengthOf = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0)

/** Whether a request says that its body is a form, in whichever charset. */
export const isForm = (request: IncomingMessage): boolean =>
  request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ===
  'application/x-www-form-urlencoded'
