/** The first whole HTTP/1.1 message in some bytes: its head, where its body begins and ends; nothing while it is not whole. */
export function messageIn(
  bytes: Buffer,
): { head: string; from: number; end: number; next: number } | undefined {
  const at = bytes.indexOf('\r\n\r\n')
  if (at < 0) return undefined
  const head = bytes.toString('latin1', 0, at + 2)
  const from = at + 4
  const length = LENGTH.exec(head)?.[1]
  if (length !== undefined) {
    const end = from + Number(length)
    return bytes.length < end ? undefined : { head, from, end, next: end }
  }
  if (!CHUNKED.test(head)) return { head, from, end: from, next: from }
  // One message is under way at a time, so what ends like the last chunk is the last chunk.
  const whole = bytes.length - LAST.length >= from - 2 && bytes.subarray(-LAST.length).equals(LAST)
  return whole ? { head, from, end: bytes.length - LAST.length, next: bytes.length } : undefined
}

/** What has come so far, with what comes now. */
export function joined(held: Buffer, chunk: Buffer | string): Buffer {
  const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
  return held.length === 0 ? bytes : Buffer.concat([held, bytes])
}

const LENGTH = /\r\ncontent-length: *(\d+)/i
const CHUNKED = /\r\ntransfer-encoding: *chunked/i
const LAST = Buffer.from('\r\n0\r\n\r\n')
