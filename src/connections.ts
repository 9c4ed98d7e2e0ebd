import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici'

/** The proxies by which others are reached, by the scheme of their addresses, and those who are reached without. */
export type Proxies = { httpProxy: string; httpsProxy: string; noProxy: string }

/**
 * Connections to whoever is asked, which are kept: through a proxy where there is one for them. What is encrypted goes
 * through a tunnel, of which the proxy sees where it leads and nothing else.
 */
export const openConnections = (
  options: EnvHttpProxyAgent.Options,
  proxies: Proxies | undefined,
): Dispatcher => (proxies ? new EnvHttpProxyAgent({ ...options, ...proxies }) : new Agent(options))
