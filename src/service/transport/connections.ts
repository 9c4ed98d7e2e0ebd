import { EnvHttpProxyAgent, Pool } from 'undici'

/** The proxies for each scheme, empty for none, and the hosts that are reached without one. */
export type Proxies = { httpProxy: string; httpsProxy: string; noProxy: string }

const NO_PROXIES: Proxies = { httpProxy: '', httpsProxy: '', noProxy: '' }

/** HTTP/1.1 gives each request a connection of its own, so a hanging one delays no other. */
const HTTP_1 = { allowH2: false }

/** Pooled connections, through a proxy where one is configured; `connectTimeout` (ms) also limits opening a tunnel. */
export function openConnections(
  options: Omit<EnvHttpProxyAgent.Options, 'allowH2'>,
  proxies: Proxies = NO_PROXIES,
): EnvHttpProxyAgent {
  // By itself undici would wait five minutes for a tunnel.
  const { connectTimeout: headersTimeout } = options
  const clientFactory = (proxy: URL, poolOptions: object) =>
    new Pool(proxy, { ...poolOptions, headersTimeout })
  return new EnvHttpProxyAgent({ ...options, ...HTTP_1, proxyTls: HTTP_1, clientFactory, ...proxies })
}
