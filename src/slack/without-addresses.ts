/** What went wrong, for the log, without the URL that it went wrong with: a response_url is a secret, and so is the address of a WebSocket. */
export function withoutAddresses(error: unknown): string {
  return error instanceof Error ? error.message.replaceAll(/(https?|wss?):\S+/g, '…') : 'unknown'
}
