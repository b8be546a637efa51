import type { Logger } from 'pino';
import type { TaggedCache } from './cache.ts';
import type { Config } from './configuration/config.ts';
import { cacheContent } from './content/cachedClient.ts';
import { type ContentClient, createContentClient } from './content/client.ts';
import type { Provider } from './errors.ts';
import type { Metrics } from './metrics.ts';
import { cacheSearch } from './search/cachedClient.ts';
import { createSearchClient, type SearchClient } from './search/client.ts';
import { noteUpstreamCall } from './watching/journey.ts';
import type { Tracing } from './watching/tracing.ts';
import { createLine, type Line, type LinePolicy } from './wire/line.ts';
import { tellHealth } from './wire/providerHealth.ts';
import type { ObserveCalls } from './wire/wire.ts';

interface ProviderClientsOptions {
  readonly cache: TaggedCache;
  readonly metrics: Metrics;
  readonly tracing: Pick<Tracing, 'observeCalls'>;
  readonly log: Logger;
  /** What holds for each provider's line instead of the policy it starts with. */
  readonly policy: Partial<LinePolicy>;
  /** The time by which providers are left alone, in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/** What asks the providers. */
interface ProviderClients {
  /** What the room of the media library makes its own client with. */
  readonly observe: ObserveCalls;
  readonly mediaLine: Line;
  /** These ask past what is kept. */
  readonly content: ContentClient;
  readonly search: SearchClient;
  /** And these by way of it. */
  readonly kept: { readonly content: ContentClient; readonly search: SearchClient };
}

/** Makes them for the accounts of a configuration. */
export function createProviderClients(
  config: Config,
  { cache, metrics, tracing, log, policy, now }: ProviderClientsOptions,
): ProviderClients {
  const health = tellHealth(metrics, log);
  const observe: ObserveCalls = (call) => {
    health.observeCalls(call);
    tracing.observeCalls(call);
    noteUpstreamCall(call.provider);
  };
  const lineTo = (provider: Provider) =>
    createLine(provider, { policy, observe: health.observeLine, ...(now && { now }) });
  const { ttl } = config.cache;
  const { projectId, dataset, apiVersion } = config.content;
  const content = createContentClient(config.content, observe, lineTo('content'));
  const search = createSearchClient(config.search, observe, lineTo('search'));
  return {
    observe,
    mediaLine: lineTo('media'),
    content,
    search,
    kept: {
      content: cacheContent(content, cache, { ttl, account: [projectId, dataset, apiVersion] }),
      search: cacheSearch(search, cache, { ttl, account: [config.search.appId] }),
    },
  };
}
