import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, Next } from 'hono'

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/
const OWN_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Whoever speaks here may act as anybody: so neither other machines may, nor pages of other addresses in a browser on
 * this one. A foreign page cannot set the Host of an address that it had rebound to this machine, nor its own Origin; of
 * what it links to it may but lead a reader here.
 */
export const guard = async (c: Context, next: Next): Promise<Response | undefined> => {
  const { address = '' } = getConnInfo(c).remote
  const host = c.req.header('host') ?? ''
  const origin = c.req.header('origin')
  const own = URL.canParse(`http://${host}`) && OWN_NAME.test(new URL(`http://${host}`).hostname)
  const foreign = origin !== undefined && origin !== `http://${host}`
  const led = c.req.method === 'GET' && c.req.header('sec-fetch-dest') === 'document'
  const across = !led && !['same-origin', 'none', undefined].includes(c.req.header('sec-fetch-site'))
  if (!LOOPBACK.test(address) || !own || foreign || across)
    return c.text('This page is for this machine alone.\n', 403)
  await next()
  return undefined
}
