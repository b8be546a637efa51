import type { Config } from '../../config/config.ts';
import type { Provider } from '../../core/errors.ts';

/** A request that the gateway sent to a provider. */
export interface ProviderRequest {
  readonly provider: Provider;
  /** The GROQ query, the search queries as JSON, or method and path. */
  readonly description: string;
  /** Parameters of a GROQ query. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Milliseconds since the recording began. */
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly status: number;
}

const PROVIDER_HOSTS: readonly (readonly [Provider, RegExp])[] = [
  ['content', /(^|\.)sanity\.io$/],
  ['media', /(^|\.)mux\.com$/],
  ['search', /(^|\.)algolia(net)?\.(net|com)$/],
];

/**
 * Records the requests of this process to the providers until `stop`. It replaces the global `fetch`, through which all
 * providers' SDKs send their requests: only for a process that ends afterwards.
 */
export function recordProviderRequests(config: Config): { stop(): readonly ProviderRequest[] } {
  const originalFetch = globalThis.fetch;
  const recordingStartedAt = performance.now();
  const requests: ProviderRequest[] = [];
  globalThis.fetch = async (input, init) => {
    const startedAt = performance.now();
    const response = await originalFetch(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    const provider = providerOf(url, config);
    if (provider)
      requests.push({
        provider,
        ...describe(provider, url, init),
        startedAtMs: startedAt - recordingStartedAt,
        durationMs: performance.now() - startedAt,
        status: response.status,
      });
    return response;
  };
  return {
    stop() {
      globalThis.fetch = originalFetch;
      return requests.toSorted((a, b) => a.startedAtMs - b.startedAtMs);
    },
  };
}

function providerOf({ origin, hostname }: URL, { content, media, search }: Config): Provider | undefined {
  const isOrigin = (...urls: (string | undefined)[]) =>
    urls.some((url) => url !== undefined && new URL(url).origin === origin);
  if (isOrigin(content.apiHost)) return 'content';
  if (isOrigin(media.baseUrl, media.streamUrl)) return 'media';
  if (isOrigin(search.host)) return 'search';
  return PROVIDER_HOSTS.find(([, pattern]) => pattern.test(hostname))?.[0];
}

function describe(
  provider: Provider,
  { pathname, searchParams }: URL,
  { method = 'GET', body }: RequestInit = {},
): Pick<ProviderRequest, 'description' | 'parameters'> {
  const sent = typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>) : {};
  if (provider === 'content' && (sent.query || searchParams.has('query'))) {
    const inUrl = [...searchParams].flatMap(([name, value]) =>
      name.startsWith('$') ? [[name.slice(1), JSON.parse(value)] as const] : [],
    );
    return {
      description: String(sent.query ?? searchParams.get('query')),
      parameters: (sent.params as Record<string, unknown> | undefined) ?? Object.fromEntries(inUrl),
    };
  }
  if (provider === 'search') return { description: JSON.stringify(sent.requests ?? sent) };
  return { description: `${method} ${pathname}` };
}
