import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'

/** The proxies by which others are reached, by the scheme of their addresses, and those who are reached without. */
export type Proxies = { httpProxy: string; httpsProxy: string; noProxy: string }

/** Of the versions of HTTP the one in which each request has a connection to itself: one that hangs holds up no other. */
const APART = { allowH2: false }

/**
 * Connections to whoever is asked, which are kept: through a proxy where there is one for them. What is encrypted goes
 * through a tunnel, of which the proxy sees where it leads and nothing else. A tunnel has as long to be opened as a
 * connection has to be made: `connectTimeout`, in milliseconds.
 */
export function openConnections(
  options: Omit<EnvHttpProxyAgent.Options, 'allowH2'>,
  proxies: Proxies | undefined,
): Dispatcher {
  const { connectTimeout: headersTimeout } = options
  // Of the options undici gives none to what asks for the tunnels, which would wait for five minutes.
  const clientFactory = (proxy: URL, given: object) => new Pool(proxy, { ...given, headersTimeout })
  return proxies
    ? new EnvHttpProxyAgent({ ...options, ...APART, proxyTls: APART, clientFactory, ...proxies })
    : new Agent({ ...options, ...APART })
}
