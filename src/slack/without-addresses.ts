/** An error's message for the log, without URLs: a response_url and the address of a WebSocket are secrets. */
export function withoutAddresses(error: unknown): string {
  return error instanceof Error ? error.message.replaceAll(/(https?|wss?):\S+/g, '…') : 'unknown'
}
