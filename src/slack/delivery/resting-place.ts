/** Where a call goes, as far as Slack tells rests apart: by the method, whose token it is, and the channel. */
export function restingPlaceOf(
  method: string,
  path: string,
  authorization: string | null,
  body: unknown,
): string {
  if (method === 'response_url') return path
  const channel = typeof body === 'string' ? (/(?:^|&)channel=([^&]*)/.exec(body)?.[1] ?? '') : ''
  return `${method} ${channel} ${authorization ?? ''}`
}
